import { requestPasswordResetBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { CheckboxField, PasswordField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { language, texts } from '../language/language.ts';
import { brandName } from '../parts/brand.tsx';
import { Button } from '../parts/elements.tsx';
import { unfinishedSignIn } from '../session/provider-sign-in.ts';
import { api, logIn, logInWithPasskey, type FactorChallenge } from '../session/session.ts';
import { FactorStep, PasskeyButton, ProviderButtons } from './factors.tsx';
import { LogInFrame } from './page.tsx';

/** The form that requests a password-reset mail. It does not reveal whether the account exists. */
function RequestReset({ onBack }: { readonly onBack: () => void }) {
  const text = texts().passwordReset;
  const [isSent, setSent] = useState(false);
  const form = useForm({
    limits: requestPasswordResetBody,
    draft: false,
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

/**
 * The log-in form. A person logs in with a password or a passkey. A log-in with a password has a second step if the
 * account has a second factor. After the log-in, the screen of the current URL is shown.
 */
export function LogInForm({ username }: { readonly username: string }) {
  const text = texts().logIn;
  const [challenge, setChallenge] = useState<FactorChallenge | undefined>(unfinishedSignIn.value?.challenge);
  const form = useForm({
    initial: { username, password: '', keep: false },
    draft: false,
    save: async ({ keep, ...credentials }) => setChallenge(await logIn(credentials, keep)),
  });
  const beginAgain = () => {
    unfinishedSignIn.value = undefined;
    setChallenge(undefined);
  };
  if (challenge !== undefined) return <FactorStep challenge={challenge} onBack={beginAgain} />;
  return (
    <>
      <FormView form={form} action={text.logIn}>
        <TextField
          form={form}
          name="username"
          label={text.username}
          autoComplete="username"
          autoFocus={username === ''}
        />
        <PasswordField form={form} name="password" autoFocus={username !== ''} />
        <CheckboxField form={form} name="keep" label={text.keep} hint={text.keepHint} />
      </FormView>
      <PasskeyButton onUse={() => logInWithPasskey(form.values.value.keep)} />
    </>
  );
}

/** The page for people who are not logged in. */
export function LogInPage() {
  const text = texts().logIn;
  const { forgotten } = texts().passwordReset;
  const [isForgotten, setForgotten] = useState(false);
  return (
    <LogInFrame title={`${text.logIn} · ${brandName}`}>
      {isForgotten ? (
        <RequestReset onBack={() => setForgotten(false)} />
      ) : (
        <>
          <h1>{text.logIn}</h1>
          <LogInForm username="" />
          <ProviderButtons />
          <Button kind="link" onClick={() => setForgotten(true)}>
            {forgotten}
          </Button>
        </>
      )}
    </LogInFrame>
  );
}
