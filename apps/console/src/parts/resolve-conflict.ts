import type { Signal } from '@preact/signals';
import type { Conflict } from './conflict-dialog.tsx';
import { conflictsBetween, mergeValues } from './conflict.ts';
import { InvalidInput } from './form-errors.ts';
import type { Form } from './form-state.ts';
import { commonMessages } from './messages.ts';
import type { VersionConflict, VersionedValues } from './versions.ts';

/** A form, and the conflict that it shows; undefined if there is none. */
interface Conflicting<Values extends object> {
  readonly form: Form<Values>;
  readonly conflict: Signal<Conflict | undefined>;
}

/** The values before two people changed them, and the values that each of the two people wants. */
interface Versions<Values extends object> {
  readonly base: Values;
  readonly mine: Values;
  readonly current: Omit<VersionedValues<Values>, 'version'>;
  /** Why the service has refused `mine`; undefined if `mine` was not sent yet. */
  readonly refused: VersionConflict | undefined;
}

/**
 * If somebody else has changed some values, asks the person which ones to store.
 * @returns the values to store
 * @throws {InvalidInput} if the person wants to go on editing
 */
export async function resolveConflict<Values extends object>(
  { form, conflict }: Conflicting<Values>,
  { base, mine, current: { values: theirs, updatedAt: storedAt }, refused }: Versions<Values>,
): Promise<Values> {
  // A value without a field in the form, such as the parent in a tree, is changed elsewhere and therefore not asked for.
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
