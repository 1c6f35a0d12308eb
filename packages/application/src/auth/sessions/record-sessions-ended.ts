import { sessionEvents, type Actor, type SessionId, type UserId } from '@portcullis/domain';
import type { Transaction } from '../../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../../record-event.ts';

interface EndedSessions {
  readonly actor: Actor;
  /** If `username` is null, the event log adds the name. */
  readonly user: { readonly id: UserId; readonly username: string | null };
  readonly sessionIds: readonly SessionId[];
}

/** Records that sessions of a user were ended. */
export const recordSessionsEnded = (
  tx: Transaction,
  source: EventDependencies,
  { actor, user: { id, username }, sessionIds }: EndedSessions,
): Promise<void> =>
  recordEvent(tx, source, {
    event: sessionEvents.ended,
    actor,
    subject: { id, username },
    before: { sessionIds },
    after: { sessionIds: [] },
  });
