import { TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import type { PermissionValues } from './permission-values.ts';

interface PermissionFieldsProps {
  readonly form: Form<PermissionValues>;
  readonly codeHint: string;
  readonly autoFocus?: boolean;
}

export function PermissionFields({ form, codeHint, autoFocus = false }: PermissionFieldsProps) {
  return (
    <>
      <div class="field-row">
        <TextField form={form} name="resource" autoFocus={autoFocus} />
        <TextField form={form} name="action" />
      </div>
      <TextField form={form} name="code" hint={codeHint} />
      <TextField form={form} name="name" />
      <TextArea form={form} name="description" rows={2} />
    </>
  );
}
