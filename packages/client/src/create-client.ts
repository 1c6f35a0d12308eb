import { withOperationTypes, withExpectedTypes, type Call, type RequestOptions, type Verb } from './calls.ts';
import type { Client, ClientOptions, Schemas } from './client.ts';
import type { operations as Operations, paths } from './openapi.ts';
import { isSessionEndedError, isTokenMissing, isTokenRefused, createTokenRefresher } from './token-refresh.ts';
import { clientStream } from './client-stream.ts';
import { createOperations } from './operations.ts';
import { knownVersions } from './known-versions.ts';
import { sendRepeatedly } from './repeat-post.ts';
import { isRightMissing, isStepUpRequired } from './portcullis-error.ts';
import { sender, type SendOptions } from './send.ts';
import { tokensInMemory } from './tokens.ts';
import { uploadOptions, uploadPath } from './upload.ts';

/**
 * How often a call renews its tokens. The first renewal may return tokens that another tab has stored long ago, and
 * that have expired too.
 */
const maxRenewals = 2;

/**
 * Creates a client. If the access token of a request has expired, the client refreshes the token and sends the request
 * again. Bodies must be values, not streams, because they are serialized for each attempt. A change of a resource sends
 * the version that the client has last read in `If-Match`, unless the call contains this header.
 * @example
 * const portcullis = createClient({ baseUrl: 'http://127.0.0.1:3000' });
 * await portcullis.login({ username: 'admin', password: 'hTv2kq…' });
 * const { items } = await portcullis.get('/api/roles', { params: { query: { search: 'editor' } } });
 */
export function createClient<Api extends object = paths, Ids extends object = Operations>(
  options: ClientOptions = {},
): Client<Api, Ids> {
  const { baseUrl = '', tokens: store = tokensInMemory(), onSessionEnded = () => undefined } = options;
  const { onStepUpRequired = async () => false } = options;
  const origin = baseUrl.replace(/\/(?:api\/?)?$/, '');
  const fetchResponse = options.fetch ?? ((request) => fetch(request));
  const send = sender(origin, fetchResponse);

  // These two functions call operations without a token.
  const getWithoutToken = withOperationTypes<'get'>((path, callOptions = {}) => send('get', path, callOptions));
  const postWithoutToken = withOperationTypes<'post'>((path, callOptions = {}) => send('post', path, callOptions));

  /** Whether the last call had tokens. If the next call has none, another tab has ended the session. */
  let isLoggedIn = false;
  const endSession = (): void => {
    isLoggedIn = false;
    onSessionEnded();
  };

  const renewTokens = createTokenRefresher({
    store,
    refresh: async (refreshToken) => (await postWithoutToken('/api/auth/refresh', { body: { refreshToken } })).token,
    onRenewed: () => operations.reload(),
    onSessionEnded: endSession,
  });
  const sendInSession = async (verb: Verb, path: string, callOptions: SendOptions): Promise<unknown> => {
    let tokens = await store.read();
    const wasLoggedIn = isLoggedIn;
    isLoggedIn = tokens !== undefined;
    for (let renewals = 0; ; renewals += 1) {
      try {
        return await send(verb, path, callOptions, tokens);
      } catch (error) {
        if (tokens === undefined && wasLoggedIn && isTokenMissing(error)) endSession();
        if (tokens === undefined || !isTokenRefused(error) || renewals === maxRenewals) throw error;
        tokens = await renewTokens(tokens, error);
      }
    }
  };

  const versions = knownVersions();
  let steppingUp: Promise<boolean> | undefined;
  const stepUp = (): Promise<boolean> => {
    steppingUp ??= onStepUpRequired().finally(() => {
      steppingUp = undefined;
    });
    return steppingUp;
  };

  const call = async (verb: Verb, path: string, callOptions: RequestOptions = {}): Promise<unknown> => {
    const versioned: SendOptions = { ...callOptions, knownVersion: versions.of(verb, path, callOptions) };
    const sendOnce = async () => {
      const data = await sendRepeatedly(verb, path, versioned, (keyed) => sendInSession(verb, path, keyed));
      versions.learn(verb, path, callOptions, data);
      return data;
    };
    try {
      return await sendOnce();
    } catch (error) {
      if (isRightMissing(error)) operations.reload();
      if (!isStepUpRequired(error) || !(await stepUp())) throw error;
      return sendOnce();
    }
  };
  const inSession = <Method extends Verb, Paths extends object = Api>(verb: Method): Call<Method, Paths> =>
    withOperationTypes<Method, Paths>((path, callOptions) => call(verb, path, callOptions));

  const get = inSession<'get', paths>('get');
  const operations = createOperations(() => get('/api/auth/operations'));

  const stream: Client['stream'] = (streamOptions) =>
    clientStream({ origin, fetchResponse, store, renewTokens, onAccessChanged: operations.reload }, streamOptions);

  const keepTokens = async ({ user, token }: Schemas['LoggedIn']): Promise<Schemas['LoggedIn']['user']> => {
    await store.write(token);
    return user;
  };

  const post = inSession<'post', paths>('post');
  const request = withExpectedTypes(call);
  return {
    get: inSession('get'),
    post: inSession('post'),
    put: inSession('put'),
    patch: inSession('patch'),
    delete: inSession('delete'),
    request,
    upload: (file, choices) => request('post', uploadPath, uploadOptions(file, choices)),
    stream,
    can: operations.can,
    loadOperations: operations.load,
    onOperationsChange: operations.onChange,
    login: async (credentials) => keepTokens(await postWithoutToken('/api/auth/login', { body: credentials })),
    loginWithFactor: async (body) => keepTokens(await postWithoutToken('/api/auth/login/factor', { body })),
    loginWithPasskey: async (body) => keepTokens(await postWithoutToken('/api/auth/passkey-login', { body })),
    providers: () => getWithoutToken('/api/auth/providers'),
    exchange: async (body) => keepTokens(await postWithoutToken('/api/auth/oidc/exchange', { body })),
    logout: async (body = {}) => {
      if ((await store.read()) === undefined) return operations.clear();
      try {
        await post('/api/auth/logout', { body });
      } catch (error) {
        if (!isSessionEndedError(error)) throw error;
      } finally {
        isLoggedIn = false;
        operations.clear();
        versions.clear();
        await store.write(undefined);
      }
    },
  };
}
