import { useState } from 'preact/hooks';
import { TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { api, logIn } from '../session/session.ts';
import { LinkPage } from './link-page.tsx';
import { mailLinkMessages } from './mail-link-messages.ts';

/** The page for the link in an invitation. The person chooses a password and is logged in. */
export function AcceptInvitation({ token }: { readonly token: string }) {
  const text = mailLinkMessages();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    save: async ({ password }) => {
      const { username } = await api.post('/api/auth/invitations/confirm', { body: { token, password } });
      setDone(true);
      // If the log-in fails, for example because the account is disabled, the error is not shown. The person can then
      // open the log-in form with the button of the page.
      await logIn({ username, password }, false).catch(() => undefined);
    },
  });
  return (
    <LinkPage title={text.invitation}>
      {isDone ? (
        <p role="status">{text.accepted}</p>
      ) : (
        <FormView form={form} action={text.accept}>
          <TextField
            form={form}
            name="password"
            label={text.password}
            kind="password"
            autoComplete="new-password"
            autoFocus
          />
        </FormView>
      )}
    </LinkPage>
  );
}
