import { useState } from 'preact/hooks';
import { FormView, useForm } from '../forms/form.tsx';
import { api } from '../session/session.ts';
import { LinkPage } from './link-page.tsx';
import { mailLinkMessages } from './mail-link-messages.ts';

/**
 * The page for the link that confirms a new e-mail address. Opening the page is not enough: the person must press a
 * button, because mail scanners open links too.
 */
export function ConfirmEmail({ token }: { readonly token: string }) {
  const text = mailLinkMessages();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: {},
    save: async () => {
      await api.post('/api/auth/email-changes/confirm', { body: { token } });
      setDone(true);
    },
  });
  return (
    <LinkPage title={text.emailChange}>
      {isDone ? (
        <p role="status">{text.confirmed}</p>
      ) : (
        <FormView form={form} action={text.confirm}>
          <p>{text.emailHint}</p>
        </FormView>
      )}
    </LinkPage>
  );
}
