import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Button } from './elements.tsx';
import {
  dropMove,
  keyboardMove,
  rowsOf,
  type Direction,
  type DropPlace,
  type TreeMove,
  type TreeNode,
  type TreeRow,
} from './tree-moves.ts';

interface Line {
  readonly dependencies: readonly unknown[];
  readonly element: VNode;
}

/**
 * Returns a function that creates the element of a line, or returns its element of the last rendering if the
 * dependencies are the same. Preact does not render the same element again, which matters for trees of hundreds of nodes.
 */
function useLines() {
  const before = useRef<ReadonlyMap<string, Line>>(new Map());
  const lines = new Map<string, Line>();
  const known = before.current;
  before.current = lines;
  return (id: string, dependencies: readonly unknown[], create: () => VNode): VNode => {
    const last = known.get(id);
    const isSame = last?.dependencies.every((value, index) => value === dependencies[index]) === true;
    const line = isSame ? last : { dependencies, element: create() };
    lines.set(id, line);
    return line.element;
  };
}

/** Number of lines that are shown at once. They are higher than most windows. */
const firstLines = 60;

/** The other lines of a long tree follow after this many milliseconds, so that the window shows the first ones early. */
const pause = 50;

/** Returns how many lines of a tree are shown. */
function useLineCount(): number {
  const [count, setCount] = useState(firstLines);
  useEffect(() => {
    const timer = setTimeout(() => setCount(Number.POSITIVE_INFINITY), pause);
    return () => clearTimeout(timer);
  }, []);
  return count;
}

interface TreeItemProps {
  readonly row: TreeRow<TreeNode>;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** Whether the checkbox is checked; undefined in a tree without checkboxes. */
  readonly check: boolean | 'mixed' | undefined;
  /** Whether the Tab key moves the focus to this line. */
  readonly isFocused: boolean;
  readonly isDragged: boolean;
  readonly isDraggable: boolean;
  /** Where the dragged node would be dropped; undefined if it cannot be dropped here, or the pointer is elsewhere. */
  readonly dropPlace: DropPlace | undefined;
  /** The present handlers of the tree. They do not change the line, so that it need not be rendered again. */
  readonly handlers: { readonly current: TreeItemHandlers };
  readonly children: ComponentChildren;
}

/** Handle the events of the line of the node with the given id. */
interface TreeItemHandlers {
  readonly onFocus: (id: string) => void;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onDragStart: (id: string) => void;
  readonly onDragEnd: () => void;
  /** @returns whether the dragged node may be dropped at `place` */
  readonly onDragOver: (id: string, place: DropPlace) => boolean;
  readonly onDrop: (id: string, place: DropPlace) => void;
}

/**
 * Returns the drop position: `before` in the upper quarter of the line, `after` in the lower quarter, else `inside`.
 */
function placeOf(event: DragEvent, element: HTMLElement): DropPlace {
  const { top, height } = element.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < 0.25) return 'before';
  return part > 0.75 ? 'after' : 'inside';
}

/** A line of a tree. It handles clicks and dragging. The tree view handles the keyboard. */
function TreeItem(props: TreeItemProps) {
  const { row, isOpen, isSelected, check, isFocused, isDragged, isDraggable, dropPlace, handlers, children } = props;
  const text = texts().common;
  const { id } = row.node;
  const isBranch = row.node.children.length > 0;
  const classes = ['tree-item', dropPlace === undefined ? '' : `drop-${dropPlace}`, isDragged ? 'is-dragged' : ''];
  return (
    <li
      data-id={id}
      role="treeitem"
      class={classes.join(' ').trim()}
      style={{ '--level': row.level }}
      aria-level={row.level}
      aria-posinset={row.index + 1}
      aria-setsize={row.siblings.length}
      aria-selected={check === undefined ? isSelected : undefined}
      aria-checked={check}
      aria-expanded={isBranch ? isOpen : undefined}
      tabIndex={isFocused ? 0 : -1}
      draggable={isDraggable}
      onFocus={() => handlers.current.onFocus(id)}
      onClick={() => handlers.current.onSelect(id)}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', id);
        handlers.current.onDragStart(id);
      }}
      onDragEnd={() => handlers.current.onDragEnd()}
      onDragOver={(event) => {
        if (handlers.current.onDragOver(id, placeOf(event, event.currentTarget))) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        handlers.current.onDrop(id, placeOf(event, event.currentTarget));
      }}
    >
      <span
        class="tree-toggle"
        aria-hidden="true"
        title={isBranch ? (isOpen ? text.collapse : text.expand) : undefined}
        onClick={(event) => {
          event.stopPropagation();
          handlers.current.onToggle(id);
        }}
      >
        {isBranch ? (isOpen ? '▾' : '▸') : ''}
      </span>
      {check === undefined ? undefined : <span class="tree-check" aria-hidden="true" />}
      {children}
    </li>
  );
}

interface TreeViewProps<Node extends TreeNode, Detail> {
  readonly label: string;
  readonly nodes: readonly Node[];
  /** Shows a node. A line is rendered again only if its node, its state, its detail or this function has changed. */
  readonly content: (node: Node, detail: Detail | undefined) => ComponentChildren;
  /** Returns a value on which the content of a node depends besides the node itself. */
  readonly detailOf?: (node: Node) => Detail | undefined;
  readonly selectedId?: string | undefined;
  readonly onSelect?: (node: Node) => void;
  /**
   * Returns whether a node is checked. If `checkOf` is missing, the tree has no checkboxes. Otherwise, `onSelect` must
   * check or uncheck the node.
   */
  readonly checkOf?: (node: Node) => boolean | 'mixed';
  /** Called when a node is dropped, or moved with the keyboard. If missing, nodes cannot be moved. */
  readonly onMove?: ((move: TreeMove) => unknown) | undefined;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/**
 * A tree view with the keyboard control of the ARIA Authoring Practices: Tab enters the tree, arrow keys move in it.
 */
export function TreeView<Node extends TreeNode & { readonly children: readonly Node[] }, Detail = unknown>(
  props: TreeViewProps<Node, Detail>,
) {
  const { label, nodes, content, detailOf, selectedId, onSelect, checkOf, onMove } = props;
  const text = texts().common;
  const lineOf = useLines();
  const lineCount = useLineCount();
  const helpId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string | undefined>(selectedId);
  const [draggedId, setDraggedId] = useState<string | undefined>(undefined);
  const [drop, setDrop] = useState<{ readonly id: string; readonly place: DropPlace } | undefined>(undefined);
  const moved = useRef<string | undefined>(undefined);
  const rows = rowsOf(nodes, closed);
  const rowWith = (id: string | undefined): TreeRow<Node> | undefined => rows.find(({ node }) => node.id === id);
  const focused = rowWith(focusedId) ?? rows[0];

  const elementOf = (id: string): HTMLElement | null | undefined =>
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  const focus = (row: TreeRow<Node> | undefined): void => {
    if (row === undefined) return;
    setFocusedId(row.node.id);
    elementOf(row.node.id)?.focus();
  };
  const setOpen = (id: string, open: boolean): void => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const move = (to: TreeMove | undefined): void => {
    if (to === undefined) return;
    moved.current = to.id;
    if (to.parentId !== undefined) setOpen(to.parentId, true);
    onMove?.(to);
  };

  // A move of a node also moves its element in the list. The moved element loses the focus, so the effect restores it.
  useEffect(() => {
    if (moved.current !== undefined) elementOf(moved.current)?.focus();
    moved.current = undefined;
  }, [nodes]);

  function onKeyDown(event: KeyboardEvent): void {
    if (focused === undefined) return;
    const at = rows.indexOf(focused);
    const { node, parent } = focused;
    const isOpen = node.children.length > 0 && !closed.has(node.id);
    const direction = directions[event.key];
    if (event.altKey && direction !== undefined && onMove !== undefined) move(keyboardMove(focused, direction));
    else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (event.key === 'ArrowDown') focus(rows[at + 1]);
    else if (event.key === 'ArrowUp') focus(rows[at - 1]);
    else if (event.key === 'Home') focus(rows[0]);
    else if (event.key === 'End') focus(rows.at(-1));
    else if (event.key === 'ArrowRight' && isOpen) focus(rows[at + 1]);
    else if (event.key === 'ArrowRight') setOpen(node.id, true);
    else if (event.key === 'ArrowLeft' && isOpen) setOpen(node.id, false);
    else if (event.key === 'ArrowLeft') focus(parent);
    else if (event.key === 'Enter' || event.key === ' ') onSelect?.(node);
    else return;
    event.preventDefault();
  }

  /** Returns the move for a drop at `place` of a line; undefined if the dragged node cannot be dropped there. */
  const moveTo = (id: string, place: DropPlace): TreeMove | undefined => {
    const [dragged, target] = [rowWith(draggedId), rowWith(id)];
    return dragged === undefined || target === undefined ? undefined : dropMove(dragged, target, place);
  };
  const endDrag = (): void => {
    setDraggedId(undefined);
    setDrop(undefined);
  };
  const select = (id: string): void => {
    const row = rowWith(id);
    if (row !== undefined) onSelect?.(row.node);
  };
  const present: TreeItemHandlers = {
    onFocus: setFocusedId,
    onSelect: select,
    onToggle: (id) => setOpen(id, closed.has(id)),
    onDragStart: setDraggedId,
    onDragEnd: endDrag,
    onDragOver: (id, place) => {
      const isAllowed = moveTo(id, place) !== undefined;
      if (drop?.id !== id || drop.place !== place) setDrop(isAllowed ? { id, place } : undefined);
      return isAllowed;
    },
    onDrop: (id, place) => {
      move(moveTo(id, place));
      endDrag();
    },
  };
  const handlers = useRef(present);
  handlers.current = present;

  return (
    <>
      <ul ref={list} class="tree" role="tree" aria-label={label} aria-describedby={helpId} onKeyDown={onKeyDown}>
        {rows.slice(0, lineCount).map((row) => {
          const { node, level, index, siblings } = row;
          const { id } = node;
          const detail = detailOf?.(node);
          const state = {
            isOpen: !closed.has(id),
            isSelected: selectedId === id,
            check: checkOf?.(node),
            isFocused: focused?.node.id === id,
            isDragged: draggedId === id,
            dropPlace: drop?.id === id ? drop.place : undefined,
            isDraggable: onMove !== undefined,
          };
          const dependencies = [node, level, index, siblings.length, content, detail, text, ...Object.values(state)];
          return lineOf(id, dependencies, () => (
            <TreeItem key={id} row={row} handlers={handlers} {...state}>
              {content(node, detail)}
            </TreeItem>
          ));
        })}
      </ul>
      <p id={helpId} class="hint">
        {onMove === undefined ? undefined : text.treeHelp}
        {checkOf === undefined ? undefined : text.treeCheckHelp}
      </p>
    </>
  );
}

interface MoveButtonsProps<Node> {
  readonly nodes: readonly Node[];
  readonly id: string;
  readonly onMove: (move: TreeMove) => unknown;
}

/** Buttons that move a node of a tree, for people who cannot drag it and have no keyboard. */
export function MoveButtons<Node extends TreeNode & { readonly children: readonly Node[] }>(
  props: MoveButtonsProps<Node>,
) {
  const { nodes, id, onMove } = props;
  const text = texts().common;
  const row = rowsOf(nodes).find(({ node }) => node.id === id);
  if (row === undefined) return null;
  return (
    <div class="bulk" role="group" aria-label={text.move}>
      <span>{text.move}</span>
      {(['up', 'down', 'out', 'in'] as const).map((direction) => {
        const move = keyboardMove(row, direction);
        return (
          <Button key={direction} isDisabled={move === undefined} onClick={() => move && onMove(move)}>
            {text.moves[direction]}
          </Button>
        );
      })}
    </div>
  );
}
