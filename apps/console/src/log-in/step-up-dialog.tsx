import { PasswordField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { Dialog } from '../parts/actions.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { usePasskey } from '../session/passkeys.ts';
import { api, profile, stepUpQuestion } from '../session/session.ts';
import { PasskeyButton, ProviderList } from './factors.tsx';

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
        <TextField
          form={form}
          name="code"
          label={text.code}
          hint={text.codeOrRecoveryHint}
          autoComplete="one-time-code"
          autoFocus
        />
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
