import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PasswordField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { brandName } from '../parts/brand.tsx';
import { Button } from '../parts/elements.tsx';
import { api, logIn, restoreSession } from '../session/session.ts';
import { LogInFrame } from './page.tsx';

const kinds = ['setup', 'reset', 'invitation', 'email-change', 'preview'] as const;

/** A link with a token in its fragment: the setup link of a new service, a link in a mail, or a preview link. */
export interface OpenedLink {
  readonly kind: (typeof kinds)[number];
  readonly token: string;
}

const pattern = /^#([a-z-]+)=([\w-]+)$/u;

/** The key of the link in the storage of the tab. */
const keptKey = 'portcullis.link';

/**
 * Returns the link in the current URL, or the link that this tab has opened before a reload. Returns undefined if there
 * is none. A token that works only once is moved from the URL to the storage of the tab, so that the browser's history
 * and a copied URL do not contain it. The token of a preview link stays in the URL. The token is in the fragment, which
 * browsers do not send to servers.
 */
export function openedLink(): OpenedLink | undefined {
  const { hash, pathname } = window.location;
  const opened = linkIn(hash);
  if (opened?.kind === 'preview') return opened;
  if (opened !== undefined) {
    window.sessionStorage.setItem(keptKey, `${pathname}${hash}`);
    window.history.replaceState(window.history.state, '', pathname);
  }
  const [path, fragment = ''] = (window.sessionStorage.getItem(keptKey) ?? '').split('#');
  if (path !== pathname) forgetLink();
  return path === pathname ? linkIn(`#${fragment}`) : undefined;
}

function linkIn(fragment: string): OpenedLink | undefined {
  const [, name, token] = pattern.exec(fragment) ?? [];
  const kind = kinds.find((each) => each === name);
  return token === undefined || kind === undefined ? undefined : { kind, token };
}

/** Forgets the link that this tab has opened, because it was used or left. */
export const forgetLink = (): void => window.sessionStorage.removeItem(keptKey);

/** Leaves the page of a link: forgets the link, and continues the session of the tab if there is one. */
export function leaveLink(): void {
  forgetLink();
  void restoreSession();
}

interface LinkPageProps {
  readonly title: string;
  /** The label of the button that leaves the page. */
  readonly leave: string;
  readonly children: ComponentChildren;
}

/** The layout of a page that a link in a mail opens. The page works with and without a session. */
function LinkPage({ title, leave, children }: LinkPageProps) {
  return (
    <LogInFrame title={`${title} · ${brandName}`}>
      <h1>{title}</h1>
      {children}
      <Button kind="link" onClick={leaveLink}>
        {leave}
      </Button>
    </LogInFrame>
  );
}

/** The page for the link in an invitation. The person chooses a password and is logged in. */
export function AcceptInvitation({ token }: { readonly token: string }) {
  const text = texts().mailLinks;
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { password: '' },
    draft: false,
    save: async ({ password }) => {
      const { username } = await api.post('/api/auth/invitations/confirm', { body: { token, password } });
      forgetLink();
      setDone(true);
      // If the log-in fails, for example because the account is disabled, the error is not shown. The person can then
      // open the log-in form with the button of the page.
      await logIn({ username, password }, false).catch(() => undefined);
    },
  });
  return (
    <LinkPage title={text.invitation} leave={text.toConsole}>
      {isDone ? (
        <p role="status">{text.accepted}</p>
      ) : (
        <FormView form={form} action={text.accept}>
          <PasswordField form={form} name="password" isNew autoFocus />
        </FormView>
      )}
    </LinkPage>
  );
}

/**
 * The page for the link that confirms a new e-mail address. Opening the page is not enough: the person must press a
 * button, because mail scanners open links too.
 */
export function ConfirmEmail({ token }: { readonly token: string }) {
  const text = texts().mailLinks;
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: {},
    draft: false,
    save: async () => {
      await api.post('/api/auth/email-changes/confirm', { body: { token } });
      forgetLink();
      setDone(true);
    },
  });
  return (
    <LinkPage title={text.emailChange} leave={text.toConsole}>
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

/** The page for the link in a password-reset mail. The person chooses a new password and then logs in. */
export function NewPassword({ token }: { readonly token: string }) {
  const text = texts().passwordReset;
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initial: { newPassword: '' },
    draft: false,
    save: async ({ newPassword }) => {
      await api.post('/api/auth/password-resets/confirm', { body: { token, newPassword } });
      forgetLink();
      setDone(true);
    },
  });
  return (
    <LinkPage title={text.title} leave={text.toLogIn}>
      {isDone ? (
        <p role="status">{text.done}</p>
      ) : (
        <FormView form={form} action={text.choose}>
          <PasswordField
            form={form}
            name="newPassword"
            label={text.newPassword}
            isNew
            hint={text.newPasswordHint}
            autoFocus
          />
        </FormView>
      )}
    </LinkPage>
  );
}
