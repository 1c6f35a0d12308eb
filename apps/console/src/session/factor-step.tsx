import { TextField } from '../parts/fields.tsx';
import { FormView, useForm } from '../parts/form.tsx';
import { sessionMessages } from './messages.ts';
import { logInWithFactor, type FactorChallenge } from './session.ts';

interface FactorStepProps {
  readonly challenge: FactorChallenge;
  /** Called when the person wants to begin again with the password. */
  readonly onBack: () => void;
}

/** The second step of a log-in: the code of the authenticator app, or a recovery code. */
export function FactorStep({ challenge: { challenge, factors }, onBack }: FactorStepProps) {
  const text = sessionMessages();
  const form = useForm({
    initial: { code: '' },
    save: ({ code }) => logInWithFactor({ challenge, code }),
  });
  return (
    <>
      <FormView form={form} action={text.logIn}>
        <TextField
          form={form}
          name="code"
          label={text.code}
          hint={factors.includes('recovery') ? text.codeOrRecoveryHint : text.codeHint}
          autoComplete="one-time-code"
          autoFocus
        />
      </FormView>
      <button type="button" class="button-link" onClick={onBack}>
        {text.back}
      </button>
    </>
  );
}
