import type { Schemas } from '@portcullis/client';
import { CheckboxGroup, TextField } from '../../parts/fields.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import { roleChoices } from './roles.ts';

interface CreateUserProps {
  readonly roles: readonly Schemas['Role'][];
  readonly onCreated: (user: Schemas['User']) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly username: string;
  readonly email: string;
  readonly nickName: string;
  readonly password: string;
  readonly roleIds: readonly string[];
}

const initial: Values = { username: '', email: '', nickName: '', password: '', roleIds: [] };

export function CreateUser({ roles, onCreated, onCancel }: CreateUserProps) {
  const text = usersMessages();
  const form = useForm<Values>({
    initial,
    save: async ({ nickName, roleIds, ...values }) =>
      onCreated(
        await api.post('/api/users', {
          body: { ...values, nickName: nickName === '' ? null : nickName, roleIds: [...roleIds] },
        }),
      ),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <TextField form={form} name="username" label={text.username} autoFocus />
      <TextField form={form} name="email" label={text.email} kind="email" />
      <TextField form={form} name="nickName" label={text.nickName} isOptional />
      <NewPasswordField form={form} label={text.password} hint={text.createHint} />
      <CheckboxGroup form={form} name="roleIds" label={text.roles} choices={roleChoices(roles)} />
    </FormView>
  );
}
