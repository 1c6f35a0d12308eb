import type { Id } from './ids.ts';
import { isSameJson } from './version.ts';

/**
 * The values of a field before and after a write. A value is null if the entity or the value did not exist at that
 * time.
 */
export interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** The changed fields of an event. A field that did not change is absent. */
export type Changes = Readonly<Record<string, Change>>;

/**
 * Names of fields that hold secrets. `i18nKey` also matches this type, but it is the name of a translation and not
 * secret.
 */
type SecretName =
  | `${string}${'password' | 'Password' | 'hash' | 'Hash' | 'token' | 'Token' | 'secret' | 'Secret'}${string}`
  | `${string}${'Key' | 'Keys'}`
  | 'key'
  | 'keys';

/** The fields of `Source` that an event may record: all fields except secrets. `i18nKey` only looks like a secret. */
type RecordableName<Source> = {
  [Name in keyof Source & string]: Name extends 'i18nKey' ? Name : Name extends SecretName ? never : Name;
}[keyof Source & string];

/** The fields that an event records, with the types of their values before and after a write. */
export interface RecordedFields<Before, After> {
  readonly names: readonly string[];
  /** Returns the recorded fields whose values differ. The values are compared as JSON. */
  readonly changesOf: (before: Before | undefined, after: After | undefined) => Changes;
  /**
   * Whether an event without changed fields is recorded: because no field is recorded, or because the fields do not
   * show every change.
   */
  readonly isRecordedUnchanged: boolean;
}

const fields = <Before, After>(names: readonly string[]): RecordedFields<Before, After> => ({
  names,
  changesOf: (before, after) => changesIn(names, { ...before }, { ...after }),
  isRecordedUnchanged: names.length === 0,
});

/**
 * Recorded fields that are no fields of the subject, but count other resources that the write changed. Their names
 * cannot be names of fields.
 */
const countFields = ['affected', 'renumbered'] as const;
type CountField = (typeof countFields)[number];

/** Whether a recorded field counts other resources, and is no field of the subject. */
export const isCountField = (name: string): boolean => countFields.some((each) => each === name);

/**
 * Declares the fields that events record.
 * @param names the code does not compile if one of them is the name of a secret
 * @example
 * interface Note {
 *   readonly title: string;
 *   readonly text: string;
 * }
 * const recorded = recordedFields<Note>()('title');
 * console.log(recorded.names); // [ 'title' ]
 */
export const recordedFields =
  <Source>() =>
  <Name extends RecordableName<Source>>(
    ...names: readonly Name[]
  ): RecordedFields<Pick<Source, Exclude<Name, CountField>>, Pick<Source, Name>> =>
    fields(names);

/**
 * Declares the recorded fields of a deletion, which leaves no values.
 * @example
 * interface Note {
 *   readonly title: string;
 * }
 * const note = declareSubject('acme.note', ({ title }: Note) => title);
 * const recorded = recordedFields<Note>()('title');
 * const noteDeleted = declareEvent(note, 'acme.note.deleted', ofDeletion(recorded));
 * console.log(noteDeleted.changesOf({ title: 'Ideas' }, undefined)); // { title: { before: 'Ideas', after: null } }
 */
export const ofDeletion = <Before>({ names }: RecordedFields<Before, never>): RecordedFields<Before, object> =>
  fields(names);

/** The kinds of resources that can refer to a deleted one. */
type Affected = 'contents' | 'users' | 'roles';

/**
 * Declares the recorded fields of a deletion that changes other resources. `affected` contains the number of these
 * resources by their kind. They get new versions, but no events.
 */
export function ofDeletionAffecting<Before>(
  kind: Affected,
  { names }: RecordedFields<Before, never>,
): RecordedFields<Before, { readonly affected: number }> {
  const recordedWithCount = fields<Before, object>([...names, 'affected']);
  const byKind = (after: { readonly affected: number }) => ({ affected: { [kind]: after.affected } });
  return {
    ...recordedWithCount,
    changesOf: (before, after) => recordedWithCount.changesOf(before, after && byKind(after)),
  };
}

/**
 * Declares that an event is recorded even if no field has changed, because the fields do not show every change.
 * @example
 * interface Note {
 *   readonly title: string;
 * }
 * const note = declareSubject('acme.note', ({ title }: Note) => title);
 * // The text is too long for the event, so a change of the text alone changes no recorded field.
 * const noteUpdated = declareEvent(note, 'acme.note.updated', evenUnchanged(recordedFields<Note>()('title')));
 * console.log(noteUpdated.isRecordedUnchanged); // true
 */
export const evenUnchanged = <Before, After>(
  recorded: RecordedFields<Before, After>,
): RecordedFields<Before, After> => ({
  ...recorded,
  isRecordedUnchanged: true,
});

/** A kind of resource that events are about. */
export interface SubjectDeclaration<Subject extends string, Named> {
  readonly type: Subject;
  /** Returns the name of the resource, which events record. */
  readonly nameOf: (subject: Named) => string | null;
}

/** One type of event: its subject, and the fields that it records. */
export interface EventDeclaration<Type extends string, Subject extends string, Named, Before, After>
  extends RecordedFields<Before, After> {
  readonly type: Type;
  readonly subject: SubjectDeclaration<Subject, Named>;
}

/**
 * Declares a kind of resource of this package that events are about. Other packages use `declareSubject`.
 * @param namedBy the field with the name of the resource. Default: the resource has no name
 */
export const builtInSubject = <Subject extends string, Field extends string = never>(
  type: Subject,
  namedBy?: Field,
): SubjectDeclaration<Subject, Readonly<Record<Field, string | null>>> => ({
  type,
  nameOf: (subject) => (namedBy === undefined ? null : subject[namedBy]),
});

/** Declares an event of this package. Other packages use `declareEvent`. */
export const builtInEvent = <Type extends string, Subject extends string, Named, Before, After>(
  subject: SubjectDeclaration<Subject, Named>,
  type: Type,
  recorded: RecordedFields<Before, After>,
): EventDeclaration<Type, Subject, Named, Before, After> => ({ ...recorded, type, subject });

declare const declared: unique symbol;

/** The type of an event, or of its subject, that another package declares. */
export type DeclaredName<Name extends string = string> = Name & { readonly [declared]: true };

const isDeclarable = <Name extends string>(name: Name): name is DeclaredName<Name> =>
  /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*$/.test(name);

function declaredName<Name extends string>(name: Name): DeclaredName<Name> {
  if (isDeclarable(name)) return name;
  throw new TypeError(`The type of an event or a subject must consist of words with dots between them: ${name}`);
}

/**
 * Declares a kind of resource that events are about and that this package does not define.
 * @param type such as `label`
 * @throws {TypeError} when the type has another form
 * @example
 * const note = declareSubject('acme.note', ({ title }: { readonly title: string }) => title);
 * console.log(note.nameOf({ title: 'Ideas' })); // Ideas
 */
export const declareSubject = <Named>(
  type: string,
  nameOf: (subject: Named) => string | null,
): SubjectDeclaration<DeclaredName, Named> => ({ type: declaredName(type), nameOf });

/**
 * Declares an event of a resource that this package does not define.
 * @throws {TypeError} when the type of the event has another form
 * @example
 * interface Label {
 *   readonly name: string;
 *   readonly colour: string;
 * }
 * const label = declareSubject('acme.label', ({ name }: Pick<Label, 'name'>) => name);
 * const labelCreated = declareEvent(label, 'acme.label.created', recordedFields<Label>()('name', 'colour'));
 * console.log(labelCreated.type, labelCreated.names); // acme.label.created [ 'name', 'colour' ]
 */
export const declareEvent = <Type extends `${string}.${string}`, Named, Before, After>(
  subject: SubjectDeclaration<DeclaredName, Named>,
  type: Type,
  recorded: RecordedFields<Before, After>,
): EventDeclaration<DeclaredName<Type>, DeclaredName, Named, Before, After> =>
  builtInEvent(subject, declaredName(type), recorded);

/** A resource that events are about. The id is null if the resource has none, or if it is not known. */
export type Identified<Named> = Named & { readonly id: Id<string> | null };

function changesIn(
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const changes: Record<string, Change> = {};
  for (const name of names) {
    const change = { before: recorded(before[name]), after: recorded(after[name]) };
    if (!isSameJson(change.before, change.after)) changes[name] = change;
  }
  return changes;
}

/** Converts a value to the form in which the event log returns it. A timestamp becomes a text. */
const recorded = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));
