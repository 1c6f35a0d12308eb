import type { Schemas } from '@portcullis/client';
import { TextArea, TextField } from '../../parts/fields.tsx';
import type { Form } from '../../parts/form-state.ts';
import { orNull } from '../../parts/values.ts';
import { rolesMessages } from './messages.ts';

export interface RoleValues {
  readonly code: string;
  readonly name: string;
  readonly description: string;
}

export const newRole: RoleValues = { code: '', name: '', description: '' };

export const valuesOf = ({ code, name, description }: Schemas['Role']): RoleValues => ({
  code,
  name,
  description: description ?? '',
});

export const bodyOf = ({ description, ...names }: RoleValues) => ({ ...names, description: orNull(description) });

interface RoleFieldsProps {
  readonly form: Form<RoleValues>;
  readonly autoFocus?: boolean;
}

export function RoleFields({ form, autoFocus = false }: RoleFieldsProps) {
  const text = rolesMessages();
  return (
    <>
      <div class="field-row">
        <TextField form={form} name="name" label={text.name} autoFocus={autoFocus} />
        <TextField form={form} name="code" label={text.code} hint={text.codeHint} />
      </div>
      <TextArea form={form} name="description" label={text.description} rows={2} isOptional />
    </>
  );
}
