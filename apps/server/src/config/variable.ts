import { entriesOf, isUrl } from './variable-texts.ts';

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

/**
 * Returns the type of texts for which `isGood` returns true.
 * @example
 * const variables = {
 *   shopCurrency: {
 *     name: 'SHOP_CURRENCY',
 *     type: variable.textWith('three capital letters', (text) => /^[A-Z]{3}$/.test(text)),
 *     default: 'EUR',
 *     help: 'the currency of prices',
 *   },
 *   shopName: { name: 'SHOP_NAME', type: variable.anyText, isRequired: true, help: 'the name of the shop' },
 *   maxItems: { name: 'SHOP_MAX_ITEMS', type: variable.wholeNumber(1, 100), default: '10', help: 'items in an order' },
 *   holdMs: { name: 'SHOP_HOLD', type: variable.duration(), default: '15m', help: 'how long an order is held' },
 *   isOpen: { name: 'SHOP_OPEN', type: variable.flag, default: 'true', help: 'whether orders are accepted' },
 *   payment: { name: 'SHOP_PAYMENT', type: variable.oneOf(['card', 'invoice']), default: 'card', help: 'how to pay' },
 *   stock: { name: 'SHOP_STOCK_URL', type: variable.url('https:'), help: 'the address of the stock service' },
 *   taxes: {
 *     name: 'SHOP_TAXES',
 *     type: variable.listOf('rates in percent', (entry) => (/^\d{1,2}$/.test(entry) ? Number(entry) : undefined)),
 *     default: '7,19',
 *     help: 'the tax rates',
 *   },
 *   keys: {
 *     name: 'SHOP_KEYS',
 *     type: variable.exactListOf('keys of 16 characters', (entry) => (entry.length === 16 ? entry : undefined)),
 *     isSecret: true,
 *     help: 'the keys of the payment service',
 *   },
 * } satisfies variable.Variables;
 * const shop = resourceModule({
 *   name: 'shop.prices',
 *   variables,
 *   routes: [
 *     ({ shopCurrency }: Pick<variable.ValuesOf<typeof variables>, 'shopCurrency'>) => [
 *       route({
 *         method: 'GET',
 *         path: '/shop/currency',
 *         operation: 'readShopCurrency',
 *         summary: 'Read the currency',
 *         access: 'public',
 *         data: schema.text,
 *         handle: async () => shopCurrency,
 *       }),
 *     ],
 *   ],
 * });
 */
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

const listBy =
  (split: (text: string) => readonly string[]) =>
  <Value>(takes: string, parseEntry: (entry: string) => Value | undefined): VariableType<readonly Value[]> => ({
    takes,
    parse: (text) => {
      const entries = split(text);
      const values = entries.map(parseEntry).filter((value) => value !== undefined);
      return values.length === entries.length ? values : undefined;
    },
  });

/** Returns the type of lists whose entries are separated by commas. */
export const listOf = listBy(entriesOf);

/**
 * Returns the type of lists of secrets, separated by commas. Entries keep their spaces, because keys are derived from
 * the exact text of a secret.
 */
export const exactListOf = listBy((text) => (text === '' ? [] : text.split(',')));

/**
 * Returns the type of URLs.
 * @param schemes the permitted beginnings, such as `https:`
 */
export const url = (...schemes: readonly string[]): VariableType<string> =>
  textWith(`an address that begins with ${schemes.join('// or ')}//`, (text) => isUrl(text, schemes));
