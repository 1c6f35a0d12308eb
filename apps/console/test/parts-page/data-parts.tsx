import { PortcullisError } from '@portcullis/client';
import { Code, CodesSwitch } from '../../src/parts/codes.tsx';
import { DifferenceView } from '../../src/parts/differences.tsx';
import { Button } from '../../src/parts/elements.tsx';
import { ExportButtons, FormatButtons } from '../../src/parts/export-buttons.tsx';
import { FilterBar } from '../../src/parts/filter-bar.tsx';
import { ListView } from '../../src/parts/list.tsx';
import { Empty, LoadBoundary, Loading, UpdateNotice, type Loaded } from '../../src/parts/load.tsx';
import { SavedViews } from '../../src/parts/saved-views.tsx';
import { DataTable, Pager, timeColumn, type Column } from '../../src/parts/table.tsx';
import { Comparison, ComparisonSwitch, TextDifference } from '../../src/parts/text-difference.tsx';
import { NodePanel, TreeEditor } from '../../src/parts/tree-editor.tsx';
import { MoveButtons, TreeView } from '../../src/parts/tree.tsx';
import { currentLocation, readListState } from '../../src/routing/location.ts';
import type { Parts } from './parts.ts';

const ignore = (): void => undefined;

/** Returns the state of loaded data without a request. */
const loaded = <Data,>(data: Data | undefined, others: Partial<Loaded<Data>> = {}): Loaded<Data> => ({
  data,
  error: undefined,
  isLoading: false,
  reload: ignore,
  update: undefined,
  takeUpdate: ignore,
  revision: 0,
  taken: undefined,
  ...others,
});

/** The error response to a request for data that does not exist. */
const missing = new PortcullisError({ verb: 'get', path: '/api/users/{id}' }, new Response(null, { status: 404 }), {
  code: 404,
  data: null,
  message: 'There is no such user.',
  reason: 'user-not-found',
  errors: null,
});

const boundary = (of: Loaded<string>) => <LoadBoundary of={of}>{(data) => data}</LoadBoundary>;

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

interface Node {
  readonly id: string;
  readonly children: readonly Node[];
}

const tree: readonly Node[] = [
  { id: 'System', children: [{ id: 'Users', children: [] }] },
  { id: 'Reports', children: [] },
];

const content = ({ id }: Node): string => id;

const editor = (nodes: readonly Node[]) => (
  <TreeEditor
    title="Menus"
    tree={nodes}
    parameter="menu"
    content={content}
    emptyHint="There is no menu yet."
    chooseHint="Choose a menu."
    save={async () => undefined}
    movedNotice={({ id }) => `${id} was moved.`}
    onChanged={ignore}
    newForm={() => 'A form'}
    form={() => 'A form'}
  />
);

export const dataParts: Parts = {
  Loading: {
    usual: () => <Loading />,
    rows: () => <Loading skeleton={3} />,
    panels: () => <Loading skeleton="panels" />,
  },
  Empty: { usual: () => <Empty />, 'with a hint': () => <Empty hint="There is no article yet." /> },
  UpdateNotice: { usual: () => <UpdateNotice by="ada" onTake={ignore} /> },
  LoadBoundary: {
    loading: () => boundary(loaded<string>(undefined, { isLoading: true })),
    loaded: () => boundary(loaded('The data')),
    'loading again': () => boundary(loaded('The data', { isLoading: true })),
    unreachable: () => boundary(loaded<string>(undefined, { error: new TypeError('no connection') })),
    missing: () => boundary(loaded<string>(undefined, { error: missing })),
    'changed by somebody': () => boundary(loaded('The data', { update: { data: 'New', by: undefined } })),
  },
  DifferenceView: {
    values: () => <DifferenceView before={{ name: 'Reader', rank: null }} after={{ name: 'Editor', rank: 1 }} />,
    lists: () => <DifferenceView before={['a', 'b']} after={['b', 'c']} />,
    same: () => <DifferenceView before="a" after="a" />,
  },
  ComparisonSwitch: { usual: () => <ComparisonSwitch /> },
  Comparison: {
    usual: () => (
      <Comparison
        label="Title"
        parts={[
          { kind: 'same', text: 'one' },
          { kind: 'removed', text: 'two' },
          { kind: 'added', text: 'three' },
          { kind: 'note', text: '4 unchanged lines' },
        ]}
      />
    ),
  },
  TextDifference: { usual: () => <TextDifference label="Text" before={'one\ntwo\n'} after={'one\nthree\n'} /> },
  ExportButtons: { usual: () => <ExportButtons title="Roles" read={async () => rows} /> },
  FormatButtons: { usual: () => <FormatButtons formats={['csv']} store={async () => undefined} /> },
  FilterBar: {
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
  CodesSwitch: { usual: () => <CodesSwitch /> },
  Code: { usual: () => <Code of="content.read" /> },
  SavedViews: { usual: savedViews },
  ListView: {
    loading: () => list(loaded<typeof page>(undefined, { isLoading: true })),
    rows: () => list(loaded(page)),
    empty: () => list(loaded(none)),
    'nothing found': () => list(loaded(none), 'search=x'),
    failed: () => list(loaded<typeof page>(undefined, { error: new TypeError('no connection') })),
  },
  DataTable: {
    usual: () => table(page, ''),
    'sorted and selected': () => table(page, 'sortBy=name&sortOrder=desc&selected=Editor'),
    empty: () => table(none, ''),
  },
  Pager: {
    'first page': () => <Pager page={1} pageSize={20} total={50} />,
    'middle page': () => <Pager page={2} pageSize={20} total={50} />,
    'last page': () => <Pager page={3} pageSize={20} total={50} />,
  },
  TreeView: {
    usual: () => <TreeView label="Categories" nodes={tree} content={content} />,
    selected: () => (
      <TreeView label="Menus" nodes={tree} content={content} selectedId="Users" onSelect={ignore} onMove={ignore} />
    ),
    'with checkboxes': () => (
      <TreeView
        label="Menus of a role"
        nodes={tree}
        content={content}
        onSelect={ignore}
        checkOf={({ id }) => (id === 'System' ? 'mixed' : id === 'Users')}
      />
    ),
  },
  TreeEditor: { usual: () => editor(tree), empty: () => editor([]) },
  NodePanel: {
    new: () => (
      <NodePanel title="Create menu" parameter="menu">
        A form
      </NodePanel>
    ),
    existing: () => (
      <NodePanel title="Users" parameter="menu" id="Users" createBelow="Create below" onRemove={ignore}>
        A form
      </NodePanel>
    ),
  },
  MoveButtons: {
    'some directions': () => <MoveButtons nodes={tree} id="Users" onMove={ignore} />,
    'other directions': () => <MoveButtons nodes={tree} id="Reports" onMove={ignore} />,
  },
};
