import { renewAuthentication, type Actor, type AuthenticationMethod } from '@portcullis/domain';
import type { Uses } from '../../ports/unit-of-work.ts';

/** Records in the session that the caller has authenticated again. If the session has ended, nothing changes. */
export async function renewOwnAuthentication(
  { sessions }: Uses<'sessions'>,
  { sessionId }: Actor,
  how: AuthenticationMethod,
  at: Date,
): Promise<void> {
  const session = sessionId === null ? undefined : await sessions.lockLive(sessionId, at);
  if (session !== undefined) await sessions.save(renewAuthentication(session, how, at));
}
