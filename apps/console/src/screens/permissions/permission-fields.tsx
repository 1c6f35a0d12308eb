import { TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { permissionsMessages } from './messages.ts';
import type { PermissionValues } from './permission-values.ts';

interface PermissionFieldsProps {
  readonly form: Form<PermissionValues>;
  readonly codeHint: string;
  readonly autoFocus?: boolean;
}

export function PermissionFields({ form, codeHint, autoFocus = false }: PermissionFieldsProps) {
  const text = permissionsMessages();
  return (
    <>
      <div class="field-row">
        <TextField form={form} name="resource" label={text.resource} autoFocus={autoFocus} />
        <TextField form={form} name="action" label={text.action} />
      </div>
      <TextField form={form} name="code" label={text.code} hint={codeHint} />
      <TextField form={form} name="name" label={text.name} />
      <TextArea form={form} name="description" label={text.description} rows={2} />
    </>
  );
}
