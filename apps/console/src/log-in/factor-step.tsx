import { TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { usePasskey } from '../session/passkeys.ts';
import { sessionMessages } from './messages.ts';
import { logInWithFactor, type FactorChallenge } from '../session/session.ts';
import { Button } from '../parts/button.tsx';

interface FactorStepProps {
  readonly challenge: FactorChallenge;
  /** Called when the person wants to start again with the password. */
  readonly onBack: () => void;
}

/** The second step of a log-in. It asks for a passkey, the code of the authenticator app, or a recovery code. */
export function FactorStep({ challenge: { challenge, factors, passkeyOptions }, onBack }: FactorStepProps) {
  const text = sessionMessages();
  const takesCodes = factors.some((kind) => kind !== 'passkey');
  const appHint = factors.includes('recovery') ? text.codeOrRecoveryHint : text.codeHint;
  const hint = factors.includes('totp') ? appHint : text.recoveryHint;
  const form = useForm({
    initial: { code: '' },
    save: ({ code }) => logInWithFactor({ challenge, code }),
  });
  return (
    <>
      {passkeyOptions === undefined ? undefined : (
        <PasskeyButton
          onUse={async () => logInWithFactor({ challenge, credential: await usePasskey(passkeyOptions) })}
        />
      )}
      {takesCodes ? (
        <FormView form={form} action={text.logIn}>
          <TextField
            form={form}
            name="code"
            label={text.code}
            hint={hint}
            autoComplete="one-time-code"
            autoFocus={passkeyOptions === undefined}
          />
        </FormView>
      ) : undefined}
      <Button kind="link" onClick={onBack}>
        {text.back}
      </Button>
    </>
  );
}
