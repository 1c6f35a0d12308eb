import { listContentsQuery } from '@portcullis/client/fields';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { setQuery, type ListState } from '../routing/location.ts';
import { ChoiceInput, type OtherChoices } from './choice-list.tsx';
import { Button, type Choice } from './elements.tsx';

export interface FilterField<Filter extends string> {
  readonly name: Filter;
  readonly label: string;
  readonly choices?: readonly Choice[];
  readonly others?: OtherChoices | undefined;
  /** True if the choices are in groups, whose order helps more than a search would. */
  readonly isGrouped?: boolean;
  /** Creates a custom input from the filter's value in the URL and a function that changes this value. */
  readonly input?: (value: string, choose: (value: string) => void) => ComponentChildren;
}

interface FilterBarProps<Filter extends string, Sort extends string> {
  readonly state: ListState<Filter, Sort>;
  /** The names of the searched fields, such as `Name, e-mail`. If missing, the list has no search field. */
  readonly searchIn?: string | undefined;
  readonly filters: readonly FilterField<Filter>[];
  readonly children?: ComponentChildren;
}

/** Milliseconds from the last keystroke until the search starts. */
const pause = 300;

function SearchField({ value, searchIn }: { readonly value: string; readonly searchIn: string }) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // If the URL was not changed by typing, but for example by the back button, the field shows the search text of the
    // URL.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      setQuery({ search: typed }, { replace: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      class="search"
      dir="auto"
      aria-label={texts().common.search}
      placeholder={searchIn}
      maxLength={listContentsQuery.search.maxLength}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** The search field, the filters and the buttons of a list. The values of the search and the filters are in the URL. */
export function FilterBar<Filter extends string, Sort extends string>(props: FilterBarProps<Filter, Sort>) {
  const { state, searchIn, filters, children } = props;
  const text = texts().common;
  const isFiltered = state.search !== '' || Object.keys(state.filters).length > 0;
  return (
    <div class="filters" role="search">
      {searchIn === undefined ? undefined : <SearchField value={state.search} searchIn={searchIn} />}
      {filters.map(({ name, label, choices = [], others, isGrouped = false, input }) => {
        const value = state.filters[name] ?? '';
        const choose = (chosen: string): void => setQuery({ [name]: chosen });
        return (
          <span key={name} class={value === '' ? 'filter' : 'filter is-set'}>
            <label>
              <bdi>{label}</bdi>
              {input?.(value, choose) ?? (
                <ChoiceInput
                  label={label}
                  value={value}
                  choices={[{ value: '', label: text.all }, ...choices]}
                  others={others}
                  isGrouped={isGrouped}
                  onChoose={choose}
                />
              )}
            </label>
            {value === '' ? undefined : (
              <Button kind="link" label={text.clearFilter({ name: label })} onClick={() => choose('')}>
                ×
              </Button>
            )}
          </span>
        );
      })}
      {isFiltered ? (
        <Button
          kind="link"
          onClick={() =>
            setQuery(Object.fromEntries(['search', ...filters.map(({ name }) => name)].map((name) => [name, ''])))
          }
        >
          {text.clearFilters}
        </Button>
      ) : undefined}
      <span class="filters-actions">{children}</span>
    </div>
  );
}
