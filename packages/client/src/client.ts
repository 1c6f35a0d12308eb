import { typed, type Call, type Verb } from './calls.ts';
import type { components } from './openapi.ts';
import { isAboutToken, isFinal, renewal } from './renewal.ts';
import { sender, type Fetch } from './send.ts';
import { tokensInMemory, type TokenStore } from './tokens.ts';

/** The shapes of the API document by name, such as `Schemas['User']`. */
export type Schemas = components['schemas'];

export interface ClientOptions {
  /**
   * Where the service is, such as `https://api.example.com`; with or without `/api`, with which every path begins.
   * Default: where the page comes from.
   */
  readonly baseUrl?: string;
  /** Where the tokens are kept. Default: in memory. */
  readonly tokens?: TokenStore;
  /** Called once when the service has ended the session, be it by an administrator or by time; not at a logout. */
  readonly onSessionEnded?: () => void;
  /** Default: `fetch`, as it is at the time of the request. */
  readonly fetch?: Fetch;
}

/** The operations of the service by verb and path, as the API document has them, in a session that renews itself. */
export interface Client {
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** Opens a session; the tokens go to the store. */
  readonly login: (credentials: Schemas['LogInBody']) => Promise<Schemas['LoggedIn']['user']>;
  /** Ends the session, or with `all` every session of the user; the tokens are forgotten whatever comes of it. */
  readonly logout: (options?: Schemas['LogOutBody']) => Promise<void>;
}

/**
 * A request that is refused for its access token is sent once more, with a renewed one. Bodies are values, made into
 * JSON each time, so that there is no stream that a first try could have used up.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = '', tokens: store = tokensInMemory(), onSessionEnded = () => undefined } = options;
  const send = sender(baseUrl.replace(/\/(?:api\/?)?$/, ''), options.fetch ?? ((request) => fetch(request)));

  /** For the operations that look at no token. */
  const openly = typed<'post'>((path, given = {}) => send('post', path, given));

  const renewed = renewal({
    store,
    refresh: async (refreshToken) => (await openly('/api/auth/refresh', { body: { refreshToken } })).token,
    onSessionEnded,
  });

  const inSession = <Method extends Verb>(verb: Method): Call<Method> =>
    typed(async (path, given = {}) => {
      const tokens = await store.read();
      try {
        return await send(verb, path, given, tokens);
      } catch (error) {
        if (tokens === undefined || !isAboutToken(error)) throw error;
        return send(verb, path, given, await renewed(tokens, error));
      }
    });

  const post = inSession('post');
  return {
    get: inSession('get'),
    post,
    put: inSession('put'),
    patch: inSession('patch'),
    delete: inSession('delete'),
    login: async (credentials) => {
      const { user, token } = await openly('/api/auth/login', { body: credentials });
      await store.write(token);
      return user;
    },
    logout: async (body = {}) => {
      if ((await store.read()) === undefined) return;
      try {
        await post('/api/auth/logout', { body });
      } catch (error) {
        if (!isFinal(error)) throw error;
      } finally {
        await store.write(undefined);
      }
    },
  };
}
