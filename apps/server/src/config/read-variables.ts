import { unescape } from 'node:querystring';
import { ConfigError } from './config-error.ts';
import { entriesOf } from './variable-texts.ts';
import type { ValuesOf, Variable, Variables } from './variable.ts';
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
