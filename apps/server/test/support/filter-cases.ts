import { compileFilter, filterPredicate, type FilterColumn, type FilterOptions } from '@portcullis/client/filters';
import { comparison, type Condition } from '@portcullis/domain/internal/conditions/condition';
import { operatorOf, operators, type OperatorName } from '@portcullis/domain/internal/conditions/condition-operators';
import { permits } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { Choices } from '@portcullis/testing/internal/contracts/random-access';
import {
  randomAttributes,
  randomCondition,
  randomPathOf,
  randomResource,
} from '@portcullis/testing/internal/contracts/random-conditions';

type Row = Readonly<Record<string, unknown>> & Parameters<ReturnType<typeof filterPredicate>>[0];

const isOperator = (name: string): name is OperatorName => name in operators;
const attributes = Object.keys(randomAttributes);

/** Values of all types, and texts that are no part of SQL, JSON or patterns only if they are bound. */
const wildValues = [
  0,
  5,
  true,
  false,
  '',
  'a',
  "' OR 1=1 --",
  '"] }',
  '$1',
  '?',
  '\\',
  '2026-03-29T01:00:00.000Z',
  'a0000000-0000-4000-8000-000000000001',
  'A0000000-0000-4000-8000-000000000001',
];

/** Compares any attribute with values of any type. */
function wildComparison(choices: Choices): Condition {
  const operator = choices.oneOf(Object.keys(operators).filter(isOperator));
  const { operand } = operatorOf(operator);
  const attribute = choices.oneOf(operator === 'under' ? ['category'] : attributes);
  if (operand === 'flag') return comparison(attribute, operator, choices.isTrue(0.5));
  if (operand === 'list') return comparison(attribute, operator, choices.some(wildValues, 0.3));
  const value = choices.oneOf(wildValues);
  // Not even PostgreSQL can tell an empty list from one whose elements cannot be compared.
  return attribute === 'labels' || attribute === 'members'
    ? comparison(attribute, operator, String(value))
    : comparison(attribute, operator, value);
}

/** Returns a condition whose comparisons also have values that do not fit. */
export function randomFilter(choices: Choices): Condition {
  const condition = choices.isTrue(0.6) ? randomCondition(choices, 4) : wildComparison(choices);
  if (choices.isTrue(0.3)) return { not: condition };
  return choices.isTrue(0.3) ? { any: [condition, wildComparison(choices)] } : condition;
}

/** Returns a row of a service. Some of its numbers are not finite, which databases can store. */
export function randomRow(choices: Choices, notFinite: readonly number[]): Row {
  const { day: _day, scores: _scores, ...row } = randomResource(choices);
  return notFinite.length > 0 && choices.isTrue(0.1) ? { ...row, amount: choices.oneOf(notFinite) } : row;
}

/** Returns the columns of a table with one column for each attribute. */
export const filterColumns = (
  types: Readonly<Record<string, FilterColumn['type']>>,
  quoted: (name: string) => string,
  under: (column: string, category: string) => string,
): FilterOptions['columns'] =>
  Object.fromEntries(
    Object.entries(types).map(([name, type]): [string, FilterColumn] => {
      const sql = quoted(name);
      return [name, { type, sql, ...(name === 'category' && { under: (category) => under(sql, category) }) }];
    }),
  );

export interface Comparison {
  readonly differences: readonly unknown[];
  readonly compared: number;
  readonly permitted: number;
}

/**
 * Compares what the evaluator, the predicate of the client and the SQL of the client say about rows.
 * @param select returns the numbers of the rows for which the SQL of each filter is true
 */
export async function compareFilters(
  rows: readonly Row[],
  filters: readonly Condition[],
  options: FilterOptions,
  select: (compiled: readonly ReturnType<typeof compileFilter>[]) => Promise<readonly ReadonlySet<number>[]>,
): Promise<Comparison> {
  let first = options.firstParameter ?? 1;
  const compiled = filters.map((filter) => {
    const one = compileFilter(filter, { ...options, firstParameter: first });
    first += one.values.length;
    return one;
  });
  const selected = await select(compiled);
  const differences: unknown[] = [];
  let permitted = 0;
  for (const [index, filter] of filters.entries()) {
    const predicate = filterPredicate(filter, randomPathOf);
    for (const [number, resource] of rows.entries()) {
      const expected = permits(filter, { resource, subject: {}, pathOf: randomPathOf });
      const said = { predicate: predicate(resource), sql: selected[index]?.has(number) ?? false };
      if (said.predicate !== expected || said.sql !== expected)
        differences.push({ filter, resource, expected, ...said, text: compiled[index]?.text });
      if (expected) permitted += 1;
    }
  }
  return { differences, compared: rows.length * filters.length, permitted };
}
