import { ifVersion, type Schemas } from '@portcullis/client';
import { createMenuBody, updateMenuBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { useForm, FormView, type Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { choicesOf } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import { NodePanel, removeNode } from '../../parts/tree-editor.tsx';
import { findNode, indentedChoices, type TreeMove } from '../../parts/tree-moves.ts';
import { MoveButtons } from '../../parts/tree.tsx';
import { menuTitle } from '../../resources/built-in-names.ts';
import { HoldersPanel } from '../../resources/holders.tsx';
import { setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { bodyOf, valuesOf, type MenuValues } from './menu-values.ts';
import { useState } from 'preact/hooks';
import { DialogButton } from '../../parts/actions.tsx';
import { IconShape } from '../../parts/icon.tsx';
import { MenuIcon, useMenuIcons } from '../../resources/menu-label.tsx';

/** The icons that the console has, with a search by name. */
function IconGrid({ chosen, onChoose }: { readonly chosen: string; readonly onChoose: (name: string) => void }) {
  const text = texts().menus;
  const icons = useMenuIcons();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = Object.entries(icons).filter(([name]) => name.includes(wanted));
  return (
    <>
      <input
        type="search"
        class="search"
        aria-label={text.searchIcons}
        placeholder={text.searchIcons}
        autofocus
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <div class="icon-grid">
        {found.map(([name, icon]) => (
          <button
            key={name}
            type="button"
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <IconShape icon={icon} />
          </button>
        ))}
      </div>
      <p class="hint" role="status">
        {text.iconsFound({ count: found.length })}
      </p>
    </>
  );
}

/**
 * The field for the Iconify icon of a menu, with a preview and a choice of icons. Every other name can be entered, too,
 * because the front end may have icons that the console does not have.
 */
function IconPicker({ form }: { readonly form: Form<MenuValues> }) {
  const text = texts().menus;
  const { icon } = form.values.value;
  return (
    <div class="icon-picker">
      <TextField form={form} name="icon" label={text.iconName} hint={text.iconHint} />
      <span class="icon-preview">
        <MenuIcon name={icon} />
      </span>
      <DialogButton label={text.chooseIcon} dialog={text.chooseIcon} wide>
        {(close) => (
          <IconGrid
            chosen={icon}
            onChoose={(name) => {
              form.set({ icon: name });
              close();
            }}
          />
        )}
      </DialogButton>
    </div>
  );
}

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
          choices={[{ value: '', label: text.root }, ...(menuType === '1' ? [] : indentedChoices(tree, menuTitle))]}
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
        choices={choicesOf({ 1: text.iconify, 2: text.local })}
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

  const form = useResourceForm(
    { resource: '/api/menus/{id}', limits: updateMenuBody, stored: menu, valuesOf, bodyOf, onSaved: onChanged },
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
          read={(query, signal) => api.get('/api/menus/{id}/holders', { params: { path, query }, signal })}
        />
      ) : undefined}
    </>
  );
}
