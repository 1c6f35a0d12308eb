import { newPasskeyChallenge, type UserId } from '@portcullis/domain';
import type { LinkTokens } from '../ports/preview-links.ts';
import type { Clock } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';

export interface PasskeyChallengeDependencies {
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
}

/**
 * Stores a challenge for a passkey.
 * @param userId the account that adds a passkey; null for a log-in
 * @returns the challenge, of which only the hash is stored
 */
export async function addPasskeyChallenge(
  { passkeyChallenges }: Pick<Transaction, 'passkeyChallenges'>,
  { clock, linkTokens }: PasskeyChallengeDependencies,
  userId: UserId | null,
): Promise<string> {
  const { token, hash } = linkTokens.create();
  await passkeyChallenges.add(newPasskeyChallenge({ hash, userId }, clock.now()));
  return token;
}

/** Uses up a challenge. @returns whether it was issued for this account, or for a log-in if `userId` is null, and is still valid */
export async function takePasskeyChallenge(
  { passkeyChallenges }: Pick<Transaction, 'passkeyChallenges'>,
  { clock, linkTokens }: { readonly clock: Clock; readonly linkTokens: Pick<LinkTokens, 'hashOf'> },
  { challenge, userId }: { readonly challenge: string; readonly userId: UserId | null },
): Promise<boolean> {
  const taken = await passkeyChallenges.take(linkTokens.hashOf(challenge), clock.now());
  return taken !== undefined && taken.userId === userId;
}
