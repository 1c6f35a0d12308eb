import type { ComponentChildren } from 'preact';
import { texts } from '../language/language.ts';
import {
  currentLocation,
  listQuery,
  readListState,
  type ListOptions,
  type ListQuery,
  type ListState,
} from '../routing/location.ts';
import { FilterBar, type FilterField } from './filter-bar.tsx';
import { Empty, LoadBoundary, useLoad, type Loaded } from './load.tsx';
import { DataTable, type Column } from './table.tsx';

interface List<Page, Filter extends string, Sort extends string> extends Loaded<Page> {
  readonly state: ListState<Filter, Sort>;
}

/**
 * Loads a page of a list. The URL contains its state.
 * @param load called with the query parameters for page, search and sorting, and with the values of the filters
 * @param source identifies the list if it does not belong to a fixed path of the service
 */
export function useList<const Filter extends string, const Sort extends string, Page>(
  options: ListOptions<Filter, Sort>,
  load: (query: ListQuery<Sort>, filters: ListState<Filter, Sort>['filters'], signal: AbortSignal) => Promise<Page>,
  source = '',
): List<Page, Filter, Sort> {
  const state = readListState(currentLocation.value.query, options);
  const query = listQuery(state);
  const loaded = useLoad(
    (signal) => load(query, state.filters, signal),
    [JSON.stringify([source, query, state.filters])],
  );
  return { ...loaded, state };
}

interface ListViewProps<Row, Page, Filter extends string, Sort extends string> {
  readonly title: string;
  readonly list: List<Page, Filter, Sort>;
  readonly columns: (page: Page) => readonly Column<Row, Sort>[];
  readonly searchIn?: string;
  readonly filters?: readonly FilterField<Filter>[];
  /** The hint that is shown if the list is empty without a search and without filters. */
  readonly emptyHint?: string;
  readonly nameOf?: ((row: Row) => string | undefined) | undefined;
  /** The buttons for the selected rows. */
  readonly bulk?: (page: Page) => ComponentChildren;
}

/** Shows the search, the filters and the table of a list. */
export function ListView<
  Row extends { readonly id: string },
  Page extends { readonly items: readonly Row[]; readonly total: number },
  Filter extends string,
  Sort extends string,
>(props: ListViewProps<Row, Page, Filter, Sort>) {
  const { title, list, columns, searchIn, filters = [], emptyHint, nameOf, bulk } = props;
  const { state } = list;
  const isUnfiltered = state.search === '' && Object.keys(state.filters).length === 0;
  return (
    <>
      <FilterBar state={state} searchIn={searchIn} filters={filters} />
      <LoadBoundary of={list}>
        {(page) =>
          page.total === 0 && isUnfiltered && emptyHint !== undefined ? (
            <Empty hint={emptyHint} />
          ) : (
            <DataTable
              caption={title}
              columns={columns(page)}
              page={page}
              state={state}
              idOf={({ id }) => id}
              nameOf={nameOf}
              bulk={bulk?.(page)}
            />
          )
        }
      </LoadBoundary>
    </>
  );
}

/** The filter of a list for enabled or disabled resources. */
export function statusFilter() {
  const { status, enabled, disabled } = texts().common;
  const choices = [
    { value: '1', label: enabled },
    { value: '0', label: disabled },
  ];
  return { name: 'status', label: status, choices } as const;
}

/** @returns the query parameter for a value of `statusFilter` */
export function statusIn(value: string | undefined): { readonly status?: 0 | 1 } {
  if (value === '1') return { status: 1 };
  return value === '0' ? { status: 0 } : {};
}
