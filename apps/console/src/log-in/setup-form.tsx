import type { Schemas } from '@portcullis/client';
import { CheckboxField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { api } from '../session/session.ts';
import { firstStartMessages } from './first-start-messages.ts';

interface SetupFormProps {
  readonly token: string;
  readonly start: Schemas['OpenSetup'];
  readonly onDone: (completed: Schemas['SetUp']) => void;
}

/** The form for the account of the first administrator, with a checkbox that adds demo data. */
export function SetupForm({ token, start, onDone }: SetupFormProps) {
  const text = firstStartMessages();
  const form = useForm({
    initial: { username: start.username, email: start.email, password: '', demoData: false },
    save: async (values) => onDone(await api.post('/api/setup', { body: { token, ...values } })),
  });
  return (
    <>
      <h1>{text.title}</h1>
      <p>{text.welcome}</p>
      <FormView form={form} action={text.begin} saving={form.values.value.demoData ? text.addingDemo : text.settingUp}>
        <TextField form={form} name="username" label={text.username} autoComplete="username" />
        <TextField form={form} name="email" label={text.email} kind="email" autoComplete="email" />
        <TextField
          form={form}
          name="password"
          label={text.password}
          kind="password"
          autoComplete="new-password"
          hint={text.passwordHint(start.passwordMinLength)}
          autoFocus
        />
        <CheckboxField form={form} name="demoData" label={text.demoData} hint={text.demoHint} />
      </FormView>
    </>
  );
}
