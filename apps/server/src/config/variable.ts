import { unescape } from 'node:querystring';
import { ConfigError } from './config-error.ts';

/** The properties that the values of every variable have. */
export interface VariableType<Value> {
  /** The end of the sentence 'NAME takes …' in the error message for an invalid text. */
  readonly takes: string;
  /** Returns the value of a text, or undefined if the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
}

/** An environment variable. */
export interface Variable {
  readonly name: string;
  readonly type: VariableType<unknown>;
  /** The text that an unset variable stands for. Without a default, the value of an unset variable is undefined. */
  readonly default?: string;
  /** The documentation shows this text instead of `default`. */
  readonly shownDefault?: string;
  readonly isRequired?: true;
  /** Whether the value is, or can contain, a secret that neither error messages nor the log may show. */
  readonly isSecret?: true;
  /** The variables without which this variable must not be set, and the reason. */
  readonly needs?: { readonly names: readonly string[]; readonly because: string };
  /** The meaning of the variable, in Markdown. Links are relative to the root of the repository. */
  readonly help: string;
}

/** Variables by the names under which their values are available. */
export type Variables = Readonly<Record<string, Variable>>;

/** The values of variables, by the keys of their table. */
export type ValuesOf<Table extends Variables> = {
  readonly [Key in keyof Table]: Table[Key] extends { readonly default: string } | { readonly isRequired: true }
    ? ParsedBy<Table[Key]['type']>
    : ParsedBy<Table[Key]['type']> | undefined;
};

type ParsedBy<Type> = Type extends VariableType<infer Value> ? Value : never;

/** Texts of variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the text of a variable. An empty variable counts as unset. */
const textOf = (env: Environment, name: string): string | undefined => env[name] || undefined;

/**
 * Reads the variables of a table.
 * @param prefix the text before the name of each variable
 * @throws {ConfigError}
 */
export function readVariables<Table extends Variables>(env: Environment, table: Table, prefix = ''): ValuesOf<Table> {
  const entries = Object.entries(table);
  const values: ValuesOf<Table> = Object.fromEntries(
    entries.map(([key, each]): unknown[] => [key, valueOf(env, each, `${prefix}${each.name}`)]),
  );
  return values;
}

function valueOf(
  env: Environment,
  { type, isRequired, isSecret, needs, ...variable }: Variable,
  name: string,
): unknown {
  const given = textOf(env, name);
  if (given !== undefined && needs?.names.some((needed) => textOf(env, needed) === undefined)) {
    throw new ConfigError(`${name} takes effect with ${needs.names.join(' and ')} only: ${needs.because}.`);
  }
  const text = given ?? variable.default ?? (isRequired && '');
  if (text === undefined) return undefined;
  const value = type.parse(text);
  if (value === undefined) throw new ConfigError(`${name} takes ${type.takes}${isSecret ? '' : `, not '${text}'`}.`);
  return value;
}

/** Shorter secrets cannot be hidden, because they also occur in other words. */
const minHiddenLength = 6;

/** Returns the secrets in the variables of a table. Of a URL, only the password is a secret. */
export const secretsIn = (env: Environment, table: Variables, prefix = ''): readonly string[] =>
  Object.values(table)
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => entriesOf(textOf(env, `${prefix}${name}`) ?? ''))
    .map((text) => (text.includes('://') && URL.canParse(text) ? unescape(new URL(text).password) : text))
    .filter((secret) => secret.length >= minHiddenLength);

/** Returns the type of texts for which `isGood` returns true. */
export const textWith = (takes: string, isGood: (text: string) => boolean): VariableType<string> => ({
  takes,
  parse: (text) => (isGood(text) ? text : undefined),
});

/** The type of all texts. */
export const anyText = textWith('a text', (text) => text !== '');

/** Returns the type of whole numbers in a range. */
export const wholeNumber = (min: number, max: number): VariableType<number> => ({
  takes: `a whole number from ${min} to ${max}`,
  parse: (text) => (isWholeNumber(text, min, max) ? Number(text) : undefined),
});

const isWholeNumber = (text: string, min: number, max: number): boolean =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The type of durations. Its values are in milliseconds. */
export const duration = (minCount = 1): VariableType<number> => ({
  takes: 'a duration such as 90s, 15m, 12h or 7d',
  parse: (text) => {
    const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    return count !== '' && Number(count) >= minCount ? Number(count) * (unitMs[unit] ?? 0) : undefined;
  },
});

/** The type of `true` and `false`. */
export const flag: VariableType<boolean> = {
  takes: 'true or false',
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
};

/** Returns the type of texts from a fixed list. */
export const oneOf = <Value extends string>(values: readonly Value[]): VariableType<Value> => ({
  takes: `one of ${values.join(', ')}`,
  parse: (text) => values.find((value) => value === text),
});

/** Returns the type of lists whose entries are separated by commas. */
export const listOf = <Value>(
  takes: string,
  parseEntry: (entry: string) => Value | undefined,
): VariableType<readonly Value[]> => ({
  takes,
  parse: (text) => {
    const entries = entriesOf(text);
    const values = entries.map(parseEntry).filter((value) => value !== undefined);
    return values.length === entries.length ? values : undefined;
  },
});

/**
 * Returns the type of lists of secrets, separated by commas. Entries keep their spaces, because keys are derived from
 * the exact text of a secret.
 */
export const exactListOf = <Value>(
  takes: string,
  parseEntry: (entry: string) => Value | undefined,
): VariableType<readonly Value[]> => ({
  takes,
  parse: (text) => {
    const entries = text === '' ? [] : text.split(',');
    const values = entries.map(parseEntry).filter((value) => value !== undefined);
    return values.length === entries.length ? values : undefined;
  },
});

/** Returns the entries of a list that is separated by commas, without spaces around them. */
export const entriesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Returns the type of URLs.
 * @param schemes the permitted beginnings, such as `https:`
 */
export const url = (...schemes: readonly string[]): VariableType<string> =>
  textWith(`an address that begins with ${schemes.join('// or ')}//`, (text) => isUrl(text, schemes));

/** Returns whether a text is a URL with one of these schemes, such as `https:`. */
export const isUrl = (text: string, schemes: readonly string[]): boolean =>
  URL.canParse(text) && schemes.includes(new URL(text).protocol);
