import type { Schemas } from '@portcullis/client';
import { CheckboxField, CheckboxGroup, TextField, NewPasswordField } from '../../forms/fields.tsx';
import { language } from '../../language/messages.ts';
import { FormView, useForm } from '../../forms/form.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import { roleChoices } from '../../resources/references.ts';

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
  readonly invite: boolean;
  readonly roleIds: readonly string[];
}

const initial: Values = { username: '', email: '', nickName: '', password: '', invite: false, roleIds: [] };

export function CreateUser({ roles, onCreated, onCancel }: CreateUserProps) {
  const text = usersMessages();
  const form = useForm<Values>({
    initial,
    save: async ({ nickName, roleIds, invite, password, ...names }) =>
      onCreated(
        await api.post('/api/users', {
          body: {
            ...names,
            ...(invite ? { invite, language: language.value } : { password }),
            nickName: nickName === '' ? null : nickName,
            roleIds: [...roleIds],
          },
        }),
      ),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <TextField form={form} name="username" label={text.username} autoFocus />
      <TextField form={form} name="email" label={text.email} kind="email" />
      <TextField form={form} name="nickName" label={text.nickName} isOptional />
      <CheckboxField form={form} name="invite" label={text.invite} hint={text.inviteHint} />
      {form.values.value.invite ? undefined : (
        <NewPasswordField form={form} label={text.password} hint={text.createHint} />
      )}
      <CheckboxGroup form={form} name="roleIds" label={text.roles} choices={roleChoices(roles)} />
    </FormView>
  );
}
