import type { SignInIntent } from '@portcullis/client';
import { useLoad } from '../parts/load.ts';
import { providerMessages, textOfProblem } from '../session/provider-messages.ts';
import { goToProvider, unfinishedSignIn } from '../session/provider-sign-in.ts';
import { api } from '../session/session.ts';
import { Button } from '../parts/button.tsx';

/** Shows a button for each identity provider. */
export function ProviderList({ intent }: { readonly intent: SignInIntent }) {
  const text = providerMessages();
  // If the providers cannot be loaded, no buttons are shown. The password log-in reports errors of the connection.
  const providers = useLoad(() => api.providers(), []).data ?? [];
  if (providers.length === 0) return null;
  return (
    <div class="providers">
      {providers.map(({ key, name }) => (
        <Button key={key} onClick={() => goToProvider(key, intent)}>
          {text.signInWith(name)}
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
