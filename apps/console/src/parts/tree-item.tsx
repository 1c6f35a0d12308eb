import type { ComponentChildren } from 'preact';
import { commonMessages } from './messages.ts';
import type { DropPlace, TreeNode, TreeRow } from './tree-moves.ts';

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
  readonly onFocus: () => void;
  readonly onSelect: () => void;
  readonly onToggle: () => void;
  readonly onDragStart: () => void;
  readonly onDragEnd: () => void;
  /** @returns whether the dragged node may be dropped at `place` */
  readonly onDragOver: (place: DropPlace) => boolean;
  readonly onDrop: (place: DropPlace) => void;
  readonly children: ComponentChildren;
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
export function TreeItem(props: TreeItemProps) {
  const { row, isOpen, isSelected, check, isFocused, isDragged, isDraggable, dropPlace, children } = props;
  const text = commonMessages();
  const isBranch = row.node.children.length > 0;
  const classes = ['tree-item', dropPlace === undefined ? '' : `drop-${dropPlace}`, isDragged ? 'is-dragged' : ''];
  return (
    <li
      data-id={row.node.id}
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
      onFocus={props.onFocus}
      onClick={props.onSelect}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', row.node.id);
        props.onDragStart();
      }}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => {
        if (props.onDragOver(placeOf(event, event.currentTarget))) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop(placeOf(event, event.currentTarget));
      }}
    >
      <span
        class="tree-toggle"
        aria-hidden="true"
        title={isBranch ? (isOpen ? text.collapse : text.expand) : undefined}
        onClick={(event) => {
          event.stopPropagation();
          props.onToggle();
        }}
      >
        {isBranch ? (isOpen ? '▾' : '▸') : ''}
      </span>
      {check === undefined ? undefined : <span class="tree-check" aria-hidden="true" />}
      {children}
    </li>
  );
}
