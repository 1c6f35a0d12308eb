import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { api } from '../../session/session.ts';
import { factorMessages } from './factor-messages.ts';
import { Button } from '../../parts/elements.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shows new recovery codes. The service returns them only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = factorMessages();
  return (
    <div role="status">
      <h3>{text.recoveryCodes}</h3>
      <p>{text.recoveryCodesHint}</p>
      <pre class="recovery-codes">{codes.join('\n')}</pre>
      <Button onClick={onKept}>{text.kept}</Button>
    </div>
  );
}

/** Asks for a code of the authenticator app or a recovery code, and replaces all recovery codes. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const text = factorMessages();
  const form = useForm({
    initial: { code: '' },
    save: async (body) => {
      const { recoveryCodes } = await api.post('/api/auth/factors/recovery-codes', { body });
      onDone(recoveryCodes);
    },
  });
  return (
    <FormView form={form} action={text.newCodes}>
      <TextField
        form={form}
        name="code"
        label={text.code}
        hint={text.newCodesHint}
        autoComplete="one-time-code"
        autoFocus
      />
    </FormView>
  );
}
