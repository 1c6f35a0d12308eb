import type { AttributeType, AttributeTypes } from './conditions/condition-attributes.ts';
import type { DeclaredPermissionCode } from './roles/permission.ts';
import type { DeclaredRefusal, RefusalDetails } from './shared/errors.ts';
import { compareCodePoints, instantIn, type KnownValue } from './conditions/condition-operators.ts';
import { caseKey, utf8Length } from './names/text.ts';

/** A text in the languages of the console. */
export type Translated = readonly [english: string, chinese: string];

/** What the fields of all types can have. */
interface AnyField {
  /** The label in forms and lists. Default: the name of the field. */
  readonly label?: Translated;
  /** An explanation below the field of the form. */
  readonly help?: Translated;
  /** The description in the API document. Default: the name of the field. */
  readonly description?: string;
  /** Whether the field can be null. */
  readonly optional?: true;
  /** Whether the value cannot change after it has been set. */
  readonly fixed?: true;
  /** Whether lists can be sorted by the field. Null is greater than every value. */
  readonly sort?: true;
  /** Whether lists can be restricted to one value of the field. Of a list, the value must be an element. */
  readonly filter?: true;
}

interface Unique {
  /** Whether each value occurs once. Texts, addresses and URLs are compared without regard to case. */
  readonly unique?: true;
}

interface Unsorted {
  readonly sort?: never;
}

interface Searched {
  /** Whether the search of lists looks into the field. */
  readonly search?: true;
}

/** The built-in resources to which fields can refer. */
export type BuiltInTarget = 'user' | 'role' | 'content' | 'category' | 'tag' | 'media';

/** A resource that is defined with `defineResource`, to which fields refer. The member `resource` of a module is one. */
export interface OwnTarget {
  readonly name: string;
  readonly plural: string;
  readonly namedBy: string;
  readonly fields: OwnFields;
  readonly references: readonly OwnReference[];
  readonly read: OwnReaders;
  readonly permissions: { readonly read: DeclaredPermissionCode };
  readonly attributes: AttributeTypes;
}

/** Who may read the entries of a resource: everybody, every logged-in user, or who has the permission. */
export type OwnReaders = 'public' | 'authenticated' | 'permission';

/** A field with references. */
export interface OwnReference {
  readonly field: string;
  readonly to: BuiltInTarget | OwnTarget;
  readonly onDelete: OnDelete;
  /** Whether the field has a list of ids. */
  readonly isList: boolean;
  /** The refusal of a deletion if `onDelete` is `refuse`. */
  readonly inUse: DeclaredRefusal | 'category-in-use' | 'media-in-use';
  readonly inUseDetails: RefusalDetails | undefined;
}

/** What a field refers to. `self` is the resource that has the field. */
type ReferenceTarget = BuiltInTarget | 'self' | OwnTarget;

/**
 * What happens to an entry when something to which it refers is deleted: the deletion is refused, the reference is
 * cleared, or the entry is deleted too. Clearing increments the version of the entry and records no event.
 */
export type OnDelete = 'refuse' | 'clear' | 'remove';

interface Reference {
  readonly to: ReferenceTarget;
  /** Default: `refuse`. */
  readonly onDelete?: OnDelete;
}

/** The settings of each type of field. Every package has a table with an entry for each type. */
export interface FieldSettings {
  text: Unique &
    Searched & {
      readonly min?: number;
      readonly max: number;
      readonly pattern?: RegExp;
      /** What the pattern requires, such as '# and six hexadecimal digits'. */
      readonly hint?: string;
      /** The same in Chinese, for the form of the console. Default: `hint`. */
      readonly hintInChinese?: string;
      readonly default?: string;
    };
  /** Markdown. The field `<name>Html` of responses has the sanitised HTML, made as for contents. */
  markdown: Unsorted & Searched & { readonly max?: number; readonly filter?: never; readonly default?: string };
  integer: Unique & { readonly min?: number; readonly max?: number; readonly default?: number };
  /** An exact number, which is a text in JSON: `precision` digits in all, `scale` of them after the point. */
  decimal: Unique & {
    readonly precision: number;
    readonly scale: number;
    readonly min?: string;
    readonly max?: string;
    readonly default?: string;
  };
  flag: Unsorted & { readonly default?: boolean };
  choice: {
    readonly values: readonly string[];
    /** The labels of the values. Default: the values. */
    readonly valueLabels?: Readonly<Record<string, Translated>>;
    readonly default?: string;
  };
  /** A day without a time zone, such as `2026-11-29`. The default `now` is today in UTC. */
  date: Unique & { readonly default?: string };
  /** A timestamp with milliseconds. */
  time: Unique & { readonly default?: 'now' };
  /** A JSON object or list. */
  json: Unsorted & { readonly filter?: never; readonly default?: JsonContainer };
  list: Unsorted & {
    readonly of: OwnField<'text' | 'integer' | 'choice'>;
    /** Default: 100. */
    readonly maxItems?: number;
    readonly default?: readonly (string | number)[];
  };
  email: Unique & Searched & { readonly default?: string };
  /** A URL with `http` or `https`. */
  url: Unique & Searched & { readonly default?: string };
  /** The id of something else. The default `caller` is the id of the user who creates the entry. */
  reference: Unique & Unsorted & Reference & { readonly default?: 'caller' };
  /** The ids of several others, in their order. An id occurs once. */
  references: Unsorted & Reference & { /** Default: 100. */ readonly maxItems?: number; readonly default?: never };
  /** The id of an uploaded file, which counts as used. */
  file: Unique & Unsorted & { readonly onDelete?: OnDelete; readonly default?: never };
}

/** The types of fields. */
export type FieldType = keyof FieldSettings;

/** A field of a resource that is defined with `defineResource`. */
export type OwnField<Type extends FieldType = FieldType> = {
  readonly [Each in Type]: AnyField & { readonly type: Each } & FieldSettings[Each];
}[Type];

/** The fields of a resource that is defined with `defineResource`, by name. */
export type OwnFields = Readonly<Record<string, OwnField>>;

/** A JSON value. */
export type Json = string | number | boolean | null | JsonContainer;
/** A JSON object or list. */
export type JsonContainer = { readonly [name: string]: Json } | readonly Json[];

/** The value of a field of a resource that is defined with `defineResource`. */
export type OwnValue = Json | Date;

/** A function for each type of field. */
export type ForEachType<Result> = { readonly [Type in FieldType]: (field: OwnField<Type>) => Result };

/** Returns a function that applies the entry of a table for the type of a field. */
export const byType =
  <Result>(table: ForEachType<Result>) =>
  <Type extends FieldType>(field: OwnField<Type>): Result =>
    table[field.type](field);

/** The limits of fields that do not say more. */
export const fieldLimits = {
  markdown: 100_000,
  jsonBytes: 65_536,
  items: 100,
  email: 254,
  url: 2000,
  digits: 30,
} as const;

/** What the rules of this package, lists and conditions need to know of a type of field. */
interface FieldKind {
  /** How conditions compare the value. Undefined: they cannot. */
  readonly attribute: AttributeType | undefined;
  /** How lists sort: as people read, or as values compare. */
  readonly order?: 'language' | 'value';
  /** Whether values that differ only in case count as equal if they must be unique. */
  readonly ignoresCase?: true;
  readonly target?: ReferenceTarget;
  /** The approximate maximum size of a stored value in bytes. */
  readonly bytes: number;
}

const idBytes = 40;
/** A character takes at most four bytes. */
const textOf = (max: number) =>
  ({ attribute: { kind: 'string' }, order: 'language', ignoresCase: true, bytes: 4 * max }) as const;

const kinds: ForEachType<FieldKind> = {
  text: ({ max }) => textOf(max),
  // The HTML is stored too.
  markdown: ({ max = fieldLimits.markdown }) => ({ attribute: undefined, bytes: 8 * max }),
  integer: () => ({ attribute: { kind: 'number' }, order: 'value', bytes: 10 }),
  decimal: ({ precision }) => ({ attribute: { kind: 'number' }, order: 'value', bytes: precision + 2 }),
  flag: () => ({ attribute: { kind: 'boolean' }, bytes: 5 }),
  choice: ({ values }) => ({ attribute: { kind: 'string', values }, order: 'value', bytes: 100 }),
  date: () => ({ attribute: { kind: 'day' }, order: 'value', bytes: 10 }),
  time: () => ({ attribute: { kind: 'time' }, order: 'value', bytes: 30 }),
  json: () => ({ attribute: undefined, bytes: fieldLimits.jsonBytes }),
  list: ({ of, maxItems = fieldLimits.items }) => ({
    attribute: {
      kind: of.type === 'integer' ? 'number[]' : 'string[]',
      ...(of.type === 'choice' && { values: of.values }),
    },
    bytes: maxItems * kindOf(of).bytes,
  }),
  email: () => textOf(fieldLimits.email),
  url: () => textOf(fieldLimits.url),
  reference: ({ to: target }) => ({
    attribute: { kind: target === 'category' ? 'category' : 'id' },
    target,
    bytes: idBytes,
  }),
  references: ({ to: target, maxItems = fieldLimits.items }) => ({
    attribute: { kind: 'id[]' },
    target,
    bytes: maxItems * idBytes,
  }),
  file: () => ({ attribute: { kind: 'id' }, target: 'media', bytes: idBytes }),
};

/** Returns how the values of a field are compared. */
export const kindOf: (field: OwnField) => FieldKind = byType(kinds);

/** The types of fields. */
export const fieldTypes = Object.keys(kinds).filter((type): type is FieldType => type in kinds);

/** Returns what happens to an entry when something to which the field refers is deleted. */
export const onDeleteOf = (field: OwnField): OnDelete => ('onDelete' in field && field.onDelete) || 'refuse';

/** Returns a decimal with all its digits after the point, as PostgreSQL does: `12.50` for `12.5`. */
function withScale(text: string, scale: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`;
  return /^-[0.]+$/.test(digits) ? digits.slice(1) : digits;
}

/** Returns a value as a text: JSON for objects and lists, and an empty text for a missing value. */
export const asText = (value: OwnValue | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Returns a value whose keys have the order in which `jsonb` stores them: the shorter first, then by their bytes. */
function withSortedKeys(value: Json): Json {
  if (isList(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const byKey = (a: readonly [string, Json], b: readonly [string, Json]): number =>
    utf8Length(a[0]) - utf8Length(b[0]) || compareCodePoints(a[0], b[0]);
  const entries = Object.entries(value).toSorted(byKey);
  return Object.fromEntries(entries.map(([key, each]) => [key, withSortedKeys(each)]));
}

type Convert = (value: Exclude<OwnValue, null>) => OwnValue;
const unchanged = (): Convert => (value) => value;
const ofText =
  (convert: (text: string) => OwnValue): Convert =>
  (value) =>
    typeof value === 'string' ? convert(value) : value;
const lowerCase = (): Convert => ofText((id) => id.toLowerCase());

const conversions = byType<Convert>({
  text: unchanged,
  markdown: unchanged,
  integer: unchanged,
  decimal: ({ scale }) => ofText((text) => withScale(text, scale)),
  flag: unchanged,
  choice: unchanged,
  date: unchanged,
  time: () => ofText((text) => new Date(instantIn(text) ?? text)),
  json: () => (value) => (value instanceof Date ? value : withSortedKeys(value)),
  list: unchanged,
  email: unchanged,
  url: unchanged,
  reference: lowerCase,
  references: () => (value) =>
    !(value instanceof Date) && isList(value) ? [...new Set(value.map((id) => asText(id).toLowerCase()))] : value,
  file: lowerCase,
});

/** Returns a valid value of a request in the form in which it is stored and read again. */
export const storedValue = (field: OwnField, value: OwnValue): OwnValue =>
  value === null ? null : conversions(field)(value);

const isKnown = (value: Json): value is Exclude<KnownValue, Date | readonly unknown[]> =>
  value !== null && typeof value !== 'object';

/** Returns a stored value as conditions compare it; null if it is missing or cannot be compared. */
export function comparedValue(field: OwnField, value: OwnValue | undefined): KnownValue | null {
  if (value === undefined || value === null || kindOf(field).attribute === undefined) return null;
  if (value instanceof Date) return value;
  if (field.type === 'decimal') return Number(value);
  if (isList(value)) return value.filter(isKnown);
  return isKnown(value) ? value : null;
}

/** Returns a text that is equal for values that count as equal where they must be unique. Null is unique. */
export function uniqueKey(field: OwnField, value: OwnValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return kindOf(field).ignoresCase === true ? caseKey(asText(value)) : asText(value);
}

const hasHtml = ({ type }: OwnField): boolean => type === 'markdown';

/** Returns the names of the fields with the HTML of Markdown, by the names of the fields with the Markdown. */
export const htmlNames = (fields: OwnFields): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).flatMap(([name, field]) => (hasHtml(field) ? [[name, `${name}Html`]] : [])));

/** Returns the approximate maximum size of the values of an entry in bytes. */
export const bytesOf = (fields: OwnFields): number =>
  Object.values(fields).reduce((sum, field) => sum + kindOf(field).bytes, 0);
