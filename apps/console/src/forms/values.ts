import type { Schemas } from '@portcullis/client';

/** Returns null for an empty or blank text, because for the service null means that a value is not set. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

type Stored = string | number | null;

/** Returns stored values as the texts of a form. A value that is not set is an empty text. */
export function textsOf<const Name extends string>(
  names: readonly Name[],
  stored?: Readonly<Partial<Record<Name, Stored>>>,
): Readonly<Record<Name, string>>;
export function textsOf(names: readonly string[], stored: Readonly<Partial<Record<string, Stored>>> = {}) {
  return Object.fromEntries(names.map((name) => [name, String(stored[name] ?? '')]));
}

/** Returns the values of a form for the service, with null for those of the named texts that are empty or blank. */
export const withNulls = <Values extends Readonly<Record<Name, string>>, const Name extends string>(
  values: Values,
  names: readonly Name[],
) => ({ ...values, ...nullsIn(values, names) });

function nullsIn<Name extends string>(
  values: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Readonly<Record<Name, string | null>>;
function nullsIn(values: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, orNull(values[name] ?? '')]));
}

/**
 * Converts the text of the gender field for the service, which stores free text or a number from 0 to 9. A single digit
 * is sent as a number, an empty text as null.
 */
export const genderOf = (text: string): string | number | null => (/^\d$/u.test(text) ? Number(text) : orNull(text));

/** Returns a text with the line ends that inputs use. Otherwise, all lines would differ after the first change. */
export const withEditorLines = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');

/** Returns the trimmed lines of a text that are not blank, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** @returns the changed values. A form sends only these values, so that it does not overwrite the changes of others. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const changes: Partial<Values> = { ...after };
  for (const name in changes) {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) delete changes[name];
  }
  return changes;
}

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns `theirs` with the elements that were added to `base` to get `mine`, and without those that were removed. */
function rebasedList(mine: readonly unknown[], base: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const kept = theirs.filter((each) => mine.includes(each) || !base.includes(each));
  return [...kept, ...mine.filter((each) => !base.includes(each) && !kept.includes(each))];
}

/**
 * Returns what was changed to get `mine` from `base`, as changes of `theirs`. In a list that differs in `theirs`, each
 * element is a change of its own.
 */
export function rebased<Values extends object>(mine: Values, base: Values, theirs: Values): Partial<Values>;
export function rebased(
  mine: object,
  base: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): object {
  const others = changesOf(base, theirs);
  const changes = Object.entries(changesOf<object>(base, mine)).map(([name, value]: [string, unknown]) => {
    const [before, after] = [base[name], others[name]];
    const isMerged = isList(value) && isList(before) && isList(after);
    return [name, isMerged ? rebasedList(value, before, after) : value] as const;
  });
  return Object.fromEntries(changes);
}

/** The details of a rejected change: who has changed the resource meanwhile, and which fields were changed. */
export type VersionConflict = Schemas['VersionConflict'];
