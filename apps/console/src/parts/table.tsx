import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { currentLocation, hrefOf, pageSizes, setQuery, type ListState } from '../routing/location.ts';
import { ActionMenu } from './actions.tsx';
import { Button, Time, fieldName } from './elements.tsx';
import { Empty } from './load.tsx';
import { disappearing } from './notices.tsx';

export interface Column<Row, Sort extends string> {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** The value of the service's `sortBy` parameter that sorts by this column. */
  readonly sort?: Sort;
  /** True if the column is less important, and is therefore hidden in windows up to 1000 pixels wide. */
  readonly isMinor?: boolean;
  readonly isNumber?: boolean;
}

interface ColumnOptions<Value> {
  /** If missing, the usual label of a field with this name. */
  readonly label?: string;
  readonly isMinor?: boolean;
  /** Returns what is shown for a value. If missing, the value itself is shown. */
  readonly shown?: (value: Value) => ComponentChildren;
}

/** A column with a field of the rows. */
export const fieldColumn = <Name extends string, Value = string | null>(
  name: Name,
  { label = fieldName(name), isMinor = false, shown = (value) => String(value ?? '–') }: ColumnOptions<Value> = {},
): Column<Readonly<Record<Name, NoInfer<Value>>>, never> => ({ name, label, isMinor, cell: (row) => shown(row[name]) });

/** A column with a field of the rows, which the list can be sorted by. */
export const sortedColumn = <Name extends string, Value = string | null>(
  name: Name,
  options?: ColumnOptions<Value>,
): Column<Readonly<Record<Name, NoInfer<Value>>>, Name> => ({ ...fieldColumn(name, options), sort: name });

/** A column with the time in a field of the rows, which the list can be sorted by. */
export const timeColumn = <Name extends string>(name: Name, label: string, { isMinor = false } = {}) =>
  sortedColumn(name, { label, isMinor, shown: (value: string | null) => <Time value={value} /> });

/** A column with the names of the rows, which are links to their screens below a path. */
export const linkColumn = <Name extends string, Row>(
  name: Name,
  path: string,
  nameOf: (row: Row) => string,
): Column<Row & { readonly id: string }, Name> => ({
  name,
  label: fieldName(name),
  sort: name,
  cell: (row) => <a href={hrefOf(`${path}/${row.id}`)}>{nameOf(row)}</a>,
});

/** A column that says which of the roles or permissions the service itself has declared. */
export const kindColumn = (text: {
  readonly kind: string;
  readonly system: string;
  readonly custom: string;
}): Column<{ readonly isSystem: boolean }, never> =>
  fieldColumn('isSystem', {
    label: text.kind,
    isMinor: true,
    shown: (isSystem: boolean) => <span class="nowrap">{isSystem ? text.system : text.custom}</span>,
  });

interface DataTableProps<Row, Filter extends string, Sort extends string> {
  readonly caption: string;
  readonly columns: readonly Column<Row, Sort>[];
  readonly page: { readonly items: readonly Row[]; readonly total: number };
  readonly state: ListState<Filter, Sort>;
  readonly idOf: (row: Row) => string;
  /**
   * Returns the name that labels the row's checkbox, or undefined if the row cannot be selected. If the function is
   * missing, the table has no checkboxes.
   */
  readonly nameOf?: ((row: Row) => string | undefined) | undefined;
  /** The buttons for the selected rows. */
  readonly bulk?: ComponentChildren;
  /** The number of selected rows, if rows of other pages are selected too. */
  readonly selectedCount?: number | undefined;
  /** Selects the rows of all pages. Shown when all rows of the page are selected. */
  readonly onSelectAll?: (() => unknown) | undefined;
  /** True if rows of several pages can be selected together. Otherwise, another page begins without a selection. */
  readonly keepsSelection?: boolean;
}

const hiddenKey = 'portcullis.hidden-columns';

/** The columns that the person has hidden, as the path of a list, a space, and the name of the column. */
const hidden = signal<ReadonlySet<string>>(new Set(window.localStorage.getItem(hiddenKey)?.split('\n')));

/** Returns the path of the current screen without ids, so that a choice of columns is one for all lists of a kind. */
const listPath = (): string => currentLocation.value.path.replaceAll(/[0-9a-f-]{36}/g, ':id');

function toggleColumn(key: string): void {
  const others = [...hidden.value].filter((each) => each !== key);
  hidden.value = new Set(hidden.value.has(key) ? others : [...others, key]);
  window.localStorage.setItem(hiddenKey, [...hidden.value].join('\n'));
}

/** The button that opens the choice of columns. The first column, which links to the entries, is always shown. */
const ColumnChoice = ({ columns }: { readonly columns: readonly Pick<Column<never, never>, 'name' | 'label'>[] }) => (
  <ActionMenu label={texts().common.columns} shown={texts().common.columns} class="button-link" isChoice>
    {() =>
      columns.slice(1).map(({ name, label }) => {
        const key = `${listPath()} ${name}`;
        return (
          <label key={name} class="check">
            <input type="checkbox" checked={!hidden.value.has(key)} onChange={() => toggleColumn(key)} />
            {label}
          </label>
        );
      })
    }
  </ActionMenu>
);

/** Shows the whole text of a cell as its tooltip where the column is too narrow for it. */
function explainCell({ target }: Event): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell !== null && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}

const select = (ids: ReadonlySet<string>): void => setQuery({ selected: [...ids].join(',') }, { replace: true });

const classesOf = ({ isMinor, isNumber }: Pick<Column<never, never>, 'isMinor' | 'isNumber'>): string =>
  [isMinor === true ? 'minor' : '', isNumber === true ? 'number' : ''].join(' ').trim();

/** Shows one page of a list. The sorting, the page and the selection are stored in the URL. */
export function DataTable<Row, Filter extends string, Sort extends string>(props: DataTableProps<Row, Filter, Sort>) {
  const { caption, columns: all, page, state, idOf, nameOf, bulk, keepsSelection = false } = props;
  const text = texts().common;
  const lastToggled = useRef('');
  if (page.total === 0) return <Empty />;
  const rows = page.items.filter((row) => !disappearing.value.has(idOf(row)));
  const columns = all.filter(({ name }, index) => index === 0 || !hidden.value.has(`${listPath()} ${name}`));
  const ids = rows.filter((row) => nameOf?.(row) !== undefined).map(idOf);
  const selected = keepsSelection ? state.selected : new Set(ids.filter((id) => state.selected.has(id)));
  const count = props.selectedCount ?? selected.size;
  const areAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));

  /** @param isRange whether the person held Shift, which also selects the rows since the last one */
  function toggle(id: string, isRange: boolean): void {
    const [to, from] = [ids.indexOf(id), isRange ? ids.indexOf(lastToggled.current) : -1];
    const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(selected);
    for (const each of range) {
      if (selected.has(id)) next.delete(each);
      else next.add(each);
    }
    lastToggled.current = id;
    select(next);
  }

  const heading = ({ name, label, sort, ...look }: Column<Row, Sort>) => {
    const isSorted = sort !== undefined && state.sortBy === sort;
    const order = isSorted && state.sortOrder === 'asc' ? 'desc' : 'asc';
    return (
      <th
        key={name}
        scope="col"
        class={classesOf(look)}
        aria-sort={isSorted ? (state.sortOrder === 'asc' ? 'ascending' : 'descending') : undefined}
      >
        {sort === undefined ? (
          label
        ) : (
          <button type="button" class="sort" onClick={() => setQuery({ sortBy: sort, sortOrder: order })}>
            {label}
            <span aria-hidden="true">{isSorted ? (state.sortOrder === 'asc' ? ' ↑' : ' ↓') : ''}</span>
          </button>
        )}
      </th>
    );
  };

  return (
    <>
      {nameOf !== undefined && selected.size > 0 ? (
        <div class="bulk" role="group" aria-label={text.selected({ count })}>
          <span>{text.selected({ count })}</span>
          {areAllSelected && count < page.total && props.onSelectAll !== undefined ? (
            <Button onClick={props.onSelectAll}>{text.selectAllOf({ count: page.total })}</Button>
          ) : undefined}
          {bulk}
          <Button kind="link" onClick={() => select(new Set())}>
            {text.unselect}
          </Button>
        </div>
      ) : undefined}
      <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {nameOf === undefined ? undefined : (
                <th scope="col" class="select">
                  <input
                    type="checkbox"
                    aria-label={text.selectAll}
                    checked={areAllSelected}
                    onChange={() => select(new Set(areAllSelected ? [] : ids))}
                  />
                </th>
              )}
              {columns.map(heading)}
            </tr>
          </thead>
          <tbody onPointerOver={explainCell}>
            {rows.map((row) => {
              const [id, label] = [idOf(row), nameOf?.(row)];
              return (
                <tr key={id} class={selected.has(id) ? 'is-selected' : undefined}>
                  {nameOf === undefined ? undefined : (
                    <td class="select">
                      {label === undefined ? undefined : (
                        <input
                          type="checkbox"
                          aria-label={text.selectRow({ name: label })}
                          checked={selected.has(id)}
                          onClick={(event) => toggle(id, event.shiftKey)}
                        />
                      )}
                    </td>
                  )}
                  {columns.map(({ name, cell, ...look }) => (
                    <td key={name} dir="auto" class={classesOf(look)}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Pager page={state.page} pageSize={state.pageSize} total={page.total} keepsSelection={keepsSelection}>
        <ColumnChoice columns={all} />
      </Pager>
    </>
  );
}

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly keepsSelection?: boolean;
  readonly children?: ComponentChildren;
}

/** Shows the buttons for the next and the previous page of a list. The page number and the page size are in the URL. */
export function Pager({ page, pageSize, total, keepsSelection = false, children }: PagerProps) {
  const text = texts().common;
  const turnTo = (to: number): void => setQuery({ page: String(to), ...(!keepsSelection && { selected: '' }) });
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav class="pager" aria-label={text.pages}>
      <span>{text.found({ total })}</span>
      <label>
        {text.pageSize}{' '}
        <select value={String(pageSize)} onChange={(event) => setQuery({ pageSize: event.currentTarget.value })}>
          {pageSizes.map((size) => (
            <option key={size} value={String(size)}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {children}
      <span class="pager-steps">
        <Button isDisabled={page <= 1} onClick={() => turnTo(Math.min(page - 1, pages))}>
          {text.previous}
        </Button>
        <span>{text.page({ page, pages })}</span>
        <Button isDisabled={page >= pages} onClick={() => turnTo(page + 1)}>
          {text.next}
        </Button>
      </span>
    </nav>
  );
}
