import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import type { Clock } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/**
 * Returns whether the secret that the actor creates for a key counts as one with a second factor: if the actor has
 * proved one in the session, and the owner is a person.
 */
export async function provesFactorFor(
  { sessions }: Uses<'sessions'>,
  clock: Clock,
  { sessionId }: Actor,
  { kind }: Pick<ApiKeyView['owner'], 'kind'>,
): Promise<boolean> {
  if (kind !== 'PERSON' || sessionId === null) return false;
  return (await sessions.lockLive(sessionId, clock.now()))?.hasFactor === true;
}
