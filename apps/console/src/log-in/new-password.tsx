import { useEffect, useState } from 'preact/hooks';
import { Preferences } from '../parts/preferences.tsx';
import { TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { api, restoreSession } from '../session/session.ts';
import { passwordResetMessages } from './password-reset-messages.ts';
import { Button } from '../parts/button.tsx';

/** The page for the link in a password-reset mail. The person chooses a new password and then logs in. */
export function NewPassword({ token }: { readonly token: string }) {
  const text = passwordResetMessages();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    document.title = `${text.title} · Portcullis`;
  }, [text.title]);
  const form = useForm({
    initial: { newPassword: '' },
    save: async ({ newPassword }) => {
      await api.post('/api/auth/password-resets/confirm', { body: { token, newPassword } });
      setDone(true);
    },
  });
  return (
    <main class="log-in">
      <p class="brand">Portcullis</p>
      <h1>{text.title}</h1>
      {isDone ? (
        <p role="status">{text.done}</p>
      ) : (
        <FormView form={form} action={text.choose}>
          <TextField
            form={form}
            name="newPassword"
            label={text.newPassword}
            kind="password"
            autoComplete="new-password"
            hint={text.newPasswordHint}
            autoFocus
          />
        </FormView>
      )}
      <Button kind="link" onClick={restoreSession}>
        {text.toLogIn}
      </Button>
      <Preferences />
    </main>
  );
}
