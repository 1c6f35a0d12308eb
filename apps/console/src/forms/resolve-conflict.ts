import type { Signal } from '@preact/signals';
import type { Conflict } from './conflict-dialog.tsx';
import { conflictsBetween, mergeValues } from './conflict.ts';
import type { Form } from './form-state.ts';
import { commonMessages } from '../parts/messages.ts';
import type { VersionConflict, VersionedValues } from './versions.ts';
import { InvalidInput } from '../parts/errors.ts';

/** A form and the conflict that it shows. The signal is undefined while there is no conflict. */
interface Conflicting<Values extends object> {
  readonly form: Form<Values>;
  readonly conflict: Signal<Conflict | undefined>;
}

/** The values before two people changed them, and the new values of each person. */
interface Versions<Values extends object> {
  readonly base: Values;
  readonly mine: Values;
  readonly current: Omit<VersionedValues<Values>, 'version'>;
  /** The conflict for which the service rejected `mine`; undefined if `mine` has not been sent. */
  readonly refused: VersionConflict | undefined;
}

/**
 * If somebody else has changed values, asks the person which values to save.
 * @returns the values to save
 * @throws {InvalidInput} if the person continues to edit
 */
export async function resolveConflict<Values extends object>(
  { form, conflict }: Conflicting<Values>,
  { base, mine, current: { values: theirs, updatedAt: storedAt }, refused }: Versions<Values>,
): Promise<Values> {
  // The person is asked only about values that have a field in the form. The parent of a tree node, for example, has no
  // field.
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
