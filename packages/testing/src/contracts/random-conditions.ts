import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import {
  operatorOf,
  operators,
  type AttributeKind,
  type CategoryPath,
  type KnownValue,
  type OperatorName,
} from '@portcullis/domain/internal/conditions/condition-operators';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { Choices } from './random-access.ts';

/** One attribute of each type that the filters of the client compare, with its name. */
export const randomAttributes = {
  text: 'string',
  amount: 'number',
  flag: 'boolean',
  time: 'time',
  owner: 'id',
  category: 'category',
  labels: 'string[]',
  members: 'id[]',
} as const satisfies Record<string, AttributeKind>;

/** One attribute of each type, with its name. */
export const storedAttributes = { ...randomAttributes, day: 'day', scores: 'number[]' } as const;

/** The name of an attribute in random conditions. */
export type RandomAttribute = keyof typeof storedAttributes;

/** The values of the attributes of a random resource. Null: the attribute is missing. */
export type RandomResource = Readonly<Record<RandomAttribute, KnownValue | null>> & AttributeValues;

const numbered = (prefix: string, number: number): string =>
  `${prefix}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Ids of categories and of the category above each. The first one is the root. */
export const randomCategories: readonly { readonly id: string; readonly parentId: string | null }[] = Array.from(
  { length: 12 },
  (_none, index) => ({
    id: numbered('c', index),
    parentId: index === 0 ? null : numbered('c', Math.floor((index - 1) / 2)),
  }),
);

const parents = new Map(randomCategories.map(({ id, parentId }) => [id, parentId]));

/** The path from one of `randomCategories` to the root. */
export const randomPathOf: CategoryPath = (id) => {
  const path: string[] = [];
  for (let at: string | null | undefined = id; at !== null && at !== undefined; at = parents.get(at)) path.push(at);
  return path;
};

/** Values whose order or equality could differ between JavaScript and SQL. */
const texts = [
  '',
  'a',
  'A',
  'ab',
  'B',
  'z',
  '中',
  '中文',
  '文',
  '\uFFFD',
  '😀',
  '𠀀',
  'é',
  'e\u0301',
  'ß',
  '%',
  '_',
  '\\',
  "'",
  ' ',
];
const numbers = [0, -0, 1, -1, 0.1, 1.5, 1e21, -1e308, 1.7976931348623157e308, 5e-324, 2 ** 53, -(2 ** 53)];
const times = [
  '0001-01-01T00:00:00.000Z',
  '1582-10-10T12:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T01:30:00.001Z',
  '9999-12-31T23:59:59.999Z',
];
const ids = [1, 2, 3, 4].map((number) => numbered('a', number));

const literals: Readonly<Record<AttributeKind, readonly (string | number | boolean)[]>> = {
  string: texts,
  number: numbers,
  boolean: [true, false],
  time: times,
  id: ids,
  category: [...randomCategories.map(({ id }) => id), numbered('c', 99)],
  'string[]': texts.slice(1, 8),
  'id[]': ids,
  day: ['0001-01-01', '1582-10-10', '2026-02-28', '2028-02-29', '9999-12-31'],
  'number[]': numbers.slice(0, 7),
};

function valueOf(choices: Choices, kind: AttributeKind): KnownValue {
  if (kind.endsWith('[]')) return choices.some(literals[kind], 0.3);
  if (kind === 'time') return new Date(choices.oneOf(times));
  return choices.oneOf(kind === 'category' ? literals.category.slice(0, -1) : literals[kind]);
}

/** Returns a resource, about a fifth of whose attributes are missing. */
export function randomResource(choices: Choices): RandomResource {
  const value = (kind: AttributeKind): KnownValue | null => (choices.isTrue(0.2) ? null : valueOf(choices, kind));
  return {
    text: value('string'),
    amount: value('number'),
    flag: value('boolean'),
    time: value('time'),
    owner: value('id'),
    category: value('category'),
    labels: value('string[]'),
    members: value('id[]'),
    day: value('day'),
    scores: value('number[]'),
  };
}

const isOperator = (name: string): name is OperatorName => name in operators;
const isAttribute = (name: string): name is RandomAttribute => name in storedAttributes;

/** Returns every operator with every attribute that it accepts. */
const comparisonsOf = (attributes: object) =>
  Object.keys(operators)
    .filter(isOperator)
    .flatMap((operator) =>
      Object.keys(attributes)
        .filter(isAttribute)
        .filter((attribute) => operatorOf(operator).kinds.includes(storedAttributes[attribute]))
        .map((attribute) => ({ operator, attribute })),
    );

/** Every operator with every attribute that it accepts. */
export const storedComparisons = comparisonsOf(storedAttributes);

const randomComparisons = comparisonsOf(randomAttributes);

function randomComparison(choices: Choices, comparisons: typeof storedComparisons): Condition {
  const { operator, attribute } = choices.oneOf(comparisons);
  const values = literals[storedAttributes[attribute]];
  const { operand } = operatorOf(operator);
  if (operand === 'flag') return comparison(attribute, operator, choices.isTrue(0.5));
  if (operand === 'list') return comparison(attribute, operator, choices.some(values, choices.oneOf([0, 0.2, 0.5])));
  return comparison(attribute, operator, choices.oneOf(values));
}

/** Returns a condition with at most `levels` levels. Its comparisons have literals on the right side. */
export function randomCondition(choices: Choices, levels: number, comparisons = randomComparisons): Condition {
  const kind = levels <= 1 ? 'comparison' : choices.oneOf(['comparison', 'all', 'any', 'any', 'not']);
  if (kind === 'comparison') return randomComparison(choices, comparisons);
  if (kind === 'not') return { not: randomCondition(choices, levels - 1, comparisons) };
  const parts = Array.from({ length: 1 + choices.below(3) }, () => randomCondition(choices, levels - 1, comparisons));
  return kind === 'all' ? { all: parts } : { any: parts };
}
