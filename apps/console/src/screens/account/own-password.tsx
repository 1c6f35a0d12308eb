import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { notify } from '../../parts/actions.tsx';
import { api } from '../../session/session.ts';
import { accountMessages } from './messages.ts';
import { Panel } from '../../parts/elements.tsx';

const initial = { currentPassword: '', newPassword: '' };

export function OwnPassword() {
  const text = accountMessages();
  const form = useForm({
    initial,
    fieldsOfReasons: { 'password-unacceptable': 'newPassword' },
    save: async (body) => {
      await api.put('/api/auth/password', { body });
      notify(text.passwordChanged);
      form.reset(initial);
    },
  });
  return (
    <Panel title={text.password}>
      <FormView form={form} action={text.changePassword}>
        <TextField
          form={form}
          name="currentPassword"
          label={text.currentPassword}
          kind="password"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="newPassword"
          label={text.newPassword}
          kind="password"
          autoComplete="new-password"
          hint={text.passwordHint}
        />
      </FormView>
    </Panel>
  );
}
