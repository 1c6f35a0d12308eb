import { BusinessError, orNotFound, requireOpenSetupLink, type SetupLink, type User } from '@portcullis/domain';
import type { Clock, SetupTokens } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly setupTokens: SetupTokens;
}

/**
 * Returns the account that a setup token belongs to, and the setup link. The account and the link stay locked until the
 * transaction ends.
 * @throws {BusinessError} setup-token-invalid, setup-closed
 */
export async function lockSetupAccount(
  tx: Transaction,
  { clock, setupTokens }: Dependencies,
  token: string,
): Promise<{ readonly link: SetupLink; readonly user: User }> {
  const link = await tx.setupLinks.lockLatest();
  if (link === undefined || !setupTokens.matches(token, link.tokenHash)) {
    throw new BusinessError('setup-token-invalid', 'This link is not valid.');
  }
  // The first login closes the setup. A login locks the user, so this call waits for a login that has already begun.
  const user = orNotFound(await tx.users.lock(link.userId), 'user-not-found');
  requireOpenSetupLink(link, await tx.loginAddresses.exist(link.userId), clock.now());
  return { link, user };
}
