import { newPasskeyChallenge, type UserId } from '@portcullis/domain';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';

export interface PasskeyChallengeDependencies {
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
}

/**
 * Creates a passkey challenge and stores its hash.
 * @param userId the account that adds a passkey; null if somebody authenticates with an existing passkey
 * @returns the challenge
 */
export async function addPasskeyChallenge(
  { passkeyChallenges }: Uses<'passkeyChallenges'>,
  { clock, linkTokens }: PasskeyChallengeDependencies,
  userId: UserId | null,
): Promise<string> {
  const { token, hash } = linkTokens.create();
  await passkeyChallenges.add(newPasskeyChallenge({ hash, userId }, clock.now()));
  return token;
}

/**
 * Removes a challenge, which therefore works only once.
 * @param userId the account that adds a passkey; null if somebody authenticates with an existing passkey
 * @returns whether the challenge was valid and was created for this `userId`
 */
export async function takePasskeyChallenge(
  { passkeyChallenges }: Uses<'passkeyChallenges'>,
  { clock, linkTokens }: { readonly clock: Clock; readonly linkTokens: Pick<LinkTokens, 'hashOf'> },
  { challenge, userId }: { readonly challenge: string; readonly userId: UserId | null },
): Promise<boolean> {
  const taken = await passkeyChallenges.take(linkTokens.hashOf(challenge), clock.now());
  return taken !== undefined && taken.userId === userId;
}
