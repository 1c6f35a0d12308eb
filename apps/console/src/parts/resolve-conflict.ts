import type { Signal } from '@preact/signals';
import type { Conflict } from './conflict-dialog.tsx';
import { conflictsBetween, mergeValues } from './conflict.ts';
import { InvalidInput } from './form-errors.ts';
import type { Form } from './form-state.ts';
import { commonMessages } from './messages.ts';
import type { VersionConflict, VersionedValues } from './versions.ts';

/** A form that shows the conflict while there is one. */
interface Conflicting<Values extends object> {
  readonly form: Form<Values>;
  readonly conflict: Signal<Conflict | undefined>;
}

/** The values before two people changed them, and after the change of each. */
interface Versions<Values extends object> {
  readonly base: Values;
  readonly mine: Values;
  readonly current: Omit<VersionedValues<Values>, 'version'>;
  /** Why the service has refused mine; undefined if they were not sent. */
  readonly refused: VersionConflict | undefined;
}

/**
 * Asks the person which values to store if somebody else has changed some.
 * @returns the values to store
 * @throws {InvalidInput} if the person wants to go on editing
 */
export async function resolveConflict<Values extends object>(
  { form, conflict }: Conflicting<Values>,
  { base, mine, current: { values: theirs, updatedAt: storedAt }, refused }: Versions<Values>,
): Promise<Values> {
  // Values without a field, such as the parent in a tree, are changed elsewhere.
  const fields = conflictsBetween(base, mine, theirs).flatMap(({ field, isMine }) => {
    const shown = form.texts.get(field);
    if (shown === undefined) return [];
    const { label, textOf } = shown;
    return [{ field, label, isMine, mine: textOf(mine[field]), theirs: textOf(theirs[field]) }];
  });
  if (fields.length === 0) return mergeValues(mine, theirs, new Set(form.texts.keys()));
  const ofMine = await new Promise<ReadonlySet<string> | undefined>((decide) => {
    conflict.value = { fields, storedAt, refused, decide };
  });
  conflict.value = undefined;
  if (ofMine === undefined) throw new InvalidInput(undefined, commonMessages().notSaved);
  return mergeValues(mine, theirs, ofMine);
}
