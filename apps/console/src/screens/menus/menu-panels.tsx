import { ifVersion, type Schemas } from '@portcullis/client';
import { createMenuBody, updateMenuBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { useForm, FormView, type Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { Choice } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import { NodePanel, removeNode } from '../../parts/tree-editor.tsx';
import { findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { MoveButtons } from '../../parts/tree.tsx';
import { menuTitle } from '../../resources/built-in-names.ts';
import { HoldersPanel } from '../../resources/holders.tsx';
import { setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { IconPicker } from './icon-picker.tsx';
import { bodyOf, valuesOf, type MenuValues } from './menu-values.ts';

/** The rarely used fields of a menu. */
function MoreMenuFields({ form }: { readonly form: Form<MenuValues> }) {
  const text = texts().menus;
  return (
    <details class="more">
      <summary>{text.more}</summary>
      <div class="field-row">
        <TextField form={form} name="component" />
        <TextField form={form} name="href" label={text.href} kind="url" />
        <TextField form={form} name="i18nKey" />
        <TextField form={form} name="activeMenu" label={text.activeMenu} />
        <TextField form={form} name="iconFontSize" label={text.iconFontSize} />
        <TextField form={form} name="fixedIndexInTab" label={text.fixedIndexInTab} hint={text.fixedIndexHint} />
      </div>
      <TextArea form={form} name="query" label={text.query} hint={text.queryHint} rows={3} isOptional />
      <CheckboxField form={form} name="hideInMenu" label={text.hideInMenu} />
      <CheckboxField form={form} name="keepAlive" label={text.keepAlive} />
      <CheckboxField form={form} name="multiTab" label={text.multiTab} />
      <CheckboxField form={form} name="constant" label={text.isConstant} />
    </details>
  );
}

type MenuNode = Schemas['MenuNode'];

/** @returns every menu as a choice, indented by its level. */
const parentsIn = (nodes: readonly MenuNode[], level = 0): Choice[] =>
  nodes.flatMap((node) => [
    { value: node.id, label: `${'\u2003'.repeat(level)}${menuTitle(node)}` },
    ...parentsIn(node.children, level + 1),
  ]);

interface PlaceFieldsProps {
  readonly form: Form<MenuValues>;
  readonly isNew: boolean;
  readonly tree: readonly MenuNode[];
}

/** The fields for the type and the parent. They depend on each other, because a directory must be at the root. */
function PlaceFields({ form, isNew, tree }: PlaceFieldsProps) {
  const text = texts().menus;
  const { menuType, parentId } = form.values.value;
  const isChild = parentId !== '';
  const types = [
    { value: '2', label: text.page },
    { value: '1', label: texts().references.directory },
  ];
  return (
    <div class="field-row">
      <SelectField
        form={form}
        name="menuType"
        label={text.menuType}
        hint={text.directoryHint}
        choices={isChild && menuType !== '1' ? types.slice(0, 1) : types}
      />
      {isNew ? (
        <SelectField
          form={form}
          name="parentId"
          hint={text.parentHint}
          choices={[{ value: '', label: text.root }, ...(menuType === '1' ? [] : parentsIn(tree))]}
        />
      ) : undefined}
    </div>
  );
}

function IconFields({ form }: { readonly form: Form<MenuValues> }) {
  const text = texts().menus;
  const isLocal = form.values.value.iconType === '2';
  return (
    <div class="field-row">
      <SelectField
        form={form}
        name="iconType"
        label={text.iconType}
        choices={[
          { value: '1', label: text.iconify },
          { value: '2', label: text.local },
        ]}
      />
      {isLocal ? (
        <TextField key="local" form={form} name="localIcon" label={text.iconName} hint={text.localIconHint} />
      ) : (
        <IconPicker key="iconify" form={form} />
      )}
    </div>
  );
}

interface MenuFormProps {
  readonly form: Form<MenuValues>;
  readonly isNew?: boolean;
  readonly isReadOnly?: boolean;
  readonly tree: readonly MenuNode[];
}

/** The fields of a menu. Some fields are shown only for certain values of other fields. */
function MenuForm({ form, isNew = false, isReadOnly = false, tree }: MenuFormProps) {
  const text = texts().menus;
  const common = texts().common;
  const disabled = form.stored.value.status === '2' ? '2' : '0';
  return (
    <FormView form={form} isReadOnly={isReadOnly} action={isNew ? common.create : common.save}>
      <div class="field-row">
        <TextField form={form} name="routeName" autoFocus={isNew} />
        <TextField form={form} name="routePath" />
      </div>
      <TextField form={form} name="menuName" label={text.menuName} hint={text.menuNameHint} />
      <PlaceFields form={form} isNew={isNew} tree={tree} />
      <div class="field-row">
        <TextField form={form} name="order" hint={text.orderHint} />
        <SelectField
          form={form}
          name="status"
          choices={[
            { value: '1', label: common.enabled },
            { value: disabled, label: common.disabled },
          ]}
        />
      </div>
      <IconFields form={form} />
      <MoreMenuFields form={form} />
    </FormView>
  );
}

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
