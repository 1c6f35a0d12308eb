import {
  createClient,
  factorChallengeOf,
  PortcullisError,
  streamWhileVisible,
  type Schemas,
  type Tokens,
} from '@portcullis/client';
import { computed, signal } from '@preact/signals';
import { askAgain, stepUpQuestion } from './step-up.ts';
import { usePasskey } from './passkeys.ts';
import { sharedTokens } from './token-store.ts';

export type FactorChallenge = Schemas['FactorChallenge'];

/**
 * `starting`: the session of an earlier page is being restored. `link`: a link with a token was opened, such as the
 * link of the first start. `out` and `in`: nobody or somebody is logged in. `ended`: the service has ended the session
 * while a screen was open. The screen stays open until the person has logged in again.
 */
export type SessionState = 'starting' | 'link' | 'out' | 'in' | 'ended';

export const sessionState = signal<SessionState>('starting');

/** The profile of the person who is logged in. In components inside the layout it is never undefined. */
export const profile = signal<Schemas['Profile'] | undefined>(undefined);

export const mayDo = (permission: string): boolean => profile.value?.permissions.includes(permission) === true;
export const hasRole = (...codes: readonly string[]): boolean =>
  profile.value?.roles.some((code) => codes.includes(code)) === true;
export const isAdministrator = computed(() => hasRole('ADMIN'));

const tokens = sharedTokens({
  session: window.sessionStorage,
  local: window.localStorage,
  channel: new BroadcastChannel('portcullis.session'),
  onLoggedOutElsewhere: () => void leave(),
});

/** The client of the service, with the operations of its API document. */
export const api = createClient({
  tokens,
  onStepUpRequired: askAgain,
  onSessionEnded: () => {
    sessionState.value = profile.value === undefined ? 'out' : 'ended';
  },
});

/** Reads the current profile, with the roles and permissions. */
export async function loadProfile(): Promise<void> {
  profile.value = await api.get('/api/auth/profile');
  sessionState.value = 'in';
  endStream ??= listenForChanges();
}

let endStream: (() => void) | undefined;

/** Reads the profile again when the rights of the person have changed, so that the navigation shows what the person may do. */
const listenForChanges = (): (() => void) =>
  streamWhileVisible({
    page: document,
    open: api.stream,
    onMessage: ({ type }) => {
      // An error is ignored here: the next call shows what is wrong with the connection or the session.
      if (type === 'access.changed' || type === 'profile.changed' || type === 'reset') {
        loadProfile().catch(() => undefined);
      }
    },
    onEnd: () => {
      endStream = undefined;
    },
  });

/**
 * Logs in, unless the account has a second factor.
 * @returns the challenge that `logInWithFactor` completes; undefined if the person is logged in
 * @throws {PortcullisError} invalid-credentials, too-many-requests
 */
export function logIn(credentials: Schemas['LogInBody'], keep: boolean): Promise<FactorChallenge | undefined> {
  tokens.keepAfterClosing(keep);
  return openSession(() => api.login(credentials));
}

/**
 * Logs in with the ticket of a sign-in at a provider, unless the account has a second factor.
 * @returns the challenge that `logInWithFactor` completes; undefined if the person is logged in
 * @throws {PortcullisError} sign-in-invalid, link-required, account-missing, invalid-credentials, last-administrator
 */
export function logInWithTicket(proof: Schemas['TicketBody']): Promise<FactorChallenge | undefined> {
  tokens.keepAfterClosing(false);
  return openSession(() => api.exchange(proof));
}

async function openSession(open: () => Promise<unknown>): Promise<FactorChallenge | undefined> {
  try {
    await open();
  } catch (error) {
    const challenge = factorChallengeOf(error);
    if (challenge === undefined) throw error;
    return challenge;
  }
  await loadProfile();
  return undefined;
}

/**
 * Lets the person log in with a passkey.
 * @throws {InvalidInput} if the browser uses none
 * @throws {PortcullisError} wrong-passkey, too-many-requests
 */
export async function logInWithPasskey(keep: boolean): Promise<void> {
  tokens.keepAfterClosing(keep);
  const credential = await usePasskey(await api.post('/api/auth/passkey-login/options'));
  await api.loginWithPasskey({ credential });
  await loadProfile();
}

/** @throws {PortcullisError} wrong-code, wrong-passkey, challenge-invalid, too-many-requests */
export async function logInWithFactor(answer: Schemas['LogInWithFactorBody']): Promise<void> {
  await api.loginWithFactor(answer);
  await loadProfile();
}

/** Starts a session with tokens that a call other than the log-in has returned. */
export async function continueWith(pair: Tokens): Promise<void> {
  tokens.keepAfterClosing(false);
  await tokens.write(pair);
  await loadProfile();
}

async function leave(everywhere = false): Promise<void> {
  stepUpQuestion.value?.end(false);
  sessionState.value = 'out';
  profile.value = undefined;
  endStream?.();
  endStream = undefined;
  try {
    await api.logout({ all: everywhere });
  } catch {
    // The tokens are forgotten in any case, and a session that the service could not end expires by itself.
  }
}

/** Ends the session in this tab and in all other tabs of the browser; `everywhere` ends every session of the person, in any browser. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  tokens.endElsewhere();
  await leave(everywhere);
}

/** Continues the session of an earlier page or of another tab, if there is one. */
export async function restoreSession(): Promise<void> {
  try {
    const shared = await tokens.fromOtherTab();
    const refreshToken = tokens.storedRefreshToken();
    if (shared !== undefined) await tokens.write(shared);
    else if (refreshToken !== undefined) {
      const { token } = await api.post('/api/auth/refresh', { body: { refreshToken } });
      await tokens.write(token);
    } else {
      sessionState.value = 'out';
      return;
    }
    await loadProfile();
  } catch (error) {
    sessionState.value = 'out';
    if (!(error instanceof PortcullisError)) throw error;
    if (error.code === 1103) await tokens.write(undefined);
  }
}
