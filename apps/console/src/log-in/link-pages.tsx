import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { PasswordField, CheckboxField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { brandName, Button } from '../parts/elements.tsx';
import { api, logIn, restoreSession, startSessionWithTokens } from '../session/session.ts';
import { LogInFrame } from './page.tsx';
import { PortcullisError, type Schemas } from '@portcullis/client';
import { completeSetupBody } from '@portcullis/client/fields';
import { LoadBoundary, useLoad } from '../parts/load.tsx';

interface SetupFormProps {
  readonly token: string;
  readonly start: Schemas['OpenSetup'];
  readonly onDone: (completed: Schemas['SetUp']) => void;
}

/** The form for the account of the first administrator, with a checkbox that adds demo data. */
function SetupForm({ token, start, onDone }: SetupFormProps) {
  const text = texts().firstStart;
  const form = useForm({
    limits: completeSetupBody,
    draft: false,
    initial: { username: start.username, email: start.email, password: '', demoData: false },
    save: async (values) => {
      const completed = await api.post('/api/setup', { body: { token, ...values } });
      forgetLink();
      onDone(completed);
    },
  });
  return (
    <>
      <h1>{text.title}</h1>
      <p>{text.welcome}</p>
      <FormView form={form} action={text.begin} saving={form.values.value.demoData ? text.addingDemo : text.settingUp}>
        <TextField form={form} name="username" autoComplete="username" />
        <TextField form={form} name="email" autoComplete="email" />
        <PasswordField
          form={form}
          name="password"
          isNew
          hint={text.passwordHint({ length: start.passwordMinLength })}
          autoFocus
        />
        <CheckboxField form={form} name="demoData" label={text.demoData} hint={text.demoHint} />
      </FormView>
      <Button kind="link" onClick={leaveLink}>
        {text.toLogIn}
      </Button>
    </>
  );
}

type Completed = Schemas['SetUp'];

interface DemoPasswordProps {
  readonly password: string;
  /** False if part of the demo data is missing. */
  readonly isComplete: boolean;
  readonly onContinue: () => void;
}

/** Shows the password of the demo users, which the service returns only once. */
function DemoPassword({ password, isComplete, onContinue }: DemoPasswordProps) {
  const text = texts().firstStart;
  return (
    <>
      <h1>{isComplete ? text.demoReady : text.demoIncomplete}</h1>
      {isComplete ? undefined : <p role="alert">{text.demoRepair}</p>}
      <p>{text.demoPassword}</p>
      <p>
        <code class="secret">{password}</code>
      </p>
      <Button kind="main" onClick={onContinue}>
        {text.goOn}
      </Button>
    </>
  );
}

/**
 * The page of the setup link, which the service prints at its first start. The administrator chooses a name and a
 * password, and is logged in.
 */
export function FirstStart({ token }: { readonly token: string }) {
  const text = texts().firstStart;
  const [completed, setCompleted] = useState<Completed | undefined>(undefined);
  const check = useLoad(async () => {
    try {
      return await api.post('/api/setup/check', { body: { token } });
    } catch (error) {
      if (error instanceof PortcullisError && (error.status === 401 || error.status === 403)) return 'closed';
      throw error;
    }
  }, [token]);
  const finish = (result: Completed): void => {
    if (result.demoPassword === null) void startSessionWithTokens(result.token);
    else setCompleted(result);
  };

  return (
    <LogInFrame title={text.title}>
      {completed === undefined || completed.demoPassword === null ? (
        <LoadBoundary of={check}>
          {(found) =>
            found === 'closed' ? (
              <>
                <h1>{text.invalid}</h1>
                <p>{text.invalidHint}</p>
                <Button kind="main" onClick={leaveLink}>
                  {text.toLogIn}
                </Button>
              </>
            ) : (
              <SetupForm token={token} start={found} onDone={finish} />
            )
          }
        </LoadBoundary>
      ) : (
        <DemoPassword
          password={completed.demoPassword}
          isComplete={completed.isDemoComplete !== false}
          onContinue={() => void startSessionWithTokens(completed.token)}
        />
      )}
    </LogInFrame>
  );
}

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
const forgetLink = (): void => window.sessionStorage.removeItem(keptKey);

/** Leaves the page of a link: forgets the link, and continues the session of the tab if there is one. */
function leaveLink(): void {
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
