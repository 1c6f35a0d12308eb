import { BusinessError, caseKey, enabled, type Client, type UserId } from '@portcullis/domain';
import type { LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { Credentials, UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin, recordRefusedLogin, type InvalidCredentials } from './sessions/attempt.ts';
import { startSessionOrChallenge, type ChallengeDependencies } from './factors/challenge.ts';
import { firstTokens, type LoggedIn, type SessionDependencies } from './sessions/start-session.ts';

export interface LogInInput extends Client, RequestOrigin {
  /** A user name or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

interface Dependencies extends SessionDependencies, ChallengeDependencies {
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
}

/**
 * Verifies a password and opens a session. A user has at most `maxLiveSessions` sessions: another login ends the least
 * recently used session. An unknown user, a wrong password and a disabled account cause the same error message after
 * the same time. Clients therefore cannot find out which accounts exist. Only the logs of the service distinguish these
 * cases. If the account has a second factor, no session is opened: the error factor-required contains a challenge for
 * `logInWithFactor`.
 * @throws {BusinessError} unknown-account, wrong-password, account-disabled, factor-required, and the errors of
 * `LoginThrottle`
 */
export const logIn =
  (deps: Dependencies) =>
  async ({ login, password, network, ...client }: LogInInput): Promise<LoggedIn> => {
    const { work, users, hasher, throttle, clock } = deps;
    const account = await users.credentials(login, network);
    const attempt = attemptOf(account, caseKey(login), { ipAddress: client.ipAddress, network }, clock.now());
    await throttle.beforeAttempt(attempt);
    const matches = await hasher.verify(account, password);
    if (account === undefined || !matches || account.status !== enabled) {
      const counted = await throttle.afterFailure(attempt);
      const reason = reasonOf(account, matches);
      await recordRefusedLogin(deps, { account, client, reason, counted });
      throw invalidCredentials(reason, account?.userId);
    }
    await throttle.afterSuccess(attempt);
    const { userId: id, username, roles } = account;
    const started = await work.run(async (tx) => {
      await lockUnchanged(tx, account);
      return startSessionOrChallenge(tx, deps, { user: { id, username }, client, network, how: 'password' });
    });
    if (started instanceof BusinessError) throw started;
    return { user: { id, username, roles }, token: await firstTokens(deps, started) };
  };

/**
 * Locks the user.
 * @throws {BusinessError} wrong-password, if the password was changed or the account was disabled or removed while the
 * password was being verified
 */
async function lockUnchanged({ users }: Uses<'users'>, { userId, passwordHash }: Credentials): Promise<void> {
  if (!(await users.holdsPassword(userId, passwordHash))) throw invalidCredentials('wrong-password', userId);
}

const reasonOf = (account: Credentials | undefined, matches: boolean): InvalidCredentials => {
  if (account === undefined) return 'unknown-account';
  return matches ? 'account-disabled' : 'wrong-password';
};

const invalidCredentials = (reason: InvalidCredentials, about: UserId | undefined): BusinessError =>
  new BusinessError(reason, 'Wrong user name or password.', undefined, { about });
