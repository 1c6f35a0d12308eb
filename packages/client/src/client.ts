import {
  withOperationTypes,
  withExpectedTypes,
  type AnyCall,
  type Call,
  type PayloadOf,
  type RequestOptions,
  type Verb,
} from './calls.ts';
import type { components, operations as Operations, paths } from './openapi.ts';
import { isSessionEndedError, isTokenMissing, isTokenRefused, createTokenRefresher } from './token-refresh.ts';
import { clientStream } from './client-stream.ts';
import type { LiveMessage, StreamOptions } from './live-messages.ts';
import { createOperations, type OperationId } from './operations.ts';
import { sendRepeatedly } from './repeat-post.ts';
import { isRightMissing, isStepUpRequired } from './portcullis-error.ts';
import { sender, type Fetch } from './send.ts';
import { tokensInMemory, type TokenStore } from './tokens.ts';

/** The schemas of the API document by name, such as `Schemas['User']`. */
export type Schemas = components['schemas'];

/** A provider at which users can sign in: the `key` to pass to `startSignIn`, and the `name` that is shown to users. */
export type Provider = PayloadOf<'/api/auth/providers', 'get'>[number];

/** The address of the service, and what the client does about tokens and sessions. */
export interface ClientOptions {
  /**
   * The URL of the service, such as `https://api.example.com`, with or without `/api`. Default: the origin of the page.
   */
  readonly baseUrl?: string;
  /** The store of the tokens. Default: `tokensInMemory()`. */
  readonly tokens?: TokenStore;
  /**
   * Called once when the service reports that the session has ended, for example because it has expired or an
   * administrator has ended it, and when a call is refused because another tab has removed the tokens. `logout` calls
   * it only if the session had already ended before.
   */
  readonly onSessionEnded?: () => void;
  /**
   * Called when a call needs a recent authentication (code 1111), or a second factor that the session does not have
   * (code 1109, reason `code-required`). The function asks the user, calls `/api/auth/step-up`, and returns whether the
   * step-up succeeded. After a success, the refused call is sent once more. Calls that are refused meanwhile wait for
   * the same result.
   */
  readonly onStepUpRequired?: () => Promise<boolean>;
  /** Sends the requests. Default: the global `fetch` at the time of the request. */
  readonly fetch?: Fetch;
}

/**
 * How often a call renews its tokens. The first renewal may return tokens that another tab has stored long ago, and
 * that have expired too.
 */
const maxRenewals = 2;

/**
 * Calls the operations of the service by method and path, in a session whose tokens are refreshed automatically. The
 * type parameters are the paths and the operations of the API document; by default those of a service without own
 * modules.
 */
export interface Client<Api extends object = paths, Ids extends object = Operations> {
  readonly get: Call<'get', Api>;
  readonly post: Call<'post', Api>;
  readonly put: Call<'put', Api>;
  readonly patch: Call<'patch', Api>;
  readonly delete: Call<'delete', Api>;
  /**
   * Calls an operation whose path is not known at compile time. The response is not validated: `Data` is what the caller
   * expects. A POST with an `idempotencyKey` is repeated like those of known operations.
   * @param path the path in the API document, such as `/api/acme/labels/{id}`
   * @throws {PortcullisError} if the service returns an error
   * @throws {TypeError} from `fetch`, if there is no response
   * @example const { items } = await portcullis.request<Labels>('get', `/api/${noun}`);
   */
  readonly request: AnyCall;
  /**
   * Opens a session and stores its tokens. If the account has a second factor, the login fails with `factor-required`,
   * and `factorChallengeOf` returns the challenge of this error.
   * @throws {PortcullisError} invalid-credentials, factor-required, too-many-requests
   */
  readonly login: (credentials: Schemas['LogInBody']) => Promise<Schemas['LoggedIn']['user']>;
  /**
   * Completes a login with a code or a passkey, and stores the tokens of the session. After `wrong-code` and
   * `wrong-passkey`, the same challenge can be used again. After `challenge-invalid`, begin the login again.
   * @throws {PortcullisError} wrong-code, wrong-passkey, challenge-invalid, too-many-requests
   */
  readonly loginWithFactor: (answer: Schemas['LogInWithFactorBody']) => Promise<Schemas['LoggedIn']['user']>;
  /**
   * Opens a session with a passkey, and stores the tokens of the session. The credential is the browser's response to
   * the options of `POST /api/auth/passkey-login/options`.
   * @throws {PortcullisError} wrong-passkey, too-many-requests
   */
  readonly loginWithPasskey: (answer: Schemas['LogInWithPasskeyBody']) => Promise<Schemas['LoggedIn']['user']>;
  /** Lists the providers for the buttons of a log-in page. The list is empty if the service has none. */
  readonly providers: () => Promise<Provider[]>;
  /**
   * Completes a sign-in at a provider with the proof of `readSignInResult`, and stores the tokens of the session. If
   * the account has a second factor, `factorChallengeOf` returns the challenge of the error, as for `login`.
   * @throws {PortcullisError} sign-in-invalid, link-required, account-missing, invalid-credentials, factor-required,
   * last-administrator, too-many-requests
   */
  readonly exchange: (proof: Schemas['TicketBody']) => Promise<Schemas['LoggedIn']['user']>;
  /** Ends the session, or with `all` every session of the user. The tokens are removed even if the call fails. */
  readonly logout: (options?: Schemas['LogOutBody']) => Promise<void>;
  /**
   * Opens the stream of live updates. After an interruption, it continues after the last message. It ends when the
   * session ends or the signal is aborted.
   * @throws {PortcullisError} if the service refuses the stream for a reason other than a limit or the end of the
   * session
   * @example for await (const { type } of portcullis.stream()) { if (type === 'access.changed') await readMenus(); }
   */
  readonly stream: (options?: StreamOptions) => AsyncGenerator<LiveMessage, void, undefined>;
  /**
   * Returns whether the user may call an operation, according to the last `loadOperations`. Returns false before the
   * operations are loaded, and after `logout`. The service can still refuse the call for another reason, such as the
   * state of the resource.
   * @example if (portcullis.can('updateUser')) showEditButton();
   */
  readonly can: (operation: OperationId<Ids>) => boolean;
  /**
   * Loads what `can` returns. Call this function after each login. Until `logout`, the client then loads the operations
   * again after it has renewed the tokens, when a `stream` yields `access.changed` or `reset`, and after the service has
   * refused a call because a right was missing.
   * @throws {PortcullisError} if the session has ended
   */
  readonly loadOperations: () => Promise<void>;
  /**
   * Calls the listener when the results of `can` have changed.
   * @returns a function that removes the listener
   */
  readonly onOperationsChange: (listener: () => void) => () => void;
}

/**
 * Creates a client. If the access token of a request has expired, the client refreshes the token and sends the request
 * again. Bodies must be values, not streams, because they are serialized for each attempt.
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
  const sendInSession = async (verb: Verb, path: string, callOptions: RequestOptions): Promise<unknown> => {
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

  let steppingUp: Promise<boolean> | undefined;
  const stepUp = (): Promise<boolean> => {
    steppingUp ??= onStepUpRequired().finally(() => {
      steppingUp = undefined;
    });
    return steppingUp;
  };

  const call = async (verb: Verb, path: string, callOptions: RequestOptions = {}): Promise<unknown> => {
    const sendOnce = () => sendRepeatedly(verb, path, callOptions, (keyed) => sendInSession(verb, path, keyed));
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
  return {
    get: inSession('get'),
    post: inSession('post'),
    put: inSession('put'),
    patch: inSession('patch'),
    delete: inSession('delete'),
    request: withExpectedTypes(call),
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
        await store.write(undefined);
      }
    },
  };
}
