import {
  PortcullisError,
  readSignInResult,
  startSignIn,
  type ReturnedSignIn,
  type SignInIntent,
} from '@portcullis/client';
import { signal } from '@preact/signals';
import { texts } from '../language/language.ts';
import { messageOf } from '../parts/load.tsx';
import { notify } from '../parts/notices.tsx';
import { api, logInWithTicket, restoreSession, sessionState, type FactorChallenge } from './session.ts';

/**
 * Returns the text for a failed sign-in.
 * @param problem the error of `readSignInResult`, or a thrown error
 */
export function textOfProblem(problem: unknown): string {
  const known: Readonly<Record<string, unknown>> = texts().providers;
  const text = known[String(problem instanceof PortcullisError ? problem.reason : problem)];
  return typeof text === 'string' ? text : messageOf(problem);
}

/**
 * A sign-in at a provider after which the person is not logged in. Either the account has a second factor, which the
 * log-in page asks for, or an error occurred, which the log-in page shows.
 */
type UnfinishedSignIn =
  | { readonly challenge: FactorChallenge }
  | { readonly challenge?: undefined; readonly problem: unknown };

/**
 * The number of identities that were linked since the page was loaded. Lists of identities load again when it changes.
 */
export const linkCount = signal(0);

export const unfinishedSignIn = signal<UnfinishedSignIn | undefined>(undefined);

/** Opens the sign-in page of an identity provider. Afterwards, the browser returns to the current screen. */
export async function goToProvider(provider: string, intent: SignInIntent): Promise<void> {
  const returnTo = window.location.href;
  window.location.assign(await startSignIn({ provider, intent, returnTo, storage: window.sessionStorage }));
}

/**
 * Reads the result of a sign-in at a provider from the URL, and removes it from the URL.
 * @returns undefined if the URL contains no result
 */
export function takeReturnedSignIn(): ReturnedSignIn | undefined {
  const returned = readSignInResult(window.location.href, window.sessionStorage);
  if (returned !== undefined) window.history.replaceState(window.history.state, '', returned.url);
  return returned;
}

/**
 * Logs in with the result of a sign-in, links the provider's account to the account that is logged in, or authenticates
 * the person again. Shows the error if that fails.
 */
export async function finishSignIn(returned: ReturnedSignIn): Promise<void> {
  if (returned.error === undefined && returned.intent === 'log-in') return logIn(returned.proof);
  await restoreSession();
  if (sessionState.value === 'out') {
    unfinishedSignIn.value = { problem: returned.error ?? 'sign-in-invalid' };
  } else if (returned.error !== undefined) {
    notify(textOfProblem(returned.error), 'error');
  } else {
    const { intent, provider, proof } = returned;
    try {
      if (intent === 'link') {
        await api.post('/api/auth/identities/{provider}/link', { params: { path: { provider } }, body: proof });
        linkCount.value += 1;
        notify(texts().providers.linked);
      } else {
        await api.post('/api/auth/step-up', { body: proof });
        notify(texts().providers.confirmed);
      }
    } catch (error) {
      notify(textOfProblem(error), 'error');
    }
  }
}

async function logIn(proof: { readonly ticket: string; readonly verifier: string }): Promise<void> {
  try {
    const challenge = await logInWithTicket(proof);
    if (challenge !== undefined) unfinishedSignIn.value = { challenge };
  } catch (problem) {
    unfinishedSignIn.value = { problem };
  }
  if (sessionState.value === 'starting') sessionState.value = 'out';
}
