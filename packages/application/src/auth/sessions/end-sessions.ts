import { sessionEvents, type Actor, type SessionId, type UserId } from '@portcullis/domain';
import { recordChange, type Allow } from '../../changes.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import type { EventDependencies } from '../../record-event.ts';

interface SessionOwner {
  readonly actor: Actor;
  /** If `username` is null, the event log adds the name. */
  readonly user: { readonly id: UserId; readonly username: string | null };
}

/**
 * Ends sessions of a user and records the event, unless no session was ended.
 * @param end ends the sessions and returns their ids
 */
export async function endSessions(
  tx: Uses<'events'>,
  source: EventDependencies,
  { actor, user }: SessionOwner,
  end: (allow: Allow) => Promise<readonly SessionId[]>,
): Promise<void> {
  await recordChange(tx, source, { event: sessionEvents.ended, actor, subject: user }, async (allow) => ({
    before: { sessionIds: await end(allow) },
    after: { sessionIds: [] },
  }));
}
