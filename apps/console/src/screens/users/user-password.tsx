import type { Schemas } from '@portcullis/client';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { FormView, useForm } from '../../parts/form.tsx';
import { notify } from '../../parts/status.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';

export function UserPassword({ user }: { readonly user: Schemas['User'] }) {
  const text = usersMessages();
  const form = useForm(
    {
      initial: { password: '' },
      save: async ({ password }) => {
        await api.put('/api/users/{id}/password', { params: { path: { id: user.id } }, body: { password } });
        notify(text.passwordSet);
        form.reset({ password: '' });
      },
    },
    user.id,
  );
  return (
    <section class="panel">
      <h2>{text.setPassword}</h2>
      <FormView form={form} action={text.setPassword}>
        <NewPasswordField form={form} label={text.newPassword} hint={text.passwordHint} />
      </FormView>
    </section>
  );
}
