/**
 * The types of attributes. A `day` has no time zone, such as `2026-11-29`. A `category` is the id of a category, which has
 * categories above it.
 */
export const attributeKinds = [
  'string',
  'number',
  'boolean',
  'day',
  'time',
  'id',
  'category',
  'string[]',
  'number[]',
  'id[]',
] as const;
/** The type of an attribute. */
export type AttributeKind = (typeof attributeKinds)[number];

/** A known value: texts, ids and the elements of lists are strings, and times are `Date`s. */
export type KnownValue = string | number | boolean | Date | readonly (string | number | boolean)[];

/** Returns the id of a category and the ids of all categories above it. */
export type CategoryPath = (categoryId: string) => readonly string[];

/** What an operator means. The validator, the evaluator, the simplifier and the compilers to SQL all read this table. */
interface Operator {
  /** One value, a list of values, or `true` or `false`. A value and a list can also come from the user. */
  readonly operand: 'value' | 'list' | 'flag';
  /** The types of attributes that the operator accepts. */
  readonly kinds: readonly AttributeKind[];
  /** The operator that is true exactly if this one is false. */
  readonly opposite?: string;
  /** What the operator tests, as a clause after the name of an attribute. */
  readonly meaning: string;
  /**
   * Whether the operator holds for a known value.
   * @returns undefined if the types of the values cannot be compared
   */
  readonly holds: (value: KnownValue, operand: KnownValue, pathOf: CategoryPath) => boolean | undefined;
}

/**
 * Stands in stored conditions for categories and tags that were deleted. A comparison with it is unknown, so that no
 * condition permits more after a deletion, also not below `not`.
 */
export const deletedId = '00000000-0000-0000-0000-000000000000';

const ordered = ['string', 'number', 'day', 'time'] as const;
const lists = ['string[]', 'number[]', 'id[]'] as const;
const scalars = [...ordered, 'boolean', 'id', 'category'] as const;

const ordering = (opposite: string, meaning: string, test: (sign: number) => boolean): Operator => ({
  operand: 'value',
  kinds: ordered,
  opposite,
  meaning,
  holds: (value, operand) => {
    const sign = typeof value === 'boolean' ? undefined : compareValues(value, operand);
    return sign === undefined ? undefined : test(sign);
  },
});

/** The operators of conditions. A new one is a compile error in every reader until the reader knows it. */
export const operators = {
  eq: {
    operand: 'value',
    kinds: scalars,
    opposite: 'ne',
    meaning: 'equals the value',
    holds: (value, operand) => isEqual(value, operand),
  },
  ne: {
    operand: 'value',
    kinds: scalars,
    opposite: 'eq',
    meaning: 'differs from the value',
    holds: (value, operand) => opposed(isEqual(value, operand)),
  },
  in: {
    operand: 'list',
    kinds: scalars,
    meaning: 'equals one of the values; nothing is in an empty list',
    holds: (value, operand) => (isList(operand) ? anyEquals(operand, value) : undefined),
  },
  lt: ordering('gte', 'is less than the value', (sign) => sign < 0),
  lte: ordering('gt', 'is less than the value or equal to it', (sign) => sign <= 0),
  gt: ordering('lte', 'is greater than the value', (sign) => sign > 0),
  gte: ordering('lt', 'is greater than the value or equal to it', (sign) => sign >= 0),
  exists: {
    operand: 'flag',
    kinds: [...scalars, ...lists],
    meaning: 'is present (`true`) or missing (`false`)',
    holds: (_value, operand) => operand === true,
  },
  contains: {
    operand: 'value',
    kinds: ['string', ...lists],
    meaning: 'is a list with the value, or a text with the value in it',
    holds: (value, operand) => {
      if (operand === deletedId) return undefined;
      if (isList(value)) return anyEquals(value, operand);
      return typeof value === 'string' && typeof operand === 'string' ? value.includes(operand) : undefined;
    },
  },
  under: {
    operand: 'value',
    kinds: ['category'],
    meaning: 'is the category or is below it',
    holds: (value, operand, pathOf) =>
      typeof value === 'string' && typeof operand === 'string' && operand !== deletedId
        ? pathOf(value).includes(operand)
        : undefined,
  },
} as const satisfies Record<string, Operator>;

/** The name of an operator in conditions, such as `eq`. */
export type OperatorName = keyof typeof operators;

/** Whether a text is the name of an operator. */
export const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

/** The operator as the type of its table says, so that readers can treat all operators alike. */
export const operatorOf = (name: OperatorName): Operator => operators[name];

const isList = (value: KnownValue): value is readonly Scalar[] => Array.isArray(value);

const opposed = (result: boolean | undefined): boolean | undefined => (result === undefined ? undefined : !result);

const isEqual = (value: KnownValue, operand: KnownValue): boolean | undefined => {
  const sign = compareValues(value, operand);
  return sign === undefined ? undefined : sign === 0;
};

type Scalar = string | number | boolean;

interface ListIndex {
  readonly values: ReadonlySet<Scalar>;
  readonly types: ReadonlySet<string>;
}

/** A list is often compared many times, in each part of a condition. */
const indexes = new WeakMap<readonly Scalar[], ListIndex>();

function indexOf(list: readonly Scalar[]): ListIndex {
  const existing = indexes.get(list);
  if (existing !== undefined) return existing;
  const index = { values: new Set(list), types: new Set(list.map((each) => typeof each)) };
  indexes.set(list, index);
  return index;
}

/** Whether one of the values equals `value`. Unknown if none does and some cannot be compared with it. */
function anyEquals(list: readonly Scalar[], value: KnownValue): boolean | undefined {
  if (list.length === 0) return false;
  if (value instanceof Date) return anyInstant(list, value);
  if (isList(value)) return undefined;
  if (value === deletedId) return undefined;
  const { values, types } = indexOf(list);
  if (values.has(value)) return true;
  const isComparable = types.size === 1 && types.has(typeof value) && !values.has(deletedId);
  return isComparable ? false : undefined;
}

function anyInstant(list: readonly Scalar[], value: Date): boolean | undefined {
  if (Number.isNaN(value.getTime())) return undefined;
  let result: boolean | undefined = false;
  for (const each of list) {
    const equal = isEqual(value, each);
    if (equal === true) return true;
    if (equal === undefined) result = undefined;
  }
  return result;
}

/**
 * Compares two values of one type. Texts are compared by code points, without regard to any language. A text is
 * compared with a time as the instant that it names.
 * @returns a negative number, 0 or a positive number; undefined if the values cannot be compared
 */
function compareValues(value: KnownValue, operand: KnownValue): number | undefined {
  if (operand === deletedId) return undefined;
  if (value instanceof Date) return difference(value.getTime(), instantOf(operand));
  if (typeof value === 'string') return typeof operand === 'string' ? compareCodePoints(value, operand) : undefined;
  if (typeof value === 'number') return typeof operand === 'number' ? difference(value, operand) : undefined;
  if (typeof value === 'boolean') return typeof operand === 'boolean' ? Number(value) - Number(operand) : undefined;
  return undefined;
}

const instantOf = (value: KnownValue): number => {
  if (value instanceof Date) return value.getTime();
  return isInstant(value) ? Date.parse(value) : Number.NaN;
};

/** The difference of two infinite numbers would be no number, so the numbers are compared. */
const difference = (a: number, b: number): number | undefined =>
  Number.isNaN(a) || Number.isNaN(b) ? undefined : Number(a > b) - Number(a < b);

const instant = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Whether a value is an instant in UTC with milliseconds, as `Date.toISOString` writes it, from the year 1 to 9999. */
export const isInstant = (value: unknown): value is string => {
  if (typeof value !== 'string' || !instant.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
};

const offsetTime =
  /^(?<date>(?!0000)\d{4}-\d\d-(?<day>\d\d))T(?<time>\d\d:\d\d)(?<seconds>:\d\d(?:\.\d+)?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Returns a time of ISO 8601 with an offset from UTC in the form of `isInstant`. Returns undefined for any other text, also
 * for days that do not exist.
 */
export function instantIn(text: string): string | undefined {
  const { date = '', day = '', time = '', seconds = ':00', offset = '' } = offsetTime.exec(text)?.groups ?? {};
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined;
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  const parsed = new Date(`${date}T${time}${seconds}${offset === 'Z' ? offset : `${sign}${hours}:${minutes}`}`);
  const instantText = Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
  return isInstant(instantText) ? instantText : undefined;
}

/** Whether a value is a day that exists, from the year 1 to 9999. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && instantIn(`${value}T00:00Z`) !== undefined;

/** Larger numbers are not exact, so that two different ones could count as equal. */
export const isExactNumber = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/**
 * Compares texts by code points, which is the order of their UTF-8 bytes. The order of UTF-16 code units differs if a
 * text has characters outside the basic plane.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/** Surrogates belong to characters that come after all others. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
