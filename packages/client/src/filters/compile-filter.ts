import {
  nodeOf,
  type ComparisonNode,
  type Condition,
  type ConditionValue,
  type Operand,
} from '../conditions/condition.ts';
import { isInstant, operatorOf, type OperatorName } from '../conditions/condition-operators.ts';
import type { Bind, Dialect, FilterColumn, OrderSymbol } from './dialect.ts';
import { mysql } from './mysql.ts';
import { postgresql } from './postgresql.ts';
import { readFilter } from './read-filter.ts';
import { sqlite } from './sqlite.ts';

const dialects = { postgresql, mysql, sqlite } as const satisfies Record<string, Dialect>;

/** The database and the columns for which a filter is compiled. */
export interface FilterOptions {
  /** The database. `mysql` is also for MariaDB. */
  readonly dialect: keyof typeof dialects;
  /** The columns of the service, by the names of the attributes without `resource.`. */
  readonly columns: Readonly<Record<string, FilterColumn>>;
  /** The position of the first parameter, for PostgreSQL only. Default: 1. */
  readonly firstParameter?: number;
}

/** A part of the condition of a statement. */
export interface CompiledFilter {
  /** SQL that is true for exactly those rows that the filter permits, in parentheses. */
  readonly text: string;
  /** The values of the parameters in `text`, in their order. */
  readonly values: readonly unknown[];
}

/**
 * Compiles a filter to SQL. The text consists of the expressions in `columns` and of placeholders; it contains nothing of
 * the filter itself.
 * @param filter the `filter` of `POST /api/access/filter`
 * @throws {TypeError} if the filter cannot be read, or compares an attribute that `columns` does not have
 * @example
 * const columns = { region: { type: 'string', sql: 'i.region' }, dueAt: { type: 'time', sql: 'i.due_at' } } as const;
 * const filter: unknown = { attr: 'resource.region', eq: 'north' }; // of POST /api/access/filter
 * const { text, values } = compileFilter(filter, { dialect: 'postgresql', columns, firstParameter: 2 });
 * const statement = `SELECT * FROM invoices i WHERE i.customer_id = $1 AND ${text}`;
 * console.log(values); // [ [ 'north' ] ]
 */
export function compileFilter(
  filter: unknown,
  { dialect, columns, firstParameter = 1 }: FilterOptions,
): CompiledFilter {
  const values: unknown[] = [];
  const target = dialects[dialect];
  const bind: Bind = (value) => target.placeholder(values.push(value) + firstParameter - 1);
  const read = readFilter(filter);
  if (typeof read === 'boolean') return { text: constant(read), values };
  return { text: compile({ dialect: target, columns, bind }, read, false), values };
}

const constant = (isTrue: boolean): string => (isTrue ? '(1 = 1)' : '(1 = 0)');

const orderSymbols: Readonly<Partial<Record<OperatorName, OrderSymbol>>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** The options that are the same for every comparison of a filter. */
interface Target {
  readonly dialect: Dialect;
  readonly columns: FilterOptions['columns'];
  readonly bind: Bind;
}

/** `not` is moved down to the comparisons, so that each part needs to be exact only where it is true. */
function compile(target: Target, condition: Condition, isNegated: boolean): string {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'not':
      return compile(target, node.part, !isNegated);
    case 'comparison':
      return `(${compare(target, node, isNegated)})`;
    default: {
      const parts = node.parts.map((part) => compile(target, part, isNegated));
      return `(${parts.join((node.kind === 'all') === isNegated ? ' OR ' : ' AND ')})`;
    }
  }
}

function compare(target: Target, { attribute, operator, operand }: ComparisonNode, isNegated: boolean): string {
  const { dialect, columns } = target;
  const column = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined;
  if (column === undefined) throw new TypeError(`The filter compares '${attribute}', for which there is no column.`);
  const isPresent = dialect.isPresent(column);
  if (operator === 'exists') return (operand === true) === isNegated ? `NOT (${isPresent})` : isPresent;
  const values = valuesIn(operand);
  const comparable = values.filter((value) => isComparable(column, operator, value));
  // A value that cannot be compared makes the result unknown, unless another value of the list is equal.
  if (isNegated && comparable.length < values.length) return constant(false);
  const [first] = comparable;
  if (first === undefined) return isNegated && values.length === 0 ? isPresent : constant(false);
  const isOpposite = operator === 'ne';
  const test = testOf(target, column, operator, [first, ...comparable.slice(1)]);
  const whole = isNegated === isOpposite ? test : `NOT (${test})`;
  // A test may be false because the attribute is missing. `NOT` must not make it true then.
  const guard = dialect.isComparable(column) ?? isPresent;
  return `${guard} AND (${whole})`;
}

function testOf(
  { dialect, bind }: Target,
  column: FilterColumn,
  operator: OperatorName,
  values: readonly [ConditionValue, ...ConditionValue[]],
): string {
  const [value] = values;
  const symbol = orderSymbols[operator];
  if (symbol !== undefined && typeof value !== 'boolean') return dialect.isOrdered(column, symbol, value, bind);
  if (operator === 'contains') {
    if (column.contains !== undefined) return column.contains(bind(String(value)));
    const contains = column.type === 'string[]' ? dialect.hasElement : dialect.includes;
    return contains(column, String(value), bind);
  }
  if (operator !== 'under') return dialect.equalsOne(column, values, bind);
  if (column.under === undefined) throw new TypeError("The filter has the operator 'under', but the column has not.");
  return column.under(bind(value));
}

function valuesIn(operand: Operand): readonly ConditionValue[] {
  if (typeof operand !== 'object') return [operand];
  if ('ref' in operand) throw new TypeError('The values of the user are not filled in.');
  return operand;
}

/** Whether an operator can compare a column with a value. Otherwise, the comparison is unknown, as in the evaluator. */
function isComparable({ type }: FilterColumn, operator: OperatorName, value: ConditionValue): boolean {
  const { kinds } = operatorOf(operator);
  switch (type) {
    case 'number':
    case 'boolean':
      return kinds.includes(type) && typeof value === type;
    case 'time':
      return kinds.includes(type) && isInstant(value);
    case 'string[]':
      return kinds.includes(type) && typeof value === 'string';
    default:
      // The evaluator sees only texts, and compares ids as such.
      return typeof value === 'string';
  }
}
