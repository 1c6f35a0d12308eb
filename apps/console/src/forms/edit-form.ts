import { signal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Conflict } from './conflict-dialog.tsx';
import { conflictsBetween, mergeValues } from './conflict.ts';
import { createForm, type Form } from './form.tsx';
import { commonMessages } from '../parts/messages.ts';
import { changesOf, versionConflictOf, type VersionConflict, type VersionedValues } from './values.ts';
import { InvalidInput } from '../parts/load.tsx';
import { notify } from '../parts/actions.tsx';

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

interface EditOptions<Values extends object> {
  /** The stored values at the time when the form is opened. */
  readonly stored: VersionedValues<Values>;
  /** Reads the stored values again. */
  readonly read: () => Promise<VersionedValues<Values>>;
  /**
   * Sends the changes. The service rejects them if the version number of the resource is no longer `version`.
   * @param stored the values of the resource at `version`
   * @returns the new version number; undefined if the service does not return it
   */
  readonly write: (
    values: Values,
    stored: Values,
    version: number,
  ) => Promise<{ readonly version: number } | undefined>;
  readonly onSaved: () => unknown;
  /** The name under which unsaved values are stored; undefined if they are not stored. */
  readonly draft?: string;
}

/** Maximum number of attempts to save. An attempt fails if somebody else has saved since the values were read. */
const attempts = 5;

function createEditForm<Values extends object>(options: EditOptions<Values>): Form<Values> {
  const { stored, read, write, onSaved, ...others } = options;
  let { version } = stored;
  const conflict = signal<Conflict | undefined>(undefined);
  const form: Form<Values> = createForm<Values>({ ...others, initial: stored.values, save, conflict });

  async function save(mine: Values, base: Values): Promise<void> {
    let values = mine;
    let storedValues = base;
    let refused: VersionConflict | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        version = (await write(values, storedValues, version))?.version ?? version;
        break;
      } catch (error) {
        refused = versionConflictOf(error);
        if (refused === undefined || attempt === attempts) throw error;
      }
      const current = await read();
      values = await resolveConflict({ form, conflict }, { base: storedValues, mine: values, current, refused });
      storedValues = current.values;
      version = current.version;
    }
    if (values !== mine) {
      const typed = changesOf(mine, form.values.value);
      form.reset(values);
      form.set(typed);
    }
    notify(commonMessages().saved);
    await onSaved();
  }

  return form;
}

/**
 * Creates the form of a stored resource. If somebody else has changed the resource meanwhile, the person sees both
 * versions and chooses one for each field. A new form is created when `key` changes.
 */
export const useEditForm = <Values extends object>(options: EditOptions<Values>, key = ''): Form<Values> =>
  useMemo(() => createEditForm(options), [key]);
