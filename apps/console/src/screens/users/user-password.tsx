import { NewPasswordField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { attempt, notify } from '../../parts/actions.tsx';
import { language } from '../../language/messages.ts';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/references.ts';
import { Button, Panel } from '../../parts/elements.tsx';

export function UserPassword({ user }: { readonly user: ShownUser }) {
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
  const sendLink = () =>
    attempt(async () => {
      const body = { language: language.value };
      await api.post('/api/users/{id}/password-reset', { params: { path: { id: user.id } }, body });
      notify(text.resetSent);
    });
  return (
    <Panel title={text.setPassword}>
      <FormView form={form} action={text.setPassword}>
        <NewPasswordField form={form} label={text.newPassword} hint={text.passwordHint} />
      </FormView>
      <p class="hint">{text.resetHint}</p>
      <Button onClick={sendLink}>{text.sendReset}</Button>
    </Panel>
  );
}
