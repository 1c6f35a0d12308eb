import { isCountField } from '@portcullis/domain/internal/shared/declare-event';
import { BusinessError, type OutdatedVersion, type VersionConflict } from '@portcullis/domain/internal/shared/errors';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import type { Uses } from './ports/unit-of-work.ts';

/**
 * Adds details to the error of a version conflict: who changed the resource, and which fields have changed. Other errors
 * are returned unchanged. It reads the events after the rollback, so that successful writes need no additional query, and
 * other transactions do not wait for this read.
 */
export async function describeConflict(error: unknown, tx: Uses<'events'>): Promise<unknown> {
  if (!(error instanceof BusinessError) || error.outdated === undefined) return error;
  return new BusinessError(error.refusal, error.message, await conflictOf(tx, error.outdated));
}

async function conflictOf(
  { events }: Uses<'events'>,
  { id, seen, current, updatedAt }: OutdatedVersion,
): Promise<VersionConflict> {
  const changes = await events.changesOf(id, { after: seen ?? current - 1, until: current });
  const conflict = { current, updatedAt, updatedBy: changes.find(({ version }) => version === current)?.by ?? null };
  const known = new Set(changes.map(({ version }) => version));
  // The list of changed fields is omitted if it would be incomplete. This is the case if the client has not sent an
  // earlier version, or if one of the later versions has no event.
  if (seen === undefined || known.size < current - seen) return conflict;
  const fields = new Set(changes.flatMap((change) => change.fields).filter((field) => !isCountField(field)));
  return { ...conflict, changedFields: [...fields].toSorted(compareText) };
}
