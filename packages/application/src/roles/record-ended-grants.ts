import { userEvents } from '@portcullis/domain/internal/accounts/user';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';
import { recordEvents, type EventDependencies } from '../changes.ts';
import { scheduler } from '../scheduler-actor.ts';

/** Maximum number of events that one transaction records. */
const batch = 200;

interface Dependencies extends EventDependencies {
  readonly work: UnitOfWork<Uses<'users' | 'events'>>;
}

/**
 * Records one batch of events about roles whose period has ended. The access of the users has already changed by then,
 * and the roles stay assigned, so no audit record is written. Several processes may call this function simultaneously.
 * @returns the number of events; 0 when none are left
 */
export const recordEndedGrants = (deps: Dependencies) => (): Promise<number> =>
  deps.work.run(async (tx) => {
    const ended = await tx.users.takeEndedGrants(batch);
    await recordEvents(
      tx,
      deps,
      ended.map(({ userId, username, roleId, validUntil }) => ({
        event: userEvents.grantExpired,
        actor: scheduler,
        subject: { id: userId, username },
        before: { roleId, validUntil },
      })),
    );
    return ended.length;
  });
