import { comparison, resourcePrefix, type Condition, type ConditionValue } from '../conditions/condition.ts';
import { isOperator, operatorOf } from '../conditions/condition-operators.ts';

/** A filter of `POST /api/access/filter`: all, nothing, or those for which a condition is true. */
export type Filter = Condition | boolean;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks that a value is a filter, and copies it. A part that this release does not know is an error, because ignoring
 * the part could permit more than the service does.
 * @throws {TypeError} if the value is no filter
 */
export const readFilter = (input: unknown): Filter => (typeof input === 'boolean' ? input : readCondition(input));

function readCondition(input: unknown): Condition {
  if (!isFields(input)) throw unreadable('A condition must be an object.');
  const { attr, ...others } = input;
  const [[name, value] = ['', undefined], ...further] = Object.entries(others);
  if (further.length > 0) throw unreadable('A condition must have one operator.');
  if (attr !== undefined) return readComparison(attr, name, value);
  switch (name) {
    case 'all':
      return { all: readParts(value) };
    case 'any':
      return { any: readParts(value) };
    case 'not':
      return { not: readCondition(value) };
    default:
      throw unreadable(`There is no condition '${name}'.`);
  }
}

function readParts(value: unknown): readonly Condition[] {
  if (!Array.isArray(value) || value.length === 0) throw unreadable('There must be at least one condition.');
  return value.map(readCondition);
}

function readComparison(attr: unknown, operator: string, operand: unknown): Condition {
  if (typeof attr !== 'string' || !attr.startsWith(resourcePrefix)) throw unreadable('There is no such attribute.');
  if (!isOperator(operator)) throw unreadable(`There is no operator '${operator}'.`);
  const attribute = attr.slice(resourcePrefix.length);
  const needed = operatorOf(operator).operand;
  if (needed === 'list' && Array.isArray(operand)) return comparison(attribute, operator, operand.map(readValue));
  if (needed === 'list' || (needed === 'flag' && typeof operand !== 'boolean'))
    throw unreadable(`The value of '${operator}' must be a ${needed}.`);
  return comparison(attribute, operator, readValue(operand));
}

/** Databases would store other texts differently than they are compared here. */
const isText = (value: unknown): value is string => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);

function readValue(value: unknown): ConditionValue {
  if (isText(value) || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw unreadable('A value must be a text, a finite number, true or false.');
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unreadable = (message: string): TypeError => new TypeError(`The filter cannot be read: ${message}`);
