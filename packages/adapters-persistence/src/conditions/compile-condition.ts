import type { Reach } from '@portcullis/domain/internal/access/reach';
import {
  comparison,
  isReference,
  nodeOf,
  type ComparisonNode,
  type Condition,
  type ConditionValue,
} from '@portcullis/domain/internal/conditions/condition';
import {
  isDay,
  isInstant,
  operatorOf,
  type AttributeKind,
  type OperatorName,
} from '@portcullis/domain/internal/conditions/condition-operators';
import { isStoredId } from '@portcullis/domain/internal/shared/ids';

/** Where the value of an attribute is stored. */
export interface ConditionColumn {
  readonly kind: AttributeKind;
  /** An SQL expression that is NULL if the attribute is missing. */
  readonly sql: string;
  /** The SQL type of the values with which the attribute is compared. Default: that of its kind. */
  readonly type?: string;
  /** Tests whether a list has the element, if the list is not an array. `element` is an SQL expression. */
  readonly contains?: (element: string) => string;
  /** Set if the attribute belongs to another row, to which the row refers. `sql` is not used then. */
  readonly through?: ReferredAttribute;
}

/** An attribute of a row to which another row refers. */
export interface ReferredAttribute {
  /** The column with the id of the referred row. */
  readonly key: string;
  readonly table: string;
  /** The name of the attribute in `columns`, in which the referred row has the alias `t`. */
  readonly attribute: string;
  readonly columns: () => ConditionColumns;
  /** The referred rows whose attributes may be compared. Those of other rows are missing. */
  readonly reach: Reach;
  /** An SQL expression that is true for further referred rows whose attributes may be compared. */
  readonly isPublic?: string;
}

export type ConditionColumns = Readonly<Record<string, ConditionColumn>>;

export interface CompiledCondition {
  /** An SQL expression that is NULL if the condition is unknown. It depends only on the form of the condition. */
  readonly text: string;
  /** The value of the parameter: the values of the condition as a JSON list. */
  readonly value: string;
}

/**
 * Compiles a condition to SQL. All its values are in one parameter, so that a statement has the same parameters for
 * every condition. The values of the user must have been filled in. Attributes of referred rows must not occur in an `all`
 * or `any` below `not`.
 * @param parameter the placeholder of the parameter, such as `$3`
 */
export function compileCondition(
  condition: Condition,
  columns: ConditionColumns,
  parameter: string,
): CompiledCondition {
  const values: unknown[] = [];
  const bind: Bind = {
    one: (value, type) => `(${parameter}::json->>${values.push(value) - 1})::${type}`,
    list: (value, type) =>
      `(array(SELECT json_array_elements_text(${parameter}::json->${values.push(value) - 1})))::${type}[]`,
  };
  const text = compile(condition, columns, bind);
  // PostgreSQL cannot find out the type of a parameter that the statement does not use.
  const used = values.length === 0 ? `(${text} AND ${parameter}::json IS NOT NULL)` : text;
  return { text: used, value: JSON.stringify(values) };
}

/** Adds a value or a list to the parameter, and returns the SQL that reads it. */
interface Bind {
  readonly one: (value: ConditionValue, type: string) => string;
  readonly list: (values: readonly ConditionValue[], type: string) => string;
}

function compile(condition: Condition, columns: ConditionColumns, bind: Bind): string {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any': {
      const parts = node.parts.map((part) => compile(part, columns, bind));
      return `(${parts.join(node.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
    case 'not': {
      const part = nodeOf(node.part);
      const through = part.kind === 'comparison' ? columns[part.attribute]?.through : undefined;
      if (part.kind === 'comparison' && through !== undefined) return compileThrough(part, through, bind, true);
      return `(NOT ${compile(node.part, columns, bind)})`;
    }
    case 'comparison': {
      const through = columns[node.attribute]?.through;
      return through === undefined
        ? compileComparison(node, columns, bind)
        : compileThrough(node, through, bind, false);
    }
  }
}

/** Finds the referred rows for which a comparison is true, or for which it is false, so that an index can find their ids. */
function compileThrough(
  { operator, operand }: ComparisonNode,
  { key, table, attribute, columns, reach, isPublic = 'false' }: ReferredAttribute,
  bind: Bind,
  isNegated: boolean,
): string {
  const isPresence = operator === 'exists';
  const wanted = comparison(attribute, operator, isPresence ? true : operand);
  const referred = columns();
  const isWanted = compile(isNegated && !isPresence ? { not: wanted } : wanted, referred, bind);
  const isReached = typeof reach === 'boolean' ? String(reach) : compile(reach, referred, bind);
  const found = `${key} IN (SELECT t.id FROM ${table} t WHERE ${isWanted} AND (${isPublic} OR ${isReached}))`;
  return isPresence ? `((${found}) IS TRUE) = ${bind.one((operand === true) !== isNegated, 'boolean')}` : `(${found})`;
}

function compileComparison(node: ComparisonNode, columns: ConditionColumns, bind: Bind): string {
  const { attribute, operator, operand } = node;
  const column = columns[attribute];
  if (isReference(operand)) throw new TypeError(`The value of ${operand.ref} was not filled in.`);
  if (column === undefined || !operatorOf(operator).kinds.includes(column.kind)) return '(NULL::boolean)';
  const { kind } = column;
  if (operator === 'exists') return `((${column.sql}) IS NOT NULL) = ${bind.one(operand === true, 'boolean')}`;
  const values = [operand].flat();
  if (!values.every((value) => isOfKind(value, kind))) return '(NULL::boolean)';
  // Other texts than stored ids cannot be cast to `uuid`.
  const stored = isIdKind(kind) ? values.filter(isStoredId) : values;
  if (stored.length === 0) return constantUnlessMissing(column, operator === 'ne');
  const { type = sqlTypes[kind] } = column;
  const value = isList(operand) ? bind.list(stored, type) : bind.one(operand, type);
  return comparisons[operator](column, value);
}

/** Values of another type cannot be compared, so that the comparison is unknown, as in the evaluator. */
function isOfKind(value: ConditionValue, kind: AttributeKind): boolean {
  if (kind === 'number' || kind === 'number[]') return typeof value === 'number';
  if (kind === 'boolean') return typeof value === kind;
  if (kind === 'day') return isDay(value);
  return kind === 'time' ? isInstant(value) : typeof value === 'string';
}

const isList = (operand: ConditionValue | readonly ConditionValue[]): operand is readonly ConditionValue[] =>
  Array.isArray(operand);

const isIdKind = (kind: AttributeKind): boolean => kind === 'id' || kind === 'category' || kind === 'id[]';

/** NULL if the attribute is missing, otherwise the constant. */
const constantUnlessMissing = ({ sql }: ConditionColumn, constant: boolean): string =>
  constant ? `(${sql} IS NOT NULL OR NULL)` : `(${sql} IS NULL AND NULL)`;

const sqlTypes: Readonly<Record<AttributeKind, string>> = {
  string: 'text',
  number: 'float8',
  boolean: 'boolean',
  day: 'date',
  time: 'timestamptz',
  id: 'uuid',
  category: 'uuid',
  'string[]': 'text',
  'number[]': 'float8',
  'id[]': 'uuid',
};

/** Texts are compared by their bytes, which is the order of code points in UTF-8, whatever the language of the database. */
const comparableSql = ({ kind, sql }: ConditionColumn): string => (kind === 'string' ? `(${sql} COLLATE "C")` : sql);

type Comparing = (column: ConditionColumn, value: string) => string;

const binary =
  (symbol: string): Comparing =>
  (column, value) =>
    `${comparableSql(column)} ${symbol} ${value}`;

/** The SQL of each operator. Each expression is NULL if the attribute is missing. */
const comparisons: Readonly<Record<Exclude<OperatorName, 'exists'>, Comparing>> = {
  eq: binary('='),
  ne: binary('<>'),
  in: (column, values) => `${comparableSql(column)} = ANY (${values})`,
  lt: binary('<'),
  lte: binary('<='),
  gt: binary('>'),
  gte: binary('>='),
  contains: (column, value) => {
    if (column.kind === 'string') return `strpos(${comparableSql(column)}, ${value}) > 0`;
    return column.contains?.(value) ?? `${value} = ANY (${column.sql})`;
  },
  under: ({ sql }, value) => `${sql} = ANY (array(WITH RECURSIVE below AS (SELECT ${value} AS id
    UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below))`,
};
