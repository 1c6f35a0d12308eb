import type { ComponentChildren } from 'preact';
import { texts } from '../language/language.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  currentLocation,
  listQuery,
  readListState,
  type ListOptions,
  type ListQuery,
  type ListState,
} from '../routing/location.ts';
import { attempt } from './actions.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { allRows } from './export.ts';
import { FilterBar, type FilterField } from './filter-bar.tsx';
import { Empty, LoadBoundary, UpdateNotice, useLoad, type Loaded, concerns } from './load.tsx';
import { SavedViews } from './saved-views.tsx';
import { DataTable, Pager, type Column } from './table.tsx';

/** Number of rows that are read at once when all rows of a list are read. */
const exportedPage = 100;

/** Maximum number of rows that can be selected together. */
const mostSelected = 1000;

interface List<Page, Filter extends string, Sort extends string> extends Loaded<Page> {
  readonly state: ListState<Filter, Sort>;
  /** Reads a page with the search and the filters of the list. */
  readonly read: (range: { readonly page: number; readonly pageSize: number }) => Promise<Page>;
}

interface WatchedListOptions<Filter extends string, Sort extends string> extends ListOptions<Filter, Sort> {
  /** The kind of the rows in reported changes, such as `user`. The list is then kept up to date. */
  readonly kind?: string;
}

/**
 * Loads a page of a list. The URL contains its state.
 * @param load called with the query parameters for page, search and sorting, and with the values of the filters
 * @param source identifies the list if it does not belong to a fixed path of the service
 */
export function useList<const Filter extends string, const Sort extends string, Page>(
  options: WatchedListOptions<Filter, Sort>,
  load: (query: ListQuery<Sort>, filters: ListState<Filter, Sort>['filters'], signal: AbortSignal) => Promise<Page>,
  source = '',
): List<Page, Filter, Sort> {
  const state = readListState(currentLocation.value.query, options);
  const query = listQuery(state);
  const loaded = useLoad(
    (signal) => load(query, state.filters, signal),
    [JSON.stringify([source, query, state.filters])],
    options.kind === undefined ? undefined : concerns(options.kind),
    false,
  );
  const read: List<Page, Filter, Sort>['read'] = (range) =>
    load({ ...query, ...range }, state.filters, new AbortController().signal);
  return { ...loaded, state, read };
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
  /** Returns the buttons for the selected rows: those of the page, or those of all pages. */
  readonly bulk?: (selected: readonly Row[]) => ComponentChildren;
  /** The buttons that store the list as a file. Default: those that read it page by page. */
  readonly exports?: ComponentChildren;
  /** Further inputs beside the filters. */
  readonly tools?: ComponentChildren;
  /** Shows the rows of a page in another way than as a table. */
  readonly body?: ((page: Page) => ComponentChildren) | undefined;
}

/** Whether two pages have the same rows in the same order, so that the change of one to the other moves nothing. */
const haveSameRows = (one: readonly { readonly id: string }[], other: readonly { readonly id: string }[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);

/**
 * Shows newer data of a list as soon as this moves no row that the person may be about to click: at once if the rows
 * are the same, otherwise when neither the pointer nor the focus is in the list.
 */
function useCalmUpdates(
  { data, update, takeUpdate }: Loaded<{ readonly items: readonly { readonly id: string }[] }>,
  frame: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const element = frame.current;
    if (update === undefined || element === null) return undefined;
    const take = (): void => {
      const isBusy = element.matches(':hover') || element.contains(document.activeElement);
      if (!isBusy || haveSameRows(data?.items ?? [], update.data.items)) takeUpdate();
    };
    const takeLater = (): void => void setTimeout(take);
    take();
    element.addEventListener('pointerleave', takeLater);
    element.addEventListener('focusout', takeLater);
    return () => {
      element.removeEventListener('pointerleave', takeLater);
      element.removeEventListener('focusout', takeLater);
    };
  }, [update]);
}

/** Shows the search, the filters and the table of a list. */
export function ListView<
  Row extends { readonly id: string },
  Page extends { readonly items: readonly Row[]; readonly total: number },
  Filter extends string,
  Sort extends string,
>(props: ListViewProps<Row, Page, Filter, Sort>) {
  const { title, list, columns, searchIn, filters = [], emptyHint, nameOf, bulk, exports, tools, body } = props;
  const { state } = list;
  const readAll = () =>
    allRows<Row>(async (before) =>
      before.length % exportedPage === 0
        ? (await list.read({ page: before.length / exportedPage + 1, pageSize: exportedPage })).items
        : [],
    );
  const isUnfiltered = state.search === '' && Object.keys(state.filters).length === 0;
  const frame = useRef<HTMLDivElement>(null);
  useCalmUpdates(list, frame);
  // The selection of the rows of all pages ends when the person changes the list or the selection.
  const key = currentLocation.value.query.toString();
  const [all, setAll] = useState<{ readonly key: string; readonly rows: readonly Row[] } | undefined>(undefined);
  const allSelected = all?.key === key ? all.rows : undefined;
  const isSelectable = (row: Row): boolean => nameOf?.(row) !== undefined;
  const selectAll = () => attempt(async () => setAll({ key, rows: (await readAll()).filter(isSelectable) }));
  return (
    <>
      <FilterBar state={state} searchIn={searchIn} filters={filters}>
        {tools}
        {exports ?? <ExportButtons title={title} read={readAll} />}
      </FilterBar>
      <SavedViews />
      <div ref={frame}>
        <LoadBoundary of={{ ...list, update: undefined, revision: 0 }} skeleton={state.pageSize}>
          {(page) =>
            page.total === 0 && isUnfiltered && emptyHint !== undefined ? (
              <Empty hint={emptyHint} />
            ) : body !== undefined && page.total > 0 ? (
              <>
                {body(page)}
                <Pager page={state.page} pageSize={state.pageSize} total={page.total} />
              </>
            ) : (
              <DataTable
                caption={title}
                columns={columns(page)}
                page={page}
                state={state}
                idOf={({ id }) => id}
                nameOf={nameOf}
                selectedCount={allSelected?.length}
                onSelectAll={bulk === undefined || page.total > mostSelected ? undefined : selectAll}
                bulk={bulk?.(
                  allSelected ?? page.items.filter((row) => state.selected.has(row.id) && isSelectable(row)),
                )}
              />
            )
          }
        </LoadBoundary>
      </div>
      {list.update === undefined ? undefined : <UpdateNotice by={list.update.by} onTake={list.takeUpdate} />}
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
