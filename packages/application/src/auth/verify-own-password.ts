import { BusinessError, type Actor } from '@portcullis/domain';
import type { Clock, LoginThrottle, PasswordHasher } from '../ports/system.ts';
import type { Credentials, UserViews } from '../ports/users.ts';
import { attemptOf } from './sessions/attempt.ts';

export interface OwnPasswordDependencies {
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly clock: Clock;
}

export interface OwnPassword {
  readonly actor: Actor;
  readonly network: string;
  readonly password: string;
  /** Name of the request field that contains the password. The error refers to this field. */
  readonly field: 'currentPassword' | 'password';
}

/**
 * Verifies the password of the caller. A wrong password counts as a failed login.
 * @throws {BusinessError} wrong-current-password, and the errors of `LoginThrottle`
 */
export async function verifyOwnPassword(
  { users, hasher, throttle, clock }: OwnPasswordDependencies,
  { actor: { id: userId, ipAddress }, network, password, field }: OwnPassword,
): Promise<Credentials> {
  const account = await users.credentialsOf(userId, network);
  const attempt = attemptOf(account, userId, { ipAddress, network }, clock.now());
  await throttle.beforeAttempt(attempt);
  const matches = await hasher.verify(account, password);
  if (account === undefined || !matches) {
    await throttle.afterFailure(attempt);
    throw wrongPassword(field);
  }
  await throttle.afterSuccess(attempt);
  return account;
}

export function wrongPassword(field: OwnPassword['field']): BusinessError {
  const message = 'The current password is wrong.';
  return new BusinessError('wrong-current-password', message, [{ field, message }]);
}
