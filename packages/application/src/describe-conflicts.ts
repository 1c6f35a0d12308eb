import { BusinessError, compareText, type OutdatedCopy, type VersionConflict } from '@portcullis/domain';
import type { Transaction, UnitOfWork } from './ports/unit-of-work.ts';

/**
 * Makes a unit of work that adds to a refused version who changed the resource, and which fields. The events are read
 * when the refusal has happened, so that a write that succeeds costs nothing more.
 */
export const describeConflicts = <Tx extends Pick<Transaction, 'events'>>(inner: UnitOfWork<Tx>): UnitOfWork<Tx> => ({
  run: (work) =>
    inner.run(async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (!(error instanceof BusinessError) || error.outdated === undefined) throw error;
        throw new BusinessError(error.refusal, error.message, await conflictOf(tx, error.outdated));
      }
    }),
});

async function conflictOf(
  { events }: Pick<Transaction, 'events'>,
  { id, seen, current, updatedAt }: OutdatedCopy,
): Promise<VersionConflict> {
  const changes = await events.changesAfter(id, seen ?? current - 1);
  const conflict = { current, updatedAt, updatedBy: changes.find(({ version }) => version === current)?.by ?? null };
  const known = new Set(changes.map(({ version }) => version));
  // If something else led to one of the versions, the fields of the others would look like all of them.
  if (seen === undefined || known.size < current - seen) return conflict;
  const fields = new Set(changes.flatMap((change) => change.fields));
  return { ...conflict, changedFields: [...fields].toSorted(compareText) };
}
