import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { makePasskey } from '../../session/passkeys.ts';
import { api, profile } from '../../session/session.ts';
import { factorMessages } from './factor-messages.ts';

/**
 * The form that adds a passkey. It asks for a name and the password, and then opens the browser's dialog.
 * @param onDone called with the recovery codes; the list is empty if the account already had a second factor
 */
export function PasskeyEnrolment({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const text = factorMessages();
  const hasPassword = profile.value?.hasPassword === true;
  const form = useForm({
    initial: { name: '', password: '' },
    fieldsOfReasons: { 'wrong-current-password': 'password' },
    save: async ({ name, password }) => {
      const options = await api.post('/api/auth/factors/passkeys/options', { body: hasPassword ? { password } : {} });
      const credential = await makePasskey(options);
      const { recoveryCodes } = await api.post('/api/auth/factors/passkeys', { body: { name, credential } });
      onDone(recoveryCodes);
    },
  });
  return (
    <FormView form={form} action={text.begin}>
      <TextField form={form} name="name" label={text.passkeyName} hint={text.passkeyNameHint} autoFocus />
      {hasPassword ? (
        <TextField form={form} name="password" label={text.password} kind="password" autoComplete="current-password" />
      ) : undefined}
    </FormView>
  );
}
