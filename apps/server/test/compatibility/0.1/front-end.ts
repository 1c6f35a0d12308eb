import {
  createClient,
  factorChallengeOf,
  PortcullisError,
  readSignInResult,
  startSignIn,
  streamWhileVisible,
  tokensInMemory,
  type Client,
  type ErrorReason,
  type LiveMessage,
  type Schemas,
  type StringStorage,
  type Tokens,
  type TokenStore,
  type VisiblePage,
} from '@portcullis/client';
import { createUserBody } from '@portcullis/client/fields';

/** The types that `portcullis client-types` writes for a module. */
interface OwnPaths {
  '/api/acme/notices': {
    parameters: { query?: never };
    get: {
      parameters: { query?: { to?: string } };
      responses: { 200: { content: { 'application/json': { code: 0; data: string[] } } } };
    };
  };
}

interface OwnOperations {
  listAcmeNotices: OwnPaths['/api/acme/notices']['get'];
}

let kept: Tokens | undefined;
const tokens: TokenStore = {
  read: () => kept,
  write: (written) => {
    kept = written;
  },
};

export const portcullis: Client = createClient({
  baseUrl: 'http://127.0.0.1:3000',
  tokens,
  onSessionEnded: () => undefined,
  onStepUpRequired: async () => false,
});

/** Logs in, also with a second factor. */
export async function logIn(username: string, password: string, code: string): Promise<ErrorReason | undefined> {
  try {
    const user: Schemas['LoggedIn']['user'] = await portcullis.login({ username, password });
    return user.username === username ? undefined : 'user-not-found';
  } catch (error) {
    const found = factorChallengeOf(error);
    if (found !== undefined) await portcullis.loginWithFactor({ challenge: found.challenge, code });
    if (error instanceof PortcullisError) return error.reason;
    throw error;
  }
}

/** Calls operations of the service. */
export async function manageRoles(): Promise<readonly Schemas['Role'][]> {
  const { items } = await portcullis.get('/api/roles', { params: { query: { search: 'editor', page: 1 } } });
  const created = await portcullis.post('/api/roles', { body: { code: 'EDITOR', name: 'Editor' } });
  const params = { path: { id: created.id }, header: { 'If-Match': `"${created.version}"` } };
  await portcullis.patch('/api/roles/{id}', { params, body: { name: 'Editors' } });
  await portcullis.delete('/api/roles/{id}', { params: { path: { id: created.id } } });
  return portcullis.can('updateRole') ? items : [];
}

/** Calls operations of modules, with types and without. */
export async function readNotices(): Promise<readonly string[]> {
  const own = createClient<OwnPaths, OwnOperations>({ tokens: tokensInMemory() });
  const typed = await own.get('/api/acme/notices', { params: { query: { to: 'Ada' } } });
  const untyped = await own.request<{ readonly items: readonly string[] }>('get', '/api/acme/labels/{id}', {
    params: { path: { id: 'x' }, query: { page: 1 } },
  });
  return own.can('listAcmeNotices') ? [...typed, ...untyped.items] : [];
}

/** Signs in at a provider. */
export async function signIn(href: string, storage: StringStorage): Promise<string> {
  const returned = readSignInResult(href, storage);
  if (returned?.proof !== undefined) await portcullis.exchange(returned.proof);
  return startSignIn({ provider: 'corp', returnTo: href, storage });
}

/** Follows live updates while the page is visible. */
export const follow = (page: VisiblePage, onMessage: (message: LiveMessage) => void): (() => void) =>
  streamWhileVisible({ page, open: portcullis.stream, onMessage });

export const longestName: number = createUserBody.username.maxLength;
