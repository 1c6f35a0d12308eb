import type { Client } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { enabled } from '@portcullis/domain/internal/shared/status';
import { caseKey } from '@portcullis/domain/internal/names/text';
import type { LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { Credentials, UserViews } from '../ports/users.ts';
import { attemptOf, type RequestOrigin, recordRefusedLogin, type InvalidCredentials } from './sessions/attempt.ts';
import { startSessionOrChallenge, type ChallengeDependencies } from './factors/challenge.ts';
import { firstTokens, type LoggedIn, type SessionDependencies } from './sessions/start-session.ts';

/** What `logIn` needs. */
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
  async (input: LogInInput): Promise<LoggedIn> => {
    const { users, hasher, throttle, clock } = deps;
    const { login, password, network, ...client } = input;
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
    return (await enter(deps, account, input)) ?? logIn(deps)(input);
  };

/**
 * Opens a session for a user whose password was verified. A hash of another product is replaced.
 * @returns undefined if a concurrent login may have replaced the hash, so that the password must be verified again. This
 * happens at most once for each replacement.
 */
async function enter(
  deps: Dependencies,
  account: Credentials,
  { password, network, ipAddress, userAgent, requestId }: LogInInput,
): Promise<LoggedIn | undefined> {
  const { userId: id, username, roles, passwordHash } = account;
  const client = { ipAddress, userAgent, requestId };
  const renewed = await deps.hasher.renew(passwordHash, password);
  const started = await deps.work.run(async (tx) => {
    // Only the first statement locks. The other one is sent together with it and runs after it.
    const [isHeld, factors] = await Promise.all([tx.users.holdsPassword(id, passwordHash), tx.factors.of(id)]);
    if (!isHeld) {
      if (renewed !== undefined) return undefined;
      // The password was changed, or the account was disabled or removed, while the password was being verified.
      throw invalidCredentials('wrong-password', id);
    }
    if (renewed !== undefined) await tx.users.renewHash(id, renewed);
    return startSessionOrChallenge(tx, deps, { user: { id, username }, client, network, how: 'password' }, factors);
  });
  if (started instanceof BusinessError) throw started;
  return started && { user: { id, username, roles }, token: await firstTokens(deps, started) };
}

const reasonOf = (account: Credentials | undefined, matches: boolean): InvalidCredentials => {
  if (account === undefined) return 'unknown-account';
  return matches ? 'account-disabled' : 'wrong-password';
};

const invalidCredentials = (reason: InvalidCredentials, about: UserId | undefined): BusinessError =>
  new BusinessError(reason, 'Wrong user name or password.', undefined, { about });
