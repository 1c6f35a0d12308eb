import type { Schemas } from '@portcullis/client';
import { TextArea, TextField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { textsOf, withNulls } from '../../forms/values.ts';

const fields = ['code', 'name', 'resource', 'action', 'description'] as const;

export type PermissionValues = ReturnType<typeof valuesOf>;

export const valuesOf = (permission?: Schemas['Permission']) => textsOf(fields, permission);

export const bodyOf = (values: PermissionValues) => withNulls(values, ['description']);

/** @returns the changed values. The code is derived from the resource and the action until the person changes it. */
export function withCode(values: PermissionValues, changes: Partial<PermissionValues>): PermissionValues {
  const joined = ({ resource, action }: PermissionValues): string =>
    resource === '' && action === '' ? '' : `${resource}.${action}`;
  const next = { ...values, ...changes };
  const isFollowing = changes.code === undefined && values.code === joined(values);
  return isFollowing ? { ...next, code: joined(next) } : next;
}

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
