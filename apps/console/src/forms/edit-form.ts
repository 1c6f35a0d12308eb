import { ifVersion, versionConflictOf, type Paths, type PathWith, type PayloadOf } from '@portcullis/client';
import { computed, signal, type Signal } from '@preact/signals';
import { h } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { InvalidInput, shownUpdate, type TakenUpdate } from '../parts/load.tsx';
import { notify, notifyWithUndo } from '../parts/notices.tsx';
import { ConflictDialog, type Conflict, type Decision } from './conflict-dialog.tsx';
import { conflictsBetween, mergeValues } from './conflict.ts';
import { api } from '../session/session.ts';
import { createForm, type Form, type FormOptions } from './form.tsx';
import { mergedText, placesOf, type Place } from './merge-places.ts';
import { changesOf, type VersionConflict } from './values.ts';

/** A form and the conflict that it shows. The signal is undefined while there is no conflict. */
interface Conflicting<Values extends object> {
  readonly form: Form<Values>;
  readonly conflict: Signal<Conflict | undefined>;
}

/** The values before two people changed them, and the new values of each person. */
interface Versions<Values extends object> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
  /** The time of the other person's change. */
  readonly updatedAt: string;
  /** The conflict for which the service rejected `mine`; undefined if `mine` has not been sent. */
  readonly refused: VersionConflict | undefined;
  /** The name of the other person; undefined if it is not known. */
  readonly by?: string | undefined;
}

/** The values that result from a conflict. `isChosen` is false if the person was not asked, as no values conflict. */
interface Resolved<Values> {
  readonly values: Values;
  readonly isChosen: boolean;
}

/**
 * If somebody else has changed values, asks the person which values to save.
 * @throws {InvalidInput} if the person continues to edit
 */
async function resolveConflict<Values extends object>(
  { form, conflict }: Conflicting<Values>,
  { base, mine, theirs, updatedAt: storedAt, refused, by }: Versions<Values>,
): Promise<Resolved<Values>> {
  // The person is asked only about values that have a field in the form. The parent of a tree node, for example, has no
  // field.
  const longTexts = new Map<string, Place[]>();
  const shownConflicts = conflictsBetween(base, mine, theirs).flatMap(({ field, isMine }) => {
    const shown = form.fieldTexts.get(field);
    return shown === undefined ? [] : [{ ...shown, field, isMine }];
  });
  const fields = await Promise.all(
    shownConflicts.map(async ({ field, label, textOf, isMine }) => {
      const ofText = placesIn(base[field], mine[field], theirs[field]);
      if (ofText !== undefined) longTexts.set(field, ofText);
      const [ofMine, ofTheirs] = await Promise.all([textOf(mine[field]), textOf(theirs[field])]);
      const whole: Place = { kind: 'choice', mine: ofMine, theirs: ofTheirs, isMine };
      return { field, label, places: ofText ?? [whole] };
    }),
  );
  if (fields.length === 0)
    return { values: mergeValues(mine, theirs, new Set(form.fieldTexts.keys())), isChosen: false };
  const decision = await new Promise<Decision | undefined>((decide) => {
    conflict.value = { fields, storedAt, refused, by, decide };
  });
  conflict.value = undefined;
  if (decision === undefined) throw new InvalidInput(undefined, texts().common.notSaved);
  const ofMine = new Set(fields.flatMap(({ field }) => (decision.get(field)?.has(0) === true ? [field] : [])));
  const merged = [...longTexts].map(([field, places]) => [field, mergedText(places, decision.get(field))] as const);
  return { values: mergeValues(mine, theirs, ofMine, new Map(merged)), isChosen: true };
}

/** Returns the places of a text with several paragraphs; undefined for other values. */
const placesIn = (...values: readonly [base: unknown, mine: unknown, theirs: unknown]): Place[] | undefined => {
  const [base, mine, theirs] = values;
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined;
  return [mine, theirs].every((text) => text.includes('\n\n')) ? placesOf(base, mine, theirs) : undefined;
};

/** A resource with its version number and the time of its last change. */
interface Versioned {
  readonly version: number;
  readonly updatedAt: string;
}

interface EditOptions<Stored extends Versioned, Values extends object, Body extends object>
  extends Pick<FormOptions<Values>, 'limits' | 'draft'> {
  /** The stored resource at the time when the form is opened. */
  readonly stored: Stored;
  /** Reads the stored resource again. */
  readonly read: () => Promise<Stored>;
  readonly valuesOf: (stored: Stored) => Values;
  /** Converts the values of the form for the service. */
  readonly bodyOf: (values: Values) => Body;
  /**
   * Sends the changes. The service rejects them if the resource no longer has the version number in `header`.
   * @returns the resource as it is stored now, which may differ from what was sent, for example without spaces at the
   * ends of texts; undefined if the service does not return it
   */
  readonly write: (
    changes: Partial<Body>,
    header: ReturnType<typeof ifVersion>,
    body: Body,
  ) => Promise<Stored | undefined>;
  readonly onSaved: () => unknown;
  /**
   * Returns whether the form is being saved without an action of the person. Then nothing is announced, and a conflict is
   * an error, because a dialog would take what the person is typing. Default: it never is.
   */
  readonly isAutomatic?: () => boolean;
  /**
   * If set, the person can undo a saved change for 10 seconds. Writes the values of before the change. The service
   * rejects it if somebody else has changed the resource meanwhile.
   */
  readonly undo?: (body: Body, header: ReturnType<typeof ifVersion>) => Promise<unknown>;
}

/** Maximum number of attempts to save. An attempt fails if somebody else has saved since the values were read. */
const attempts = 5;

interface EditForm<Values extends object> {
  readonly form: Form<Values>;
  /** If there are unsaved values of an earlier version, asks at once which values to save. */
  readonly merge: (update: TakenUpdate) => Promise<void>;
}

function createEditForm<Stored extends Versioned, Values extends object, Body extends object>(
  options: EditOptions<Stored, Values, Body>,
  key: string,
): EditForm<Values> {
  const { stored, read, valuesOf, bodyOf, write, onSaved, isAutomatic = () => false, undo, ...others } = options;
  let { version } = stored;
  const conflict = signal<Conflict | undefined>(undefined);
  const dialog = computed(() => conflict.value && h(ConflictDialog, { conflict: conflict.value }));
  const form: Form<Values> = createForm<Values>(
    { ...others, initial: valuesOf(stored), save, dialog, version: () => version },
    key,
  );

  async function save(mine: Values, base: Values): Promise<void> {
    // Restored values are based on an earlier version. If it has changed, the service reports a conflict. The form keeps
    // the version of its values until they are saved: after a failure, the conflict is shown again.
    let expected = form.restored.value?.version ?? version;
    let values = mine;
    let storedValues = base;
    let changes: Partial<Body> = {};
    let written: Stored | undefined;
    let refused: VersionConflict | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = bodyOf(values);
        changes = changesOf(bodyOf(storedValues), body);
        written = await write(changes, ifVersion(expected), body);
        break;
      } catch (error) {
        refused = versionConflictOf(error);
        if (refused === undefined || attempt === attempts || isAutomatic()) throw error;
      }
      const current = await read();
      const { updatedAt } = current;
      const theirs = valuesOf(current);
      const versions = { base: storedValues, mine: values, theirs, updatedAt, refused };
      ({ values } = await resolveConflict({ form, conflict }, versions));
      storedValues = theirs;
      expected = current.version;
    }
    const hasChanged = Object.keys(changes).length > 0;
    // A change adds 1 to the version that the service has compared.
    version = written?.version ?? (hasChanged ? expected + 1 : expected);
    form.show(written === undefined ? values : valuesOf(written), mine);
    if (undo !== undefined && hasChanged) offerUndo(undo, storedValues);
    else if (!isAutomatic()) notify(texts().common.saved);
    await onSaved();
  }

  function offerUndo(writeBack: NonNullable<typeof undo>, before: Values): void {
    const saved = version;
    notifyWithUndo(texts().common.saved, async () => {
      await writeBack(bodyOf(before), ifVersion(saved));
      version = saved + 1;
      form.show(before, form.stored.value);
      await onSaved();
    });
  }

  async function merge({ by }: TakenUpdate): Promise<void> {
    const restored = form.restored.value;
    if (restored === undefined || restored.version === stored.version) return;
    const { updatedAt } = stored;
    const theirs = valuesOf(stored);
    const versions = { base: restored.base, mine: restored.values, theirs, updatedAt, refused: undefined, by };
    try {
      const { values: merged, isChosen } = await resolveConflict({ form, conflict }, versions);
      form.reset(theirs);
      form.set(merged);
      // The person has not asked to save what does not conflict, and others may see it once it is saved.
      if (isChosen) await form.submit();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
    }
  }

  return { form, merge };
}

/**
 * Creates the form of a stored resource. If somebody else has changed the resource meanwhile, the person sees both
 * versions and chooses one for each field: when the person saves, or asks to see the new state. A new form is created
 * when `key` changes.
 */
export const useEditForm = <Stored extends Versioned, Values extends object, Body extends object>(
  options: EditOptions<Stored, Values, Body>,
  key = '',
): Form<Values> => {
  const { form, merge } = useMemo(() => createEditForm(options, key), [key]);
  const update = useContext(shownUpdate);
  useEffect(() => void (update && merge(update)), [form, update]);
  return form;
};

/** The paths at which the service returns and changes a resource. */
type ResourcePath = PathWith<'get'> & PathWith<'patch'> & `${string}/{id}`;

/** The body of the request that changes the resource at a path. */
type ChangeOf<Path extends ResourcePath> = Paths[Path] extends {
  readonly patch: {
    readonly requestBody?: { readonly content: { readonly 'application/json': infer Body extends object } };
  };
}
  ? Body
  : never;

interface ResourceOptions<Path extends ResourcePath, Values extends object>
  extends Pick<EditOptions<Versioned, Values, object>, 'limits' | 'draft' | 'onSaved'> {
  readonly resource: Path;
  readonly stored: PayloadOf<Path, 'get'> & Versioned & { readonly id: string };
  readonly valuesOf: (stored: PayloadOf<Path, 'get'>) => Values;
  readonly bodyOf: (values: Values) => ChangeOf<Path>;
}

/** Creates the form of a resource that is read and changed at the path `resource`. */
export function useResourceForm<Path extends ResourcePath, Values extends object>(
  { resource, ...options }: ResourceOptions<Path, Values>,
  key = options.stored.id,
): Form<Values> {
  const path = { id: options.stored.id };
  return useEditForm(
    {
      ...options,
      read: () => api.request<typeof options.stored>('get', resource, { params: { path } }),
      write: (body, header) =>
        api.request<typeof options.stored>('patch', resource, { params: { path, header }, body }),
    },
    key,
  );
}
