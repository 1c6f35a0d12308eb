import type { Actor } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';

/** Records that the caller has proved a second factor in the session of the request, unless the session has ended. */
export async function proveFactor({ sessions }: Transaction, { sessionId }: Actor, at: Date): Promise<void> {
  const session = sessionId === null ? undefined : await sessions.lockLive(sessionId, at);
  if (session !== undefined) await sessions.save({ ...session, hasFactor: true });
}
