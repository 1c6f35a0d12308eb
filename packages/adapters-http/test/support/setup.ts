import { aUser } from '@portcullis/testing/internal/builders';
import { aFactor, codeAt } from '@portcullis/testing/internal/factors';
import { given } from '@portcullis/testing/internal/given';
import { isId } from '@portcullis/domain/internal/shared/ids';
import { newMailLink, type MailLinkPurpose } from '@portcullis/domain/internal/accounts/mail-link';
import { newSetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { expect } from 'chai';
import type { Person, Service } from './service.ts';

let minutes = 0;

/** Returns the token of a new setup link, already used if `isUsed` is true. The new link replaces earlier links. */
export async function aSetupToken({ world }: Pick<Service, 'world'>, isUsed = false): Promise<string> {
  const user = aUser();
  await given(world, { users: [user] });
  const { token, hash } = world.setupTokens.create();
  // Only the link with the latest expiry time is valid.
  const at = new Date(world.clock.now().getTime() + 60_000 * (minutes += 1));
  const link = newSetupLink({ userId: user.id, tokenHash: hash }, at);
  await world.run((tx) => tx.setupLinks.add(isUsed ? { ...link, usedAt: at } : link));
  return token;
}

/** Returns the token of a new password reset link. */
export const aResetToken = (service: Pick<Service, 'world'>, isExpired = false): Promise<string> =>
  aMailToken(service, { purpose: 'password-reset', isExpired });

interface MailToken {
  readonly purpose: MailLinkPurpose;
  readonly isExpired?: boolean;
  /** The e-mail address that is stored as the recipient of the link. Default: the address of the new user. */
  readonly email?: string;
}

/**
 * Creates a user, and stores a link for this user as if it had been sent by mail. Returns the token of the link. For an
 * invitation, `invitedUntil` of the user is set.
 */
export async function aMailToken(
  { world }: Pick<Service, 'world'>,
  { purpose, isExpired = false, email }: MailToken,
): Promise<string> {
  const user = aUser(purpose === 'invitation' ? { invitedUntil: world.clock.now() } : {});
  await given(world, { users: [user] });
  const { token, hash: tokenHash } = world.linkTokens.create();
  const at = isExpired ? new Date(0) : world.clock.now();
  const link = newMailLink({ tokenHash, purpose, userId: user.id, email: email ?? user.email }, at);
  await world.run((tx) => tx.mailLinks.add(link));
  return token;
}

/** Adds an authenticator app to an account. @returns the id of the factor */
export async function addFactor({ world }: Pick<Service, 'world'>, userId: string): Promise<string> {
  if (!isId<'User'>(userId)) throw new Error(`${userId} is no id.`);
  const factor = aFactor({ userId });
  await world.run((tx) => tx.factors.add(factor));
  return factor.id;
}

/**
 * Adds `count` authenticator apps to the account of a person, and confirms the person's session with one of them.
 * @returns the id of the first factor
 */
export async function addProvedFactor(
  service: Pick<Service, 'world'>,
  { id, api }: Person,
  count = 1,
): Promise<string> {
  const factorIds = await Promise.all(Array.from({ length: count }, () => addFactor(service, id)));
  const { status, message } = await api.post('/auth/step-up', { code: codeAt(service.world.clock.now()) });
  expect(status, message).to.equal(200);
  return factorIds[0] ?? expect.fail('There is no factor.');
}
