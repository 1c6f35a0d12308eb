import { CheckboxField, TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import type { MenuValues } from './menu-values.ts';
import { menusMessages } from './messages.ts';

/** The rarely used fields of a menu. */
export function MoreMenuFields({ form }: { readonly form: Form<MenuValues> }) {
  const text = menusMessages();
  return (
    <details class="more">
      <summary>{text.more}</summary>
      <div class="field-row">
        <TextField form={form} name="component" label={text.component} isOptional />
        <TextField form={form} name="href" label={text.href} kind="url" isOptional />
        <TextField form={form} name="i18nKey" label={text.i18nKey} isOptional />
        <TextField form={form} name="activeMenu" label={text.activeMenu} isOptional />
        <TextField form={form} name="iconFontSize" label={text.iconFontSize} kind="numeric" isOptional />
        <TextField
          form={form}
          name="fixedIndexInTab"
          label={text.fixedIndexInTab}
          hint={text.fixedIndexHint}
          kind="numeric"
          isOptional
        />
      </div>
      <TextArea form={form} name="query" label={text.query} hint={text.queryHint} rows={3} isOptional />
      <CheckboxField form={form} name="hideInMenu" label={text.hideInMenu} />
      <CheckboxField form={form} name="keepAlive" label={text.keepAlive} />
      <CheckboxField form={form} name="multiTab" label={text.multiTab} />
      <CheckboxField form={form} name="constant" label={text.isConstant} />
    </details>
  );
}
