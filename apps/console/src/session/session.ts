import { createClient, PortcullisError, streamWhileVisible, type Schemas, type Tokens } from '@portcullis/client';
import { computed, signal } from '@preact/signals';
import { sharedTokens } from './token-store.ts';

/** `link`: a link with a token was opened, such as that of the first start. `ended`: the service has ended the session while a screen was open, which stays until the person has logged in again. */
export type SessionState = 'starting' | 'link' | 'out' | 'in' | 'ended';

export const sessionState = signal<SessionState>('starting');

/** Who is logged in. Components below the layout can rely on it. */
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

/** The service, by the operations of its API document. */
export const api = createClient({
  tokens,
  onSessionEnded: () => {
    sessionState.value = profile.value === undefined ? 'out' : 'ended';
  },
});

/** Reads the profile, with roles and permissions, anew. */
export async function loadProfile(): Promise<void> {
  profile.value = await api.get('/api/auth/profile');
  sessionState.value = 'in';
  endStream ??= listenForChanges();
}

let endStream: (() => void) | undefined;

/** Reads the profile again when the rights of the person have changed, so that the navigation offers what the person may do. */
const listenForChanges = (): (() => void) =>
  streamWhileVisible({
    page: document,
    open: api.stream,
    onMessage: ({ type }) => {
      // Another call tells what is wrong with the connection or with the session.
      if (type === 'access.changed' || type === 'profile.changed' || type === 'reset') {
        loadProfile().catch(() => undefined);
      }
    },
    onEnd: () => {
      endStream = undefined;
    },
  });

/** @throws {PortcullisError} invalid-credentials, too-many-requests */
export async function logIn(credentials: Schemas['LogInBody'], keep: boolean): Promise<void> {
  tokens.keepAfterClosing(keep);
  await api.login(credentials);
  await loadProfile();
}

/** Continues with tokens that a call other than the log-in has returned. */
export async function continueWith(pair: Tokens): Promise<void> {
  tokens.keepAfterClosing(false);
  await tokens.write(pair);
  await loadProfile();
}

async function leave(everywhere = false): Promise<void> {
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

/** Ends the session, and that of every other tab; `everywhere` ends every session of the person, in any browser. */
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
