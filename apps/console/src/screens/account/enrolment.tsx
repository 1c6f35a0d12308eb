import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { CopyField } from '../../parts/actions.tsx';
import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { api, profile } from '../../session/session.ts';
import { factorMessages } from './factor-messages.ts';

interface StepProps<Result> {
  readonly onDone: (result: Result) => void;
}

function PasswordStep({ onDone }: StepProps<Schemas['TotpEnrolment']>) {
  const text = factorMessages();
  const hasPassword = profile.value?.hasPassword === true;
  const form = useForm({
    initial: { password: '' },
    fieldsOfReasons: { 'wrong-current-password': 'password' },
    save: async (body) => onDone(await api.post('/api/auth/factors/totp', { body: hasPassword ? body : {} })),
  });
  return (
    <FormView form={form} action={text.begin}>
      {hasPassword ? (
        <TextField
          form={form}
          name="password"
          label={text.password}
          kind="password"
          autoComplete="current-password"
          autoFocus
        />
      ) : undefined}
    </FormView>
  );
}

interface CodeStepProps extends StepProps<readonly string[]> {
  readonly enrolment: Schemas['TotpEnrolment'];
}

function CodeStep({ enrolment: { id, secret, qrSvg }, onDone }: CodeStepProps) {
  const text = factorMessages();
  const form = useForm({
    initial: { code: '' },
    save: async ({ code }) => {
      const { recoveryCodes } = await api.post('/api/auth/factors/totp/confirm', { body: { id, code } });
      onDone(recoveryCodes);
    },
  });
  return (
    <>
      <p>{text.scan}</p>
      <img class="qr-code" alt={text.qrCode} src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`} />
      <CopyField label={text.key} value={secret} />
      <FormView form={form} action={text.confirm}>
        <TextField form={form} name="code" label={text.code} autoComplete="one-time-code" autoFocus />
      </FormView>
    </>
  );
}

/**
 * The steps to add an authenticator app: enter the password, add the key to the app, and enter the app's first code.
 */
export function Enrolment({ onDone }: StepProps<readonly string[]>) {
  const [enrolment, setEnrolment] = useState<Schemas['TotpEnrolment']>();
  return enrolment === undefined ? (
    <PasswordStep onDone={setEnrolment} />
  ) : (
    <CodeStep enrolment={enrolment} onDone={onDone} />
  );
}
