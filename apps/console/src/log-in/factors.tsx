import type { SignInIntent } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { TextField } from '../forms/fields.tsx';
import { formErrorsOf } from '../forms/form-errors.ts';
import { FormView, useForm } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { Button, useFocusOnAppearance } from '../parts/elements.tsx';
import { useLoad } from '../parts/load.tsx';
import { supportsPasskeys, usePasskey } from '../session/passkeys.ts';
import { goToProvider, textOfProblem, unfinishedSignIn } from '../session/provider-sign-in.ts';
import { api, logInWithFactor, type FactorChallenge } from '../session/session.ts';

/**
 * The button for a passkey, and the error message if the passkey fails. Shows nothing if the browser does not support
 * passkeys.
 */
export function PasskeyButton({ onUse }: { readonly onUse: () => Promise<void> }) {
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
export function ProviderList({ intent }: { readonly intent: SignInIntent }) {
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
export function ProviderButtons() {
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
export function FactorStep({ challenge: { challenge, factors, passkeyOptions }, onBack }: FactorStepProps) {
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
          <TextField form={form} name="code" label={text.code} hint={hint} autoComplete="one-time-code" autoFocus />
        </FormView>
      ) : undefined}
      <Button kind="link" onClick={onBack}>
        {text.back}
      </Button>
    </div>
  );
}
