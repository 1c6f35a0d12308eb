import { go, currentLocation } from './location.ts';

/**
 * The state of a list. It is stored in the query of the URL, so a reload, the back button and a shared link restore it.
 */
export interface ListState<Filter extends string, Sort extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly search: string;
  readonly sortBy: Sort | undefined;
  readonly sortOrder: 'asc' | 'desc';
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly selected: ReadonlySet<string>;
}

interface ListOptions<Filter extends string, Sort extends string> {
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
}

export const pageSizes = [20, 50, 100] as const;

const numberIn = (text: string | null, fallback: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 ? number : fallback;
};

export function readListState<Filter extends string, Sort extends string>(
  query: URLSearchParams,
  { filters, sorts }: ListOptions<Filter, Sort>,
): ListState<Filter, Sort> {
  const found: Partial<Record<Filter, string>> = {};
  for (const name of filters) {
    const value = query.get(name);
    if (value !== null && value !== '') found[name] = value;
  }
  const sortBy = query.get('sortBy');
  return {
    page: numberIn(query.get('page'), 1),
    pageSize: Math.min(100, numberIn(query.get('pageSize'), pageSizes[0])),
    search: query.get('search') ?? '',
    sortBy: sorts.find((name) => name === sortBy),
    sortOrder: query.get('sortOrder') === 'desc' ? 'desc' : 'asc',
    filters: found,
    selected: new Set((query.get('selected') ?? '').split(',').filter((id) => id !== '')),
  };
}

/**
 * Changes parameters in the query of the URL. An empty value removes the parameter. A change of the page keeps the
 * selection. A change of the search, the filters, the sorting or the page size shows the first page and clears the
 * selection, because the selected rows may no longer be in the list.
 */
export function setQuery(changes: Readonly<Record<string, string>>, { replace = false } = {}): void {
  const query = new URLSearchParams(currentLocation.value.query);
  if (!('page' in changes) && !('selected' in changes)) {
    for (const name of ['page', 'before', 'selected']) query.delete(name);
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  go(`${currentLocation.value.path}${text === '' ? '' : `?${text}`}`, { replace });
}

/** Returns the query parameters for the page, the search and the sorting of a list. The caller adds the filters. */
export const listQuery = <Filter extends string, Sort extends string>(state: ListState<Filter, Sort>) => ({
  page: state.page,
  pageSize: state.pageSize,
  ...(state.search === '' ? {} : { search: state.search }),
  ...(state.sortBy === undefined ? {} : { sortBy: state.sortBy, sortOrder: state.sortOrder }),
});
