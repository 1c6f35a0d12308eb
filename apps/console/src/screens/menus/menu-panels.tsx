import { ifVersion, type Schemas } from '@portcullis/client';
import { createMenuBody, updateMenuBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { notify } from '../../parts/notices.tsx';
import { NodePanel, removeNode } from '../../parts/tree-editor.tsx';
import { findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { MoveButtons } from '../../parts/tree.tsx';
import { setQuery } from '../../routing/location.ts';
import { HoldersPanel } from '../../resources/holders.tsx';
import { api, can, ifAllowed } from '../../session/session.ts';
import { MenuForm } from './menu-form.tsx';
import { bodyOf, valuesOf, type MenuValues } from './menu-values.ts';

type MenuNode = Schemas['MenuNode'];

interface EditorProps {
  readonly tree: readonly MenuNode[];
  readonly onChanged: () => void;
}

/** The form of a new menu, below a parent or at the root. */
export function NewMenu({ tree, parentId, onChanged }: EditorProps & { readonly parentId: string }) {
  const text = texts().menus;
  const form = useForm({
    limits: createMenuBody,
    initial: { ...valuesOf(), parentId, order: String(nextOrder()) },
    save,
  });

  function nextOrder(): number {
    const siblings = findNode(tree, parentId)?.children ?? tree;
    return Math.max(0, ...siblings.map((sibling) => sibling.order)) + 1;
  }

  async function save(values: MenuValues): Promise<void> {
    const created = await api.post('/api/menus', { body: { ...bodyOf(values), parentId: values.parentId } });
    notify(text.createdNotice({ name: created.title }));
    setQuery({ menu: created.id, parent: '' }, { replace: true });
    onChanged();
  }

  return (
    <NodePanel title={text.create} parameter="menu">
      <MenuForm form={form} isNew tree={tree} />
    </NodePanel>
  );
}

interface ExistingMenuProps extends EditorProps {
  readonly menu: MenuNode;
  readonly onMove: (move: TreeMove) => unknown;
}

/** The form of a menu, and the buttons for actions on it. */
export function ExistingMenu({ tree, menu, onMove, onChanged }: ExistingMenuProps) {
  const text = texts().menus;
  const path = { id: menu.id };

  const form = useEditForm(
    {
      limits: updateMenuBody,
      stored: menu,
      read: () => api.get('/api/menus/{id}', { params: { path } }),
      valuesOf,
      bodyOf,
      write: (body, header) => api.patch('/api/menus/{id}', { params: { path, header }, body }),
      onSaved: onChanged,
    },
    `${menu.parentId ?? ''} ${menu.order}`,
  );

  const remove = () =>
    removeNode({
      parameter: 'menu',
      name: menu.title,
      text,
      send: () => api.delete('/api/menus/{id}', { params: { path, header: ifVersion(menu.version) } }),
      onChanged,
    });

  return (
    <>
      <NodePanel
        title={menu.title}
        parameter="menu"
        id={menu.id}
        createBelow={ifAllowed('createMenu', text.createBelow({ name: menu.title }))}
        onRemove={ifAllowed('deleteMenu', remove)}
      >
        {can('moveMenu') ? <MoveButtons nodes={tree} id={menu.id} onMove={onMove} /> : undefined}
        <MenuForm form={form} tree={tree} isReadOnly={!can('getMenu') || !can('updateMenu')} />
      </NodePanel>
      {can('listMenuHolders') ? (
        <HoldersPanel
          id={menu.id}
          read={(query, signal) => api.get('/api/menus/{id}/holders', { params: { path, query }, signal })}
        />
      ) : undefined}
    </>
  );
}
