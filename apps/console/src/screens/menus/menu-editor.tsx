import type { Schemas } from '@portcullis/client';
import { useEffect, useRef } from 'preact/hooks';
import { confirmFirst } from '../../parts/confirm.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Empty, messageOf } from '../../parts/states.tsx';
import { notify } from '../../parts/status.tsx';
import type { TreeMove } from '../../parts/tree-moves.ts';
import { TreeView } from '../../parts/tree-view.tsx';
import { changesOf } from '../../parts/values.ts';
import { setQuery } from '../../routing/list-state.ts';
import { api, mayDo } from '../../session/session.ts';
import { MenuForm } from './menu-form.tsx';
import { MenuLabel } from './menu-label.tsx';
import { bodyOf, newMenuValues, valuesOf, type MenuValues } from './menu-values.ts';
import { menusMessages } from './messages.ts';
import { MoveButtons } from './move-buttons.tsx';
import { findMenu, moveMenu } from './move-menu.ts';

type MenuNode = Schemas['MenuNode'];

interface EditorProps {
  readonly tree: readonly MenuNode[];
  readonly onChanged: () => void;
}

/** The form of a new menu, below a parent or at the root. */
function NewMenu({ tree, parentId, onChanged }: EditorProps & { readonly parentId: string }) {
  const text = menusMessages();
  const siblings = findMenu(tree, parentId)?.children ?? tree;
  const order = Math.max(0, ...siblings.map((sibling) => sibling.order)) + 1;

  async function save(values: MenuValues): Promise<void> {
    const created = await api.post('/api/menus', { body: { ...bodyOf(values), parentId: values.parentId } });
    notify(text.createdNotice(created.title));
    setQuery({ menu: created.id, parent: '' }, { replace: true });
    onChanged();
  }

  return (
    <section class="panel">
      <h2>{text.create}</h2>
      <MenuForm initial={newMenuValues(parentId, order)} isNew tree={tree} save={save} />
    </section>
  );
}

interface ExistingMenuProps extends EditorProps {
  readonly menu: MenuNode;
  readonly onMove: (move: TreeMove) => void;
}

function ExistingMenu({ tree, menu, onMove, onChanged }: ExistingMenuProps) {
  const text = menusMessages();
  const common = commonMessages();
  const path = { id: menu.id };
  const section = useRef<HTMLElement>(null);
  // Beside a long tree, or below it on a narrow screen, the form may be out of sight.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [menu.id]);

  async function save(values: MenuValues, stored: MenuValues): Promise<void> {
    await api.patch('/api/menus/{id}', { params: { path }, body: changesOf(bodyOf(stored), bodyOf(values)) });
    notify(common.saved);
    onChanged();
  }

  async function remove(): Promise<void> {
    const isConfirmed = await confirmFirst({
      title: text.deleteTitle(menu.title),
      consequence: text.deleteConsequence(menu.title),
      action: common.delete,
    });
    if (!isConfirmed) return;
    try {
      await api.delete('/api/menus/{id}', { params: { path } });
      notify(text.deletedNotice(menu.title));
      setQuery({ menu: '' }, { replace: true });
      onChanged();
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }

  return (
    <section ref={section} class="panel">
      <div class="panel-head">
        <h2>{menu.title}</h2>
        <div class="screen-actions">
          {mayDo('menu.create') ? (
            <button type="button" onClick={() => setQuery({ menu: 'new', parent: menu.id })}>
              {text.createBelow(menu.title)}
            </button>
          ) : undefined}
          {mayDo('menu.delete') ? (
            <button type="button" class="button-danger" onClick={() => void remove()}>
              {common.delete}
            </button>
          ) : undefined}
        </div>
      </div>
      {mayDo('menu.update') ? <MoveButtons tree={tree} menuId={menu.id} onMove={onMove} /> : undefined}
      <MenuForm
        key={`${menu.parentId ?? ''} ${menu.order}`}
        initial={valuesOf(menu)}
        tree={tree}
        isReadOnly={!mayDo('menu.update')}
        save={save}
      />
    </section>
  );
}

interface MenuEditorProps extends EditorProps {
  /** The id of the chosen menu, `new`, or nothing. */
  readonly chosen: string;
  readonly parentId: string;
}

/** The tree, in which menus are moved, beside the form of the chosen one. */
export function MenuEditor({ tree, chosen, parentId, onChanged }: MenuEditorProps) {
  const text = menusMessages();
  const isMoving = useRef(false);
  const menu = findMenu(tree, chosen);

  async function move(to: TreeMove): Promise<void> {
    // A second move would be computed from the tree before the first.
    if (isMoving.current) return;
    isMoving.current = true;
    try {
      await moveMenu(tree, to);
      notify(text.movedNotice(findMenu(tree, to.id)?.title ?? ''));
    } catch (error) {
      notify(messageOf(error), 'error');
    } finally {
      isMoving.current = false;
      onChanged();
    }
  }

  if (tree.length === 0 && chosen !== 'new') return <Empty />;
  return (
    <div class="split">
      <div>
        <TreeView
          label={text.title}
          nodes={tree}
          selectedId={menu?.id}
          content={(node) => <MenuLabel menu={node} />}
          onSelect={({ id }) => setQuery({ menu: id, parent: '' })}
          {...(mayDo('menu.update') ? { onMove: (to: TreeMove) => void move(to) } : {})}
        />
      </div>
      {chosen === 'new' ? (
        <NewMenu key={`new ${parentId}`} tree={tree} parentId={parentId} onChanged={onChanged} />
      ) : undefined}
      {menu === undefined ? undefined : (
        <ExistingMenu key={menu.id} tree={tree} menu={menu} onMove={(to) => void move(to)} onChanged={onChanged} />
      )}
      {menu === undefined && chosen !== 'new' ? <p class="state">{text.chooseOne}</p> : undefined}
    </div>
  );
}
