import { Code, CodesSwitch } from '../src/parts/codes.tsx';
import { ExportButtons } from '../src/parts/export-buttons.tsx';
import { FilterBar } from '../src/parts/filter-bar.tsx';
import { ListView } from '../src/parts/list.tsx';
import type { Loaded } from '../src/parts/load.tsx';
import { SavedViews } from '../src/parts/saved-views.tsx';
import { DataTable, Pager, timeColumn, type Column } from '../src/parts/table.tsx';
import { Button } from '../src/parts/elements.tsx';
import { currentLocation, readListState } from '../src/routing/location.ts';
import { loaded } from './load-parts.tsx';
import type { Part } from './part.ts';

const ignore = (): void => undefined;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly updatedAt: string;
}

const rows: readonly Row[] = ['Reader', 'Editor', 'Administrator'].map((name, rank) => ({
  id: name,
  name,
  rank,
  updatedAt: new Date().toISOString(),
}));
const page = { items: rows, total: 50 };
const none: typeof page = { items: [], total: 0 };

const columns: readonly Column<Row, 'name' | 'updatedAt'>[] = [
  { name: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name },
  { name: 'rank', label: 'Rank', isNumber: true, isMinor: true, cell: ({ rank }) => rank },
  timeColumn('updatedAt', 'Changed'),
];

const stateOf = (query: string) =>
  readListState(new URLSearchParams(query), { filters: ['status', 'owner'], sorts: ['name', 'updatedAt'] });

const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `Choice ${index}` }));

const list = (of: Loaded<typeof page>, query = '') => (
  <ListView
    title="Roles"
    list={{ ...of, state: stateOf(query), read: async () => page }}
    columns={() => columns}
    searchIn="Name"
    emptyHint="There is no role yet."
    nameOf={({ name }) => name}
  />
);

const table = (of: typeof page, query: string) => (
  <DataTable
    caption="Roles"
    columns={columns}
    page={of}
    state={stateOf(query)}
    idOf={({ id }) => id}
    nameOf={({ id, name }) => (id === 'Reader' ? undefined : name)}
    bulk={<Button onClick={ignore}>Delete</Button>}
  />
);

/** A query that can be saved as a view, and a view that has been saved. */
function savedViews() {
  window.localStorage.setItem('portcullis.views /parts', JSON.stringify([{ name: 'Enabled', query: 'status=1' }]));
  currentLocation.value = { path: '/parts', query: new URLSearchParams('status=0') };
  return <SavedViews />;
}

export const listParts: readonly Part[] = [
  { name: 'ExportButtons', states: { usual: () => <ExportButtons title="Roles" read={async () => rows} /> } },
  {
    name: 'FilterBar',
    states: {
      search: () => <FilterBar state={stateOf('')} searchIn="Name" filters={[]} />,
      filters: () => (
        <FilterBar
          state={stateOf('status=1')}
          filters={[
            { name: 'status', label: 'Status', choices: choices(2) },
            { name: 'owner', label: 'Owner', choices: choices(30) },
          ]}
        />
      ),
      'an input': () => (
        <FilterBar state={stateOf('')} filters={[{ name: 'owner', label: 'Owner', input: () => <input /> }]} />
      ),
    },
  },
  { name: 'CodesSwitch', states: { usual: () => <CodesSwitch /> } },
  { name: 'Code', states: { usual: () => <Code of="content.read" /> } },
  { name: 'SavedViews', states: { usual: savedViews } },
  {
    name: 'ListView',
    states: {
      loading: () => list(loaded<typeof page>(undefined, { isLoading: true })),
      rows: () => list(loaded(page)),
      empty: () => list(loaded(none)),
      'nothing found': () => list(loaded(none), 'search=x'),
      failed: () => list(loaded<typeof page>(undefined, { error: new TypeError('no connection') })),
    },
  },
  {
    name: 'DataTable',
    states: {
      usual: () => table(page, ''),
      'sorted and selected': () => table(page, 'sortBy=name&sortOrder=desc&selected=Editor'),
      empty: () => table(none, ''),
    },
  },
  {
    name: 'Pager',
    states: {
      'first page': () => <Pager page={1} pageSize={20} total={50} />,
      'middle page': () => <Pager page={2} pageSize={20} total={50} />,
      'last page': () => <Pager page={3} pageSize={20} total={50} />,
    },
  },
];
