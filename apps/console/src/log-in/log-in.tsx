import { requestPasswordResetBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { CheckboxField, CodeField, PasswordField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { language, texts } from '../language/language.ts';
import { brandName, Button, useFocusOnAppearance } from '../parts/elements.tsx';
import {
  unfinishedSignIn,
  goToProvider,
  textOfProblem,
  api,
  logIn,
  logInWithPasskey,
  type FactorChallenge,
  logInWithFactor,
  profile,
  stepUpQuestion,
} from '../session/session.ts';
import { LogInFrame } from './page.tsx';
import type { SignInIntent } from '@portcullis/client';
import { formErrorsOf } from '../forms/form-errors.ts';
import { useLoad, LoadBoundary } from '../parts/load.tsx';
import { supportsPasskeys, usePasskey } from '../session/passkeys.ts';
import { Dialog } from '../parts/actions.tsx';

interface StepUpFormProps {
  /** True if the account has a second factor. The dialog then asks for a code instead of the password. */
  readonly hasFactor: boolean;
  readonly onEnd: (isConfirmed: boolean) => void;
}

function StepUpForm({ hasFactor, onEnd }: StepUpFormProps) {
  const text = texts().logIn;
  const form = useForm({
    initial: { code: '', password: '' },
    draft: false,
    save: async ({ code, password }) => {
      await api.post('/api/auth/step-up', { body: hasFactor ? { code } : { password } });
      onEnd(true);
    },
    fieldsOfReasons: { 'wrong-current-password': 'password' },
  });
  return (
    <FormView form={form} action={text.confirm} onCancel={() => onEnd(false)}>
      <p>{text.confirmHint}</p>
      {hasFactor ? (
        <CodeField form={form} name="code" label={text.code} hint={text.codeOrRecoveryHint} />
      ) : (
        <>
          <input type="hidden" autocomplete="username" value={profile.value?.username} />
          <PasswordField form={form} name="password" autoFocus />
        </>
      )}
    </FormView>
  );
}

function Question({ onEnd }: Pick<StepUpFormProps, 'onEnd'>) {
  const own = useLoad((signal) => api.get('/api/auth/factors', { signal }), []);

  async function usePasskeyAgain(): Promise<void> {
    const credential = await usePasskey(await api.post('/api/auth/passkey-login/options'));
    await api.post('/api/auth/step-up', { body: { credential } });
    onEnd(true);
  }

  return (
    <Dialog title={texts().logIn.confirmTitle} onClose={() => onEnd(false)}>
      <LoadBoundary of={own}>
        {({ factors }) => (
          <>
            {factors.some(({ kind }) => kind === 'passkey') ? <PasskeyButton onUse={usePasskeyAgain} /> : undefined}
            {factors.length === 0 && profile.value?.hasPassword === false ? (
              <>
                <p>{texts().logIn.confirmAtProvider}</p>
                <ProviderList intent="step-up" />
              </>
            ) : (
              <StepUpForm hasFactor={factors.length > 0} onEnd={onEnd} />
            )}
          </>
        )}
      </LoadBoundary>
    </Dialog>
  );
}

/** Asks the person to authenticate again before a sensitive operation. The layout renders this component once. */
export function StepUpDialog() {
  const question = stepUpQuestion.value;
  return question === undefined ? null : <Question onEnd={question.end} />;
}

/**
 * The button for a passkey, and the error message if the passkey fails. Shows nothing if the browser does not support
 * passkeys.
 */
function PasskeyButton({ onUse }: { readonly onUse: () => Promise<void> }) {
  const text = texts().passkeys;
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  if (!supportsPasskeys()) return null;

  async function use(): Promise<void> {
    if (isWaiting) return;
    setProblem(undefined);
    setWaiting(true);
    try {
      await onUse();
    } catch (error) {
      setProblem(formErrorsOf(error, new Set()).problem);
    } finally {
      setWaiting(false);
    }
  }

  return (
    <div class="form">
      {problem === undefined ? undefined : (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div class="form-actions">
        <Button isBusy={isWaiting} onClick={use}>
          {isWaiting ? text.using : text.use}
        </Button>
      </div>
    </div>
  );
}

/** Shows a button for each identity provider. */
function ProviderList({ intent }: { readonly intent: SignInIntent }) {
  const text = texts().providers;
  // If the providers cannot be loaded, no buttons are shown. The password log-in reports errors of the connection.
  const providers = useLoad(() => api.providers(), []).data ?? [];
  if (providers.length === 0) return null;
  return (
    <div class="providers">
      {providers.map(({ key, name }) => (
        <Button key={key} onClick={() => goToProvider(key, intent)}>
          {text.signInWith({ name })}
        </Button>
      ))}
    </div>
  );
}

/** Shows a button for each identity provider, and the error of the last sign-in if it failed. */
function ProviderButtons() {
  const unfinished = unfinishedSignIn.value;
  return (
    <>
      {unfinished === undefined || unfinished.challenge !== undefined ? undefined : (
        <p class="form-problem" role="alert">
          {textOfProblem(unfinished.problem)}
        </p>
      )}
      <ProviderList intent="log-in" />
    </>
  );
}

interface FactorStepProps {
  readonly challenge: FactorChallenge;
  /** Called when the person wants to start again with the password. */
  readonly onBack: () => void;
}

/** The second step of a log-in. It asks for a passkey, the code of the authenticator app, or a recovery code. */
function FactorStep({ challenge: { challenge, factors, passkeyOptions }, onBack }: FactorStepProps) {
  const text = texts().logIn;
  const takesCodes = factors.some((kind) => kind !== 'passkey');
  const appHint = factors.includes('recovery') ? text.codeOrRecoveryHint : text.codeHint;
  const hint = factors.includes('totp') ? appHint : text.recoveryHint;
  const form = useForm({
    initial: { code: '' },
    draft: false,
    save: ({ code }) => logInWithFactor({ challenge, code }),
  });
  const frame = useFocusOnAppearance<HTMLDivElement>(!takesCodes);
  return (
    <div ref={frame} tabIndex={-1}>
      {passkeyOptions === undefined ? undefined : (
        <PasskeyButton
          onUse={async () => logInWithFactor({ challenge, credential: await usePasskey(passkeyOptions) })}
        />
      )}
      {takesCodes ? (
        <FormView form={form} action={text.logIn}>
          <CodeField form={form} name="code" label={text.code} hint={hint} />
        </FormView>
      ) : undefined}
      <Button kind="link" onClick={onBack}>
        {text.back}
      </Button>
    </div>
  );
}

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
