import { useLoad } from '../parts/load.ts';
import { providerMessages, textOfProblem } from './provider-messages.ts';
import { goToProvider, unfinishedSignIn } from './provider-sign-in.ts';
import { api } from './session.ts';

/** A button for each provider at which people can sign in, and why the last sign-in at a provider failed. */
export function ProviderButtons() {
  const text = providerMessages();
  // Without an answer there are no buttons: the log-in with a password shows what is wrong with the connection.
  const providers = useLoad(() => api.providers(), []).data ?? [];
  const unfinished = unfinishedSignIn.value;
  return (
    <>
      {unfinished === undefined || unfinished.challenge !== undefined ? undefined : (
        <p class="form-problem" role="alert">
          {textOfProblem(unfinished.problem)}
        </p>
      )}
      {providers.length === 0 ? undefined : (
        <div class="providers">
          {providers.map(({ key, name }) => (
            <button key={key} type="button" onClick={() => void goToProvider(key, 'log-in')}>
              {text.signInWith(name)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
