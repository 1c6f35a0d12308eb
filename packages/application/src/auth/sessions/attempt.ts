import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { Refusal } from '@portcullis/domain/internal/shared/errors';
import { isKnownAddress } from '@portcullis/domain/internal/accounts/login-address';
import { accountLocked, sessionEvents } from '@portcullis/domain/internal/accounts/session';
import type { Attempt, CountedFailure } from '../../ports/system.ts';
import type { Credentials } from '../../ports/users.ts';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordEvent } from '../../changes.ts';

/** The IP address and the network of the client that sent a request. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** The network that rate limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly network: string;
}

/**
 * Returns the data that `LoginThrottle` needs about an attempt.
 * @param name the name under which attempts are counted if the account does not exist. Attempts with an unknown name
 * are also throttled, so that a client cannot find out which accounts exist.
 */
export const attemptOf = (
  account: Credentials | undefined,
  name: string,
  { ipAddress, network }: RequestOrigin,
  at: Date,
): Attempt => ({
  account: account?.userId ?? name,
  userId: account?.userId,
  passwordResets: account?.passwordResets ?? 0,
  ipAddress,
  network,
  isKnownAddress: isKnownAddress(account?.lastLoginAt ?? null, at),
});

/** Why a login was refused. */
export type InvalidCredentials = Extract<Refusal, 'unknown-account' | 'wrong-password' | 'account-disabled'>;

interface RefusedLogin {
  /**
   * Undefined if the account does not exist. The name that the client sent is not recorded, because it may be a
   * password.
   */
  readonly account: Credentials | undefined;
  readonly client: Client;
  readonly reason: InvalidCredentials;
  readonly counted: CountedFailure;
}

/**
 * Records a refused login in a separate transaction. If this login reaches a limit for failed logins (`isLocked`), the
 * event `account.locked` is recorded too. If `isRecorded` and `isLocked` are both false, nothing is recorded. Logins
 * with an unknown name are treated in the same way, so that their refusal takes the same time.
 */
export async function recordRefusedLogin(
  deps: CreateDependencies<'events'>,
  { account, client, reason, counted: { isLocked, isRecorded } }: RefusedLogin,
): Promise<void> {
  if (!isRecorded && !isLocked) return;
  const [id, name] = [account?.userId ?? null, account?.username ?? null];
  const about = {
    actor: { ...client, type: 'user', id, name, sessionId: null },
    subject: { id, username: name },
  } as const;
  await deps.work.run(async (tx) => {
    await recordEvent(tx, deps, { ...about, event: sessionEvents.refused, after: { reason } });
    if (isLocked) await recordEvent(tx, deps, { ...about, event: accountLocked });
  });
}
