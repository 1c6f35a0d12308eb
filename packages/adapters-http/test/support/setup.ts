import { aFactor, aUser, given } from '@portcullis/application/testing';
import { isId, newMailLink, newSetupLink } from '@portcullis/domain';
import type { Service } from './service.ts';

let minutes = 0;

/** Returns the token of a new setup link. The new link replaces earlier links. */
export async function aSetupToken({ world }: Pick<Service, 'world'>, isUsed = false): Promise<string> {
  const user = aUser();
  await given(world, { users: [user] });
  const { token, hash } = world.setupTokens.create();
  // Only the link that expires last is valid.
  const at = new Date(world.clock.now().getTime() + 60_000 * (minutes += 1));
  const link = newSetupLink({ userId: user.id, tokenHash: hash }, at);
  await world.run((tx) => tx.setupLinks.add(isUsed ? { ...link, usedAt: at } : link));
  return token;
}

/** Returns the token of a new link for a new password. */
export async function aResetToken({ world }: Pick<Service, 'world'>, isExpired = false): Promise<string> {
  const user = aUser();
  await given(world, { users: [user] });
  const { token, hash: tokenHash } = world.linkTokens.create();
  const at = isExpired ? new Date(0) : world.clock.now();
  await world.run((tx) => tx.mailLinks.add(newMailLink({ tokenHash, purpose: 'password-reset', userId: user.id }, at)));
  return token;
}

/** Adds an authenticator app to an account. @returns its id */
export async function addFactor({ world }: Pick<Service, 'world'>, userId: string): Promise<string> {
  if (!isId<'User'>(userId)) throw new Error(`${userId} is no id.`);
  const factor = aFactor({ userId });
  await world.run((tx) => tx.factors.add(factor));
  return factor.id;
}
