import type { Schemas } from '@portcullis/client';
import { CheckboxField, SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, type Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { Choice } from '../../parts/elements.tsx';
import { menuTitle } from '../../resources/built-in-names.ts';
import { IconPicker } from './icon-picker.tsx';
import type { MenuValues } from './menu-values.ts';

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
export function MenuForm({ form, isNew = false, isReadOnly = false, tree }: MenuFormProps) {
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
