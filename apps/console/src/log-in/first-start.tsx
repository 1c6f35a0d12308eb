import { PortcullisError, type Schemas } from '@portcullis/client';
import { completeSetupBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { CheckboxField, PasswordField, TextField } from '../forms/fields.tsx';
import { FormView, useForm } from '../forms/form.tsx';
import { texts } from '../language/language.ts';
import { Button } from '../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { api, startSessionWithTokens } from '../session/session.ts';
import { forgetLink, leaveLink } from './link-pages.tsx';
import { LogInFrame } from './page.tsx';

interface SetupFormProps {
  readonly token: string;
  readonly start: Schemas['OpenSetup'];
  readonly onDone: (completed: Schemas['SetUp']) => void;
}

/** The form for the account of the first administrator, with a checkbox that adds demo data. */
function SetupForm({ token, start, onDone }: SetupFormProps) {
  const text = texts().firstStart;
  const form = useForm({
    limits: completeSetupBody,
    draft: false,
    initial: { username: start.username, email: start.email, password: '', demoData: false },
    save: async (values) => {
      const completed = await api.post('/api/setup', { body: { token, ...values } });
      forgetLink();
      onDone(completed);
    },
  });
  return (
    <>
      <h1>{text.title}</h1>
      <p>{text.welcome}</p>
      <FormView form={form} action={text.begin} saving={form.values.value.demoData ? text.addingDemo : text.settingUp}>
        <TextField form={form} name="username" autoComplete="username" />
        <TextField form={form} name="email" autoComplete="email" />
        <PasswordField
          form={form}
          name="password"
          isNew
          hint={text.passwordHint({ length: start.passwordMinLength })}
          autoFocus
        />
        <CheckboxField form={form} name="demoData" label={text.demoData} hint={text.demoHint} />
      </FormView>
      <Button kind="link" onClick={leaveLink}>
        {text.toLogIn}
      </Button>
    </>
  );
}

type Completed = Schemas['SetUp'];

interface DemoPasswordProps {
  readonly password: string;
  /** False if part of the demo data is missing. */
  readonly isComplete: boolean;
  readonly onContinue: () => void;
}

/** Shows the password of the demo users, which the service returns only once. */
function DemoPassword({ password, isComplete, onContinue }: DemoPasswordProps) {
  const text = texts().firstStart;
  return (
    <>
      <h1>{isComplete ? text.demoReady : text.demoIncomplete}</h1>
      {isComplete ? undefined : <p role="alert">{text.demoRepair}</p>}
      <p>{text.demoPassword}</p>
      <p>
        <code class="secret">{password}</code>
      </p>
      <Button kind="main" onClick={onContinue}>
        {text.goOn}
      </Button>
    </>
  );
}

/**
 * The page of the setup link, which the service prints at its first start. The administrator chooses a name and a
 * password, and is logged in.
 */
export function FirstStart({ token }: { readonly token: string }) {
  const text = texts().firstStart;
  const [completed, setCompleted] = useState<Completed | undefined>(undefined);
  const check = useLoad(async () => {
    try {
      return await api.post('/api/setup/check', { body: { token } });
    } catch (error) {
      if (error instanceof PortcullisError && (error.status === 401 || error.status === 403)) return 'closed';
      throw error;
    }
  }, [token]);
  const finish = (result: Completed): void => {
    if (result.demoPassword === null) void startSessionWithTokens(result.token);
    else setCompleted(result);
  };

  return (
    <LogInFrame title={text.title}>
      {completed === undefined || completed.demoPassword === null ? (
        <LoadBoundary of={check}>
          {(found) =>
            found === 'closed' ? (
              <>
                <h1>{text.invalid}</h1>
                <p>{text.invalidHint}</p>
                <Button kind="main" onClick={leaveLink}>
                  {text.toLogIn}
                </Button>
              </>
            ) : (
              <SetupForm token={token} start={found} onDone={finish} />
            )
          }
        </LoadBoundary>
      ) : (
        <DemoPassword
          password={completed.demoPassword}
          isComplete={completed.isDemoComplete !== false}
          onContinue={() => void startSessionWithTokens(completed.token)}
        />
      )}
    </LogInFrame>
  );
}
