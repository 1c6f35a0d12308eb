import {
  BusinessError,
  caseKey,
  enabled,
  maxLiveSessions,
  openSession,
  userActor,
  type Client,
  type SessionLifetimes,
  type UserId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { AccessTokens, LoginThrottle, PasswordHasher, RefreshTokens } from '../ports/system.ts';
import type { Credentials, UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin } from './attempt.ts';
import { recordEvent } from '../record-event.ts';
import { recordRefusal, type InvalidCredentials } from './record-refusal.ts';
import { tokenPair, type TokenPair } from './token-pair.ts';

export interface LogInInput extends Client, RequestOrigin {
  /** A user name or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

export interface LoggedIn {
  readonly user: { readonly id: UserId; readonly username: string; readonly roles: readonly string[] };
  readonly token: TokenPair;
}

interface Dependencies extends CreateDependencies {
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
}

/**
 * Verifies a password and opens a session. A user has at most `maxLiveSessions`: another login ends the least recently
 * used one. An unknown user, a wrong password and a disabled account have the same message and take the same time, so
 * that a client cannot tell which accounts exist. Only the log distinguishes them.
 * @throws {BusinessError} unknown-account, wrong-password, account-disabled, and what the throttle throws
 */
export const logIn =
  (deps: Dependencies) =>
  async ({ login, password, network, ...client }: LogInInput): Promise<LoggedIn> => {
    const { users, hasher, throttle, clock } = deps;
    const account = await users.credentials(login, network);
    const attempt = attemptOf(account, caseKey(login), { ipAddress: client.ipAddress, network }, clock.now());
    await throttle.beforeAttempt(attempt);
    const matches = await hasher.verify(account?.passwordHash, password);
    if (account === undefined || !matches || account.status !== enabled) {
      const counted = await throttle.afterFailure(attempt);
      const reason = reasonOf(account, matches);
      await recordRefusal(deps, { account, client, reason, counted });
      throw invalidCredentials(reason, account?.userId);
    }
    await throttle.afterSuccess(attempt);
    const { userId, username, roles } = account;
    const token = await openFor(deps, account, client, network);
    return { user: { id: userId, username, roles }, token };
  };

export type LogIn = ReturnType<typeof logIn>;

/** Opens the session, unless the password was changed while it was being verified. */
async function openFor(
  deps: Dependencies,
  { userId, username, passwordHash }: Credentials,
  client: Client,
  network: string,
): Promise<TokenPair> {
  const { work, accessTokens, refreshTokens, lifetimes, clock, ids } = deps;
  const { ipAddress, userAgent } = client;
  const id = ids.next<'Session'>();
  const refresh = refreshTokens.first(id);
  const at = clock.now();
  const session = openSession({ userId, ipAddress, userAgent, id, refreshHash: refresh.hash }, at, lifetimes);
  await work.run(async (tx) => {
    // `holdsPassword` locks the user, so that concurrent logins cannot exceed the maximum number of sessions together.
    if (!(await tx.users.holdsPassword(userId, passwordHash))) throw invalidCredentials('wrong-password', userId);
    const ended = await tx.sessions.endLeastRecentlyUsed(userId, maxLiveSessions - 1, at);
    // Sent in one batch.
    await Promise.all([
      tx.sessions.add(session),
      tx.loginAddresses.record({ userId, network, lastLoginAt: at }),
      recordEvent(tx, deps, {
        type: 'session.started',
        actor: userActor({ id: userId, username }, client, id),
        subject: { type: 'user', id: userId, name: username },
        before: { sessionIds: ended },
        after: { sessionIds: [id] },
      }),
    ]);
  });
  return tokenPair(accessTokens, session, refresh.token);
}

const reasonOf = (account: Credentials | undefined, matches: boolean): InvalidCredentials => {
  if (account === undefined) return 'unknown-account';
  return matches ? 'account-disabled' : 'wrong-password';
};

const invalidCredentials = (reason: InvalidCredentials, about: UserId | undefined): BusinessError =>
  new BusinessError(reason, 'Wrong user name or password.', undefined, { about });
