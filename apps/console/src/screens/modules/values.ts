import { texts } from '../../language/language.ts';
import { textOf } from '../../language/module-texts.ts';
import type { FieldLimits } from '../../forms/form.tsx';
import { localTimeOf, timeOf } from '../../forms/local-time.ts';
import { isList, linesOf, orNull, withEditorLines } from '../../forms/values.ts';
import { choicesOf as choicesIn } from '../../parts/elements.tsx';
import { InvalidInput } from '../../parts/load.tsx';
import type { ModuleResource } from '../../resources/modules.ts';

export type ModuleField = ModuleResource['fields'][number];

/** The value of a field, as the service returns it. */
export type EntryValue = string | number | boolean | object | null;

/** An entry of a resource, as the service returns it. */
export interface Entry {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: EntryValue;
}

/** The value of a field of the form: required flags are booleans, several choices are lists, and all others are texts. */
type FormValue = string | boolean | readonly string[];

/** The values of the form. */
export type EntryValues = Readonly<Record<string, FormValue>>;

/** The names of what fields refer to, by their ids. */
export type Names = ReadonlyMap<string, string>;

/** Whether a field is shown as a checkbox. An optional flag has a third value, so it is shown as a list. */
export const isCheckbox = ({ type, isOptional }: ModuleField): boolean => type === 'flag' && !isOptional;

/** Returns the values of a choice or a flag with their labels. */
export function choicesOf({ type, values }: ModuleField) {
  const { yes, no } = texts().common;
  if (type === 'flag') return choicesIn({ true: yes, false: no });
  return values.map(({ value, label }) => ({ value, label: textOf(label) }));
}

/** How the values of a type of field are converted. */
interface Conversion {
  /** Returns the value of the form. */
  readonly ofStored: (field: ModuleField, stored: unknown) => FormValue;
  /**
   * Returns the value for the service. Where it is missing or has another form, the service names the field.
   * @throws {InvalidInput} if it cannot be sent
   */
  readonly toSent: (field: ModuleField, value: FormValue | undefined) => EntryValue;
  /** Returns the text in a list for a value that is not missing. */
  readonly shown: (field: ModuleField, stored: Exclude<EntryValue, null>, names: Names) => string;
  readonly kind?: FieldLimits['kind'];
}

/** Returns a value as a text: JSON for objects, and an empty text for a missing value. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

const listIn = (value: unknown): readonly string[] => (isList(value) ? value.map(String) : []);
const textIn = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');
const numberOr = (text: string): string | number => (Number.isFinite(Number(text)) ? Number(text) : text);
const labelIn = (field: ModuleField, value: string): string =>
  choicesOf(field).find((choice) => choice.value === value)?.label ?? value;

const plain: Conversion = {
  ofStored: (_field, stored) => withEditorLines(asText(stored)),
  toSent: ({ isOptional }, value) => (isOptional ? orNull(textIn(value)) : textIn(value)),
  shown: (_field, stored) => asText(stored),
};

const trimmed: Conversion = { ...plain, toSent: (_field, value) => orNull(textIn(value).trim()) };

const reference: Conversion = {
  ...trimmed,
  shown: (_field, stored, names) => names.get(asText(stored)) ?? asText(stored),
};

const json: Conversion = {
  ofStored: (_field, stored) => (stored === null ? '' : JSON.stringify(stored, undefined, 2)),
  toSent: ({ value: name }, value) => {
    const text = textIn(value);
    if (text.trim() === '') return null;
    try {
      const parsed: EntryValue = JSON.parse(text);
      return parsed;
    } catch {
      throw new InvalidInput(name, texts().modules.noJson);
    }
  },
  shown: (_field, stored) => JSON.stringify(stored),
};

/** The elements of a list are in lines of their own, except choices. */
const list: Conversion = {
  ofStored: ({ of }, stored) => (of === 'choice' ? listIn(stored) : listIn(stored).join('\n')),
  toSent: ({ of }, value) => {
    if (of === 'choice') return listIn(value);
    const lines = linesOf(textIn(value));
    return of === 'integer' ? lines.map(numberOr) : lines;
  },
  shown: (field, stored) =>
    listIn(stored)
      .map((each) => labelIn(field, each))
      .join(', '),
};

const conversions: Readonly<Record<ModuleField['type'], Conversion>> = {
  text: plain,
  markdown: plain,
  integer: {
    ...plain,
    toSent: (_field, value) => (textIn(value).trim() === '' ? null : numberOr(textIn(value))),
    kind: 'numeric',
  },
  decimal: { ...trimmed, kind: 'decimal' },
  flag: {
    ofStored: (field, stored) => (isCheckbox(field) ? stored === true : asText(stored)),
    toSent: (_field, value) => (typeof value === 'boolean' ? value : value === '' ? null : value === 'true'),
    shown: (field, stored) => labelIn(field, asText(stored)),
  },
  choice: {
    ofStored: ({ isOptional, values }, stored) => asText(stored ?? (isOptional ? '' : values[0]?.value)),
    toSent: plain.toSent,
    shown: (field, stored) => labelIn(field, asText(stored)),
  },
  date: { ...trimmed, kind: 'date' },
  time: {
    ofStored: (_field, stored) => localTimeOf(typeof stored === 'string' ? stored : null),
    toSent: ({ value: name }, value) => timeOf(name, textIn(value)),
    shown: (_field, stored) => localTimeOf(asText(stored)).replace('T', ' '),
    kind: 'datetime-local',
  },
  json,
  list,
  email: { ...trimmed, kind: 'email' },
  url: { ...trimmed, kind: 'url' },
  reference,
  references: {
    ofStored: (_field, stored) => listIn(stored),
    toSent: (_field, value) => listIn(value),
    shown: (_field, stored, names) =>
      listIn(stored)
        .map((id) => names.get(id) ?? id)
        .join(', '),
  },
  file: reference,
};

/** Returns the values of the form for an entry; without an entry, those of a new one. */
export const valuesOf = ({ fields }: Pick<ModuleResource, 'fields'>, entry?: Entry): EntryValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.value,
      conversions[field.type].ofStored(field, (entry === undefined ? field.initial : entry[field.value]) ?? null),
    ]),
  );

/** @throws {InvalidInput} if a value cannot be sent */
export const bodyOf = ({ fields }: Pick<ModuleResource, 'fields'>, values: EntryValues) =>
  Object.fromEntries(fields.map((field) => [field.value, conversions[field.type].toSent(field, values[field.value])]));

/** Returns the values of a new entry for the service. Empty ones are left out, so that they get their defaults. */
export const newBodyOf = (resource: Pick<ModuleResource, 'fields'>, values: EntryValues) =>
  Object.fromEntries(Object.entries(bodyOf(resource, values)).filter(([, value]) => value !== null));

/** Returns the limits of the fields for the form. */
export const limitsOf = ({ fields }: Pick<ModuleResource, 'fields'>): Readonly<Record<string, FieldLimits>> =>
  Object.fromEntries(
    fields.map(({ value, type, isOptional, maxLength }) => {
      const { kind } = conversions[type];
      return [
        value,
        {
          ...(isOptional && { isOptional }),
          ...(maxLength !== null && type !== 'list' && { maxLength }),
          ...(kind !== undefined && { kind }),
        },
      ];
    }),
  );

/** Returns the text for a value in a list. */
export function shownValue(field: ModuleField, value: EntryValue | undefined, names: Names): string {
  if (value === null || value === undefined || value === '' || (isList(value) && value.length === 0)) return '–';
  return conversions[field.type].shown(field, value, names);
}

/** Returns the ids in the fields of entries that refer to others, by what they refer to. */
export function referredIn(
  fields: readonly ModuleField[],
  entries: readonly Entry[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { value, target } of fields) {
    if (target === null) continue;
    const found = entries.flatMap((entry) => [entry[value]].flat()).filter((id) => typeof id === 'string');
    ids.set(target, new Set([...(ids.get(target) ?? []), ...found]));
  }
  return ids;
}
