import { useState } from 'preact/hooks';
import { language } from '../language/language.ts';
import { TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { api } from '../session/session.ts';
import { passwordResetMessages } from './password-reset-messages.ts';
import { Button } from '../parts/button.tsx';

/** The form that requests a password-reset mail. It does not reveal whether the account exists. */
export function RequestReset({ onBack }: { readonly onBack: () => void }) {
  const text = passwordResetMessages();
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { login: '' },
    save: async ({ login }) => {
      await api.post('/api/auth/password-resets', { body: { login, language: language.value } });
      setSent(true);
    },
  });
  return (
    <>
      <h1>{text.forgotten}</h1>
      {isSent ? (
        <p role="status">{text.requested}</p>
      ) : (
        <>
          <p>{text.requestHint}</p>
          <FormView form={form} action={text.request}>
            <TextField form={form} name="login" label={text.login} autoComplete="username" autoFocus />
          </FormView>
        </>
      )}
      <Button kind="link" onClick={onBack}>
        {text.toLogIn}
      </Button>
    </>
  );
}
