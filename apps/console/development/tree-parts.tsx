import { NodePanel, TreeEditor } from '../src/parts/tree-editor.tsx';
import { MoveButtons, TreeView } from '../src/parts/tree.tsx';
import type { Part } from './part.ts';

const ignore = (): void => undefined;

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

export const treeParts: readonly Part[] = [
  {
    name: 'TreeView',
    states: {
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
  },
  { name: 'TreeEditor', states: { usual: () => editor(tree), empty: () => editor([]) } },
  {
    name: 'NodePanel',
    states: {
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
  },
  {
    name: 'MoveButtons',
    states: {
      'some directions': () => <MoveButtons nodes={tree} id="Users" onMove={ignore} />,
      'other directions': () => <MoveButtons nodes={tree} id="Reports" onMove={ignore} />,
    },
  },
];
