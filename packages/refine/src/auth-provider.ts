import { factorChallengeOf, PortcullisError, type Client, type Schemas } from '@portcullis/client';
import type { AuthActionResponse, AuthProvider } from '@refinedev/core';
import { orProviderError, ProviderError } from './provider-error.ts';

/** The pages to which refine goes after a login and after the end of a session. */
export interface AuthProviderOptions {
  /** Default: `/`. */
  readonly homePath?: string;
  /** Default: `/login`. */
  readonly loginPath?: string;
}

/** The values of a log-in form. With `challenge`, the form asks for the second factor. */
export type LogInValues = Schemas['LogInBody'] | Schemas['LogInWithFactorBody'];

/** The user of the session, as `useGetIdentity` returns it. */
export interface Identity {
  readonly id: string;
  /** The nickname, or else the user name. */
  readonly name: string;
  readonly username: string;
  readonly roles: readonly string[];
}

/** The functions of the auth provider that this package has. */
type Functions = 'login' | 'logout' | 'check' | 'onError' | 'getIdentity' | 'getPermissions';

/** Returns whether a call failed because nobody is logged in, or the session has ended. */
const isOfSession = (error: unknown): boolean =>
  (error instanceof ProviderError && error.statusCode === 401) ||
  (error instanceof PortcullisError && error.status === 401);

/**
 * The auth provider of refine. If an account has a second factor, `login` fails, and its result contains the
 * `challenge`: ask for a code, and call `login({ challenge, code })`.
 * @example
 * const portcullis = createClient({ tokens: tokensIn(localStorage) });
 * const provider = authProvider(portcullis, { loginPath: '/login' });
 * const values: LogInValues = { username: 'ada', password: 'hTv2kq…' };
 * const logIn = () => provider.login(values);
 * const showName = ({ name, roles }: Identity): string => `${name} (${roles.join(', ')})`;
 */
export function authProvider(
  client: Pick<Client, 'get' | 'loadOperations' | 'login' | 'loginWithFactor' | 'logout'>,
  { homePath = '/', loginPath = '/login' }: AuthProviderOptions = {},
): Required<Pick<AuthProvider, Functions>> {
  const profile = () => orProviderError(client.get('/api/auth/profile'));

  return {
    login: async (values: LogInValues): Promise<AuthActionResponse> => {
      try {
        await ('challenge' in values ? client.loginWithFactor(values) : client.login(values));
        await client.loadOperations();
        return { success: true, redirectTo: homePath };
      } catch (error) {
        if (!(error instanceof PortcullisError)) throw error;
        const challenge = factorChallengeOf(error);
        return { success: false, error: new ProviderError(error), ...challenge };
      }
    },
    logout: async () => {
      await client.logout();
      return { success: true, redirectTo: loginPath };
    },
    check: async () => {
      try {
        await profile();
        return { authenticated: true };
      } catch (error) {
        // If the service does not respond, the pages show this error, and the user stays logged in.
        return isOfSession(error)
          ? { authenticated: false, logout: true, redirectTo: loginPath }
          : { authenticated: true };
      }
    },
    onError: async (error: unknown) => (isOfSession(error) ? { logout: true, redirectTo: loginPath } : {}),
    getIdentity: async (): Promise<Identity> => {
      const { id, username, nickName, roles } = await profile();
      return { id, username, name: nickName ?? username, roles };
    },
    getPermissions: async () => (await profile()).permissions,
  };
}
