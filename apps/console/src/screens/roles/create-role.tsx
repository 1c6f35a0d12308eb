import type { Schemas } from '@portcullis/client';
import { FormView, useForm } from '../../forms/form.tsx';
import { api } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';
import { bodyOf, newRole, RoleFields } from './role-fields.tsx';

interface CreateRoleProps {
  readonly onCreated: (role: Schemas['Role']) => void;
  readonly onCancel: () => void;
}

export function CreateRole({ onCreated, onCancel }: CreateRoleProps) {
  const text = rolesMessages();
  const form = useForm({
    initial: newRole,
    save: async (values) => onCreated(await api.post('/api/roles', { body: bodyOf(values) })),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <p class="quiet">{text.createHint}</p>
      <RoleFields form={form} autoFocus />
    </FormView>
  );
}
