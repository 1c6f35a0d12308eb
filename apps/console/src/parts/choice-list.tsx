import type { InputHTMLAttributes, SelectHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { DialogButton } from './actions.tsx';
import { Button, labelIn, Options, type Choice } from './elements.tsx';

/** Lists with more choices than this have a search and pages. */
export const mostPlainChoices = 20;

/** Number of choices on a page. */
const pageSize = 20;

/** Keeps Enter in a search from sending the form that the search may be in. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

interface SearchInputProps
  extends Pick<InputHTMLAttributes, 'autofocus' | 'class' | 'onFocus' | 'placeholder' | 'value'> {
  readonly label: string;
  readonly onType: (typed: string) => void;
}

/** The field for a search among choices. */
export const SearchInput = ({ label, onType, ...attributes }: SearchInputProps) => (
  <input
    type="search"
    dir="auto"
    aria-label={label}
    placeholder={label}
    {...attributes}
    onKeyDown={keepForm}
    onInput={(event) => onType(event.currentTarget.value)}
  />
);

interface ChoicePagesProps {
  /** The page that is shown. The first one is 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** The buttons that turn the pages of choices. A single page has none. */
export function ChoicePages({ page, pages, onPage }: ChoicePagesProps) {
  const text = texts().common;
  if (pages === 1) return null;
  return (
    <div class="choice-pages" role="group" aria-label={text.pages}>
      <Button isDisabled={page === 1} onClick={() => onPage(page - 1)}>
        {text.previous}
      </Button>
      <span>{text.page({ page, pages })}</span>
      <Button isDisabled={page >= pages} onClick={() => onPage(page + 1)}>
        {text.next}
      </Button>
    </div>
  );
}

/** Choices that are not loaded yet. They are loaded when the person searches or turns a page. */
export interface OtherChoices {
  readonly count: number;
  readonly load: () => void;
}

interface ChoiceListProps {
  readonly choices: readonly Choice[];
  readonly others?: OtherChoices | undefined;
  readonly chosen: readonly string[];
  /** The name of the inputs. */
  readonly name: string;
  /** Whether several choices can be chosen. */
  readonly isMultiple: boolean;
  readonly onToggle: (value: string, isChosen: boolean) => void;
}

/**
 * Shows choices as checkboxes, or as radio buttons if only one can be chosen. A long list has a search and pages, and
 * begins with what was chosen when it appeared.
 */
export function ChoiceList({ choices, others, chosen, name, isMultiple, onToggle }: ChoiceListProps) {
  const text = texts().common;
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  // The order stays while the person chooses, so that no line moves away from the pointer.
  const [first] = useState(() => new Set(chosen));
  const isLong = choices.length > mostPlainChoices;
  const wanted = search.trim().toLowerCase();
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted));
  const sorted = [...found.filter(({ value }) => first.has(value)), ...found.filter(({ value }) => !first.has(value))];
  const pages = Math.max(1, Math.ceil((sorted.length + (others?.count ?? 0)) / pageSize));
  const shown = isLong ? sorted.slice((page - 1) * pageSize, page * pageSize) : choices;
  return (
    <>
      {isLong ? (
        <div class="choice-search">
          <SearchInput
            label={text.search}
            value={search}
            onFocus={others?.load}
            onType={(typed) => {
              setSearch(typed);
              setPage(1);
            }}
          />
          {isMultiple ? <span class="quiet">{text.selected({ count: chosen.length })}</span> : undefined}
        </div>
      ) : undefined}
      <div class={isLong ? 'check-group check-group-long' : 'check-group'}>
        {shown.map((choice) => (
          <label key={choice.value} class="check">
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(choice.value)}
              onChange={(event) => onToggle(choice.value, event.currentTarget.checked)}
            />
            <span dir="auto">{choice.label}</span>
          </label>
        ))}
        {shown.length === 0 && isLong && others === undefined ? <p class="quiet">{text.empty}</p> : undefined}
      </div>
      {isLong ? (
        <ChoicePages
          page={page}
          pages={pages}
          onPage={(next) => {
            others?.load();
            setPage(next);
          }}
        />
      ) : undefined}
    </>
  );
}

interface ChoicePickerProps {
  readonly id?: string | undefined;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly others?: OtherChoices | undefined;
  readonly onChoose: (value: string) => void;
}

/** A button with the chosen value, which opens a dialog with a long list of choices. */
function ChoicePicker({ id, label, value, choices, others, onChoose }: ChoicePickerProps) {
  const chosen = value === '' ? (choices.find((choice) => choice.value === '')?.label ?? '–') : labelIn(choices, value);
  return (
    <DialogButton
      id={id}
      class="choice-picker"
      aria-label={`${label}: ${chosen}`}
      dir="auto"
      label={chosen}
      dialog={label}
    >
      {(close) => (
        <ChoiceList
          choices={choices}
          others={others}
          chosen={[value]}
          name={`${label}-choice`}
          isMultiple={false}
          onToggle={(next) => {
            onChoose(next);
            close();
          }}
        />
      )}
    </DialogButton>
  );
}

export interface ChoiceInputProps extends ChoicePickerProps {
  /** True if the choices are in groups, whose order helps more than a search would. */
  readonly isGrouped?: boolean;
  /** The attributes of the `select`. */
  readonly attributes?: SelectHTMLAttributes;
}

/** The input for one of several choices: a `select`, or a button that opens a dialog if there are many. */
export function ChoiceInput({ isGrouped = false, attributes, ...props }: ChoiceInputProps) {
  const { value, choices, onChoose } = props;
  if (choices.length > mostPlainChoices && !isGrouped) return <ChoicePicker {...props} />;
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        // If the person decides to stay because of unsaved changes, the input goes on showing what the page shows.
        currentTarget.value = value;
        onChoose(chosen);
      }}
    >
      <Options of={choices} />
    </select>
  );
}
