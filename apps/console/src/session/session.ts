import {
  createClient,
  factorChallengeOf,
  PortcullisError,
  streamWhileVisible,
  type Client,
  type LiveMessage,
  type OperationId,
  type Schemas,
  type Tokens,
  readSignInResult,
  startSignIn,
  type ReturnedSignIn,
  type SignInIntent,
} from '@portcullis/client';
import { signal } from '@preact/signals';
import { reportChange, type ReportedChange, messageOf } from '../parts/load.tsx';
import { isConnected } from '../parts/save-state.ts';
import { runPostponed, notify } from '../parts/notices.tsx';
import { discardUnsaved, hasUnsaved } from '../parts/unsaved.ts';
import { usePasskey } from './passkeys.ts';
import { sharedTokens } from './token-store.ts';
import { texts } from '../language/language.ts';

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
  if (returned.error === undefined && returned.intent === 'log-in') return logInByProvider(returned.proof);
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

async function logInByProvider(proof: { readonly ticket: string; readonly verifier: string }): Promise<void> {
  try {
    const challenge = await logInWithTicket(proof);
    if (challenge !== undefined) unfinishedSignIn.value = { challenge };
  } catch (problem) {
    unfinishedSignIn.value = { problem };
  }
  if (sessionState.value === 'starting') sessionState.value = 'out';
}

/** The open step-up dialog, with the function that closes it. Undefined if the dialog is not open. */
export const stepUpQuestion = signal<{ readonly end: (isConfirmed: boolean) => void } | undefined>(undefined);

/** Opens the step-up dialog. @returns whether the person has authenticated again */
const requestStepUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    stepUpQuestion.value = {
      end: (isConfirmed) => {
        stepUpQuestion.value = undefined;
        resolve(isConfirmed);
      },
    };
  });

export type FactorChallenge = Schemas['FactorChallenge'];

/**
 * - `starting`: The session of an earlier page is being restored.
 * - `link`: A link with a token was opened, such as the setup link of a new service.
 * - `out`: The person is not logged in.
 * - `in`: The person is logged in.
 * - `ended`: The session has ended while a screen was open. The screen stays open until the person logs in again.
 */
type SessionState = 'starting' | 'link' | 'out' | 'in' | 'ended';

export const sessionState = signal<SessionState>('starting');

/** Whether the session has ended because the person logged out in another tab. */
export const isEndedElsewhere = signal(false);

/** The profile of the person who is logged in. It is always defined in components inside the layout. */
export const profile = signal<Schemas['Profile'] | undefined>(undefined);

const tokens = sharedTokens({
  session: window.sessionStorage,
  local: window.localStorage,
  channel: new BroadcastChannel('portcullis.session'),
  isSecure: window.isSecureContext,
  onLoggedOutElsewhere: () => {
    // The page stays until the person has logged in again, or discards the changes.
    if (!hasUnsaved()) return void leave();
    isEndedElsewhere.value = true;
    sessionState.value = 'ended';
  },
});

/** Sends a request, and remembers whether the service has responded. */
async function fetchWatched(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    isConnected.value = true;
    return response;
  } catch (error) {
    if (!request.signal.aborted) isConnected.value = false;
    throw error;
  }
}

/** The client of the service's HTTP API. */
export const api: Client = createClient({
  tokens,
  fetch: fetchWatched,
  onStepUpRequired: requestStepUp,
  onSessionEnded: () => {
    sessionState.value = profile.value === undefined ? 'out' : 'ended';
  },
});

/** Counts the changes of the operations, so that components that call `can` are rendered again. */
const operationChanges = signal(0);
api.onOperationsChange(() => {
  operationChanges.value += 1;
});

/** Returns whether the person may call an operation. What a screen shows depends on this, never on roles or permissions. */
export function can(operation: OperationId): boolean {
  void operationChanges.value;
  return api.can(operation);
}

/** Returns an action if the person may call its operation, otherwise undefined. */
export const ifAllowed = <Action>(operation: OperationId, action: Action): Action | undefined =>
  can(operation) ? action : undefined;

/** Settings of the console, and the resources, screens and event names that modules add to the console. They are loaded when a session begins. */
export const moduleParts = signal<Schemas['ConsoleParts']>({
  contentBinDays: 0,
  hasMcp: false,
  resources: [],
  screens: [],
  events: [],
});

/** Whether a name is an operation id. The type of the client contains only the operations of the service itself. */
const isOperation = (name: string): name is OperationId => name !== '';

/** Returns the id of an operation that a module declares. */
export function declaredOperation(name: string): OperationId {
  if (isOperation(name)) return name;
  throw new TypeError('A module declares an operation without a name.');
}

/** Loads the current profile. */
export async function loadProfile(): Promise<void> {
  profile.value = await api.get('/api/auth/profile');
}

/** Returns the name of an account; undefined if it was deleted, or if the person may not read it. */
export async function usernameOf(id: string, ended: AbortSignal): Promise<string | undefined> {
  const own = profile.peek();
  if (id === own?.id) return own.username;
  if (!can('getUser')) return undefined;
  try {
    return (await api.get('/api/users/{id}', { params: { path: { id } }, signal: ended })).username;
  } catch {
    return undefined;
  }
}

async function loadModuleParts(): Promise<void> {
  moduleParts.value = await api.get('/api/console');
}

/** Shows the console to the person whose tokens are stored. */
async function enter(): Promise<void> {
  await Promise.all([loadProfile(), loadModuleParts(), api.loadOperations()]);
  isEndedElsewhere.value = false;
  sessionState.value = 'in';
  endStream ??= listenForChanges();
}

let endStream: (() => void) | undefined;

/** Returns the change that a message of the stream reports; undefined if it reports none. */
function changeIn(message: LiveMessage): ReportedChange | undefined {
  if (message.type === 'reset') return { kind: undefined, id: undefined, by: undefined, isOwn: false };
  if (message.type === 'resource.changed') {
    const { subject, by } = message.data;
    return { kind: subject.type, id: subject.id ?? undefined, ...causeOf(by) };
  }
  const { type, data } = message;
  if (!('title' in data)) return undefined;
  // The types of events of other packages begin with the name of the resource, which has a dot.
  const kind = type.startsWith('content.') ? 'content' : type.slice(0, type.lastIndexOf('.'));
  return { kind, id: data.id, ...causeOf(data.by) };
}

type Cause = Extract<LiveMessage, { readonly type: 'resource.changed' }>['data']['by'];

const causeOf = ({ id, name }: Cause): Pick<ReportedChange, 'by' | 'isOwn'> => ({
  by: name ?? undefined,
  isOwn: id !== null && id === profile.value?.id,
});

/**
 * Listens to the message stream of the service. The profile is loaded again when the person's access or profile has
 * changed, or when messages may have been missed (`reset`). The client loads the operations again.
 * @returns a function that ends the stream
 */
const listenForChanges = (): (() => void) =>
  streamWhileVisible({
    page: document,
    open: api.stream,
    onMessage: (message) => {
      const { type } = message;
      // An error is ignored, because the next request of a screen shows a problem of the connection or the session.
      if (type === 'access.changed' || type === 'profile.changed' || type === 'reset') {
        loadProfile().catch(() => undefined);
      }
      const change = changeIn(message);
      if (change !== undefined) reportChange(change);
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
 * @throws {PortcullisError} sign-in-invalid, link-required, account-missing, invalid-credentials, last-administrator,
 * too-many-requests
 */
function logInWithTicket(proof: Schemas['TicketBody']): Promise<FactorChallenge | undefined> {
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
  await enter();
  return undefined;
}

/**
 * Lets the person log in with a passkey.
 * @throws {InvalidInput} if the browser's passkey dialog ends without a passkey
 * @throws {PortcullisError} wrong-passkey, too-many-requests
 */
export async function logInWithPasskey(keep: boolean): Promise<void> {
  tokens.keepAfterClosing(keep);
  const credential = await usePasskey(await api.post('/api/auth/passkey-login/options'));
  await api.loginWithPasskey({ credential });
  await enter();
}

/**
 * Completes a log-in with a second factor.
 * @throws {PortcullisError} wrong-code, wrong-passkey, challenge-invalid, too-many-requests
 */
export async function logInWithFactor(answer: Schemas['LogInWithFactorBody']): Promise<void> {
  await api.loginWithFactor(answer);
  await enter();
}

/** Starts a session with the tokens of a response, such as the response that creates the first administrator. */
export async function startSessionWithTokens(pair: Tokens): Promise<void> {
  tokens.keepAfterClosing(false);
  await tokens.write(pair);
  await enter();
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
    // An error is ignored: the tokens are deleted in any case, and a session that was not ended expires later.
  }
}

/** Logs out in all tabs of this browser. @param everywhere whether to end the person's sessions in all browsers */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  tokens.endElsewhere();
  await leave(everywhere);
}

/** Logs out, unless the person decides to stay because of unsaved changes. Does what was postponed before. */
export async function logOutIfAllowed(): Promise<void> {
  if (!(await discardUnsaved())) return;
  await runPostponed();
  await logOut();
}

/** Continues the session of an earlier page or of another tab, if there is one. */
export async function restoreSession(): Promise<void> {
  try {
    const isContinued = await tokens.exclusively(async () => {
      const refreshToken = await tokens.storedRefreshToken();
      if (refreshToken === undefined) return false;
      const { token } = await api.post('/api/auth/refresh', { body: { refreshToken } });
      await tokens.write(token, { accessToken: '', refreshToken });
      return true;
    });
    if (isContinued) await enter();
    else sessionState.value = 'out';
  } catch (error) {
    sessionState.value = 'out';
    if (!(error instanceof PortcullisError)) throw error;
    if (error.code === 1103) await tokens.write(undefined);
  }
}
