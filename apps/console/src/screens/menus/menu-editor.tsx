import { useEffect, useRef } from 'preact/hooks';
import { ifAnyVersion } from '../../forms/values.ts';
import { findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { api, hasPermission } from '../../session/session.ts';
import { Empty, messageOf } from '../../parts/load.tsx';
import { notify } from '../../parts/actions.tsx';
import { TreeView } from '../../parts/tree.tsx';
import { setQuery } from '../../routing/location.ts';
import { menusWith } from './menu-values.ts';
import { MenuLabel } from '../../resources/menu-label.tsx';
import { ExistingMenu, NewMenu, type EditorProps } from './menu-panels.tsx';
import { menusMessages } from './messages.ts';

/**
 * Moves a menu.
 * @throws {PortcullisError} menu-not-found, directory-menu-has-parent, unknown-parent-menu, menu-cycle, menu-too-deep
 */
async function moveMenu({ id, parentId, index }: TreeMove): Promise<void> {
  await api.post('/api/menus/{id}/move', {
    params: { path: { id }, header: ifAnyVersion },
    body: { parentId: parentId ?? null, position: index },
  });
}

interface MenuEditorProps extends EditorProps {
  readonly title: string;
  /** The id of the selected menu, `new` for a new menu, or an empty string. */
  readonly chosen: string;
  readonly parentId: string;
  /** If not empty, only matching menus are shown. They cannot be moved, because some of their siblings are hidden. */
  readonly search: string;
}

/** Shows the form of the selected menu next to the tree. Menus can be moved in the tree. */
export function MenuEditor({ title, tree, chosen, parentId, search, onChanged }: MenuEditorProps) {
  const text = menusMessages();
  const isMoving = useRef(false);
  const side = useRef<HTMLDivElement>(null);
  // On a narrow screen, the form is below the tree. The page scrolls to it, because the tree may be long.
  useEffect(() => {
    if (chosen !== '') side.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, parentId]);
  const menu = findNode(tree, chosen);

  async function move(to: TreeMove): Promise<void> {
    // While a move is being saved, another move is ignored, because its position refers to the tree before the first
    // move.
    if (isMoving.current) return;
    isMoving.current = true;
    try {
      await moveMenu(to);
      notify(text.movedNotice(findNode(tree, to.id)?.title ?? ''));
    } catch (error) {
      notify(messageOf(error), 'error');
    } finally {
      isMoving.current = false;
      onChanged();
    }
  }

  const shown = search === '' ? tree : menusWith(tree, search);
  const isMovable = search === '' && hasPermission('menu.update');
  return (
    <div class="split">
      <div>
        {shown.length === 0 ? (
          <Empty />
        ) : (
          <TreeView
            label={title}
            nodes={shown}
            selectedId={menu?.id}
            content={(node) => <MenuLabel menu={node} />}
            onSelect={({ id }) => setQuery({ menu: id, parent: '' })}
            {...(isMovable ? { onMove: (to: TreeMove) => void move(to) } : {})}
          />
        )}
      </div>
      <div class="split-side" ref={side}>
        {chosen === 'new' ? (
          <NewMenu key={`new ${parentId}`} tree={tree} parentId={parentId} onChanged={onChanged} />
        ) : undefined}
        {menu === undefined ? undefined : (
          <ExistingMenu key={menu.id} tree={tree} menu={menu} onMove={(to) => void move(to)} onChanged={onChanged} />
        )}
        {menu === undefined && chosen !== 'new' ? <p class="state">{text.chooseOne}</p> : undefined}
      </div>
    </div>
  );
}
