import type { Schemas } from '@portcullis/client';
import { PortcullisError } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { Preferences } from '../parts/preferences.tsx';
import { useLoad } from '../parts/load.ts';
import { LoadBoundary } from '../parts/states.tsx';
import { api, startSessionWithTokens, restoreSession } from '../session/session.ts';
import { firstStartMessages } from './first-start-messages.ts';
import { SetupForm } from './setup-form.tsx';
import { Button } from '../parts/button.tsx';

type Completed = Schemas['SetUp'];

interface DemoPasswordProps {
  readonly password: string;
  /** False if part of the demo data is missing. */
  readonly isComplete: boolean;
  readonly onContinue: () => void;
}

/** Shows the password of the demo users, which the service returns only once. */
function DemoPassword({ password, isComplete, onContinue }: DemoPasswordProps) {
  const text = firstStartMessages();
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
  const text = firstStartMessages();
  const [completed, setCompleted] = useState<Completed | undefined>(undefined);
  const check = useLoad(async () => {
    try {
      return await api.post('/api/setup/check', { body: { token } });
    } catch (error) {
      if (error instanceof PortcullisError && (error.status === 401 || error.status === 403)) return 'closed';
      throw error;
    }
  }, [token]);
  useEffect(() => {
    document.title = text.title;
  }, [text.title]);

  const finish = (result: Completed): void => {
    if (result.demoPassword === null) void startSessionWithTokens(result.token);
    else setCompleted(result);
  };

  return (
    <main class="log-in">
      <p class="brand">Portcullis</p>
      {completed === undefined || completed.demoPassword === null ? (
        <LoadBoundary of={check}>
          {(found) =>
            found === 'closed' ? (
              <>
                <h1>{text.invalid}</h1>
                <p>{text.invalidHint}</p>
                <Button kind="main" onClick={restoreSession}>
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
      <Preferences />
    </main>
  );
}
