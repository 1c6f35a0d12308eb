import { Fragment, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { currentLocation, setQuery, setQueryIfAllowed } from '../routing/location.ts';
import { attempt } from './actions.tsx';
import { Button, Panel } from './elements.tsx';
import { Empty } from './load.tsx';
import { notifyWithUndo } from './notices.tsx';
import { findNode, moveBack, type TreeMove, type TreeNode } from './tree-moves.ts';
import { TreeView } from './tree.tsx';

interface TreeEditorProps<Node> {
  readonly title: string;
  readonly tree: readonly Node[];
  /** The nodes that match a search. They cannot be moved, because some of their siblings are hidden. */
  readonly found?: readonly Node[] | undefined;
  /** The parameter of the URL that contains the id of the selected node, or `new`. */
  readonly parameter: string;
  /** Shows a node. A line of the tree is rendered again if this function has changed, so it should stay the same. */
  readonly content: (node: Node) => ComponentChildren;
  readonly emptyHint?: string;
  /** Shown while no node is selected. */
  readonly chooseHint: string | undefined;
  /** Saves a move. If missing, nodes cannot be moved. */
  readonly save: ((move: TreeMove) => Promise<unknown>) | undefined;
  readonly movedNotice: (node: Node) => string;
  readonly onChanged: () => void;
  readonly newForm: (parentId: string) => ComponentChildren;
  readonly form: (node: Node, onMove: (move: TreeMove) => unknown) => ComponentChildren;
}

/** Shows the form of the selected node next to the tree. Nodes can be moved in the tree. */
export function TreeEditor<Node extends TreeNode & { readonly children: readonly Node[] }>(
  props: TreeEditorProps<Node>,
) {
  const { title, tree, found, parameter, content, emptyHint, chooseHint, save, movedNotice, onChanged } = props;
  const isMoving = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  const side = useRef<HTMLDivElement>(null);
  const { query } = currentLocation.value;
  const chosen = query.get(parameter) ?? '';
  const parentId = query.get('parent') ?? '';
  // On a narrow screen, the form is below the tree. The page scrolls to it, because the tree may be long.
  useEffect(() => {
    if (chosen !== '') side.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, parentId]);
  const node = findNode(tree, chosen);
  const shown = found ?? tree;

  async function move(to: TreeMove): Promise<void> {
    const moved = findNode(tree, to.id);
    // While a move is being saved, another move is ignored, because its position refers to the tree before the first
    // move.
    if (isMoving.current || save === undefined || moved === undefined) return;
    isMoving.current = true;
    const back = moveBack(tree, to.id);
    const isMoved = await attempt(() => save(to));
    isMoving.current = false;
    if (isMoved && back !== undefined) {
      notifyWithUndo(movedNotice(moved), async () => {
        // The present function is called, because it may need the present tree.
        await latest.current.save?.(back);
        latest.current.onChanged();
      });
    }
    onChanged();
  }

  return (
    <div class="split">
      <div>
        {shown.length === 0 ? (
          <Empty hint={emptyHint} />
        ) : (
          <TreeView
            label={title}
            nodes={shown}
            selectedId={node?.id}
            content={content}
            onSelect={({ id }) => void setQueryIfAllowed({ [parameter]: id, parent: '' })}
            onMove={save === undefined || found !== undefined ? undefined : move}
          />
        )}
      </div>
      <div class="split-side" ref={side}>
        {chosen === 'new' ? <Fragment key={`new ${parentId}`}>{props.newForm(parentId)}</Fragment> : undefined}
        {node === undefined ? undefined : <Fragment key={node.id}>{props.form(node, move)}</Fragment>}
        {node === undefined && chosen !== 'new' && chooseHint !== undefined ? (
          <p class="state">{chooseHint}</p>
        ) : undefined}
      </div>
    </div>
  );
}

interface NodePanelProps {
  readonly title: string;
  /** The parameter of the URL that contains the id of the selected node. */
  readonly parameter: string;
  /** The label of the button that creates a node below this one; undefined if the person may not. */
  readonly createBelow?: string | undefined;
  /** The id of the node; undefined for a new one. */
  readonly id?: string;
  /** If undefined, the node cannot be deleted. */
  readonly onRemove?: (() => unknown) | undefined;
  readonly children: ComponentChildren;
}

/** The panel of the selected node, or of a new one, with the buttons for actions on it. */
export function NodePanel({ title, parameter, createBelow, id = '', onRemove, children }: NodePanelProps) {
  const text = texts().common;
  const open = (node: string, parent = '') => setQueryIfAllowed({ [parameter]: node, parent });
  return (
    <Panel
      title={title}
      actions={
        <div class="screen-actions">
          {createBelow === undefined ? undefined : <Button onClick={() => open('new', id)}>{createBelow}</Button>}
          <Button onClick={() => open('')}>{text.close}</Button>
          {onRemove === undefined ? undefined : (
            <Button kind="danger" onClick={onRemove}>
              {text.delete}
            </Button>
          )}
        </div>
      }
    >
      {children}
    </Panel>
  );
}

interface Deletion {
  readonly parameter: string;
  readonly name: string;
  readonly text: Readonly<
    Record<'deleteTitle' | 'deleteConsequence' | 'deletedNotice', (of: { name: string }) => string>
  >;
  readonly send: () => Promise<unknown>;
  readonly onChanged: () => void;
}

/** Deletes the selected node after a confirmation. */
export const removeNode = ({ parameter, name, text, send, onChanged }: Deletion) =>
  attempt(
    async () => {
      await send();
      setQuery({ [parameter]: '' }, { replace: true });
    },
    {
      question: {
        title: text.deleteTitle({ name }),
        consequence: text.deleteConsequence({ name }),
        action: texts().common.delete,
      },
      done: text.deletedNotice({ name }),
      after: onChanged,
    },
  );
