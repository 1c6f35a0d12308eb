import type { Schemas } from '@portcullis/client';
import { FormView, useForm } from '../../forms/form.tsx';
import { api } from '../../session/session.ts';
import { permissionsMessages } from './messages.ts';
import { PermissionFields } from './permission-fields.tsx';
import { bodyOf, newPermission, withCode, type PermissionValues } from './permission-values.ts';

interface CreatePermissionProps {
  readonly onCreated: (permission: Schemas['Permission']) => void;
  readonly onCancel: () => void;
}

export function CreatePermission({ onCreated, onCancel }: CreatePermissionProps) {
  const text = permissionsMessages();
  const form = useForm({
    initial: newPermission,
    save: async (values) => onCreated(await api.post('/api/permissions', { body: bodyOf(values) })),
  });
  const fields = {
    ...form,
    set: (changes: Partial<PermissionValues>) => form.set(withCode(form.values.value, changes)),
  };
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <PermissionFields form={fields} codeHint={text.codeHint} autoFocus />
    </FormView>
  );
}
