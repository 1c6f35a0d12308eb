import { comparison, nodeOf, type ComparisonNode, type Condition, type ConditionValue } from './condition.ts';
import { deletedId, isOperator, operatorOf, type KnownValue } from './condition-operators.ts';
import { operandValue, type AttributeValues } from './evaluate-condition.ts';

/** A condition without references to the user, or the constant to which it was simplified. */
export type ResolvedCondition = Condition | boolean;

/**
 * Fills in the values of the user and simplifies a condition. The result is true for exactly those resources for which
 * the condition is true. `not` occurs only directly around a comparison.
 */
export function resolveCondition(condition: Condition, subject: AttributeValues): ResolvedCondition {
  return resolved(condition, subject, false);
}

/** Combines conditions, one of which is sufficient. Without conditions, nothing is permitted. */
export const anyOf = (conditions: readonly ResolvedCondition[]): ResolvedCondition => joined('any', conditions);

/** Combines conditions, all of which are necessary. Without conditions, everything is permitted. */
export const allOf = (conditions: readonly ResolvedCondition[]): ResolvedCondition => joined('all', conditions);

/**
 * @param isNegated whether the opposite of the condition is wanted. `not` is moved down to the comparisons, where an
 * unknown comparison can be replaced by `false`, because nothing negates it any more.
 */
function resolved(condition: Condition, subject: AttributeValues, isNegated: boolean): ResolvedCondition {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any': {
      const parts = node.parts.map((part) => resolved(part, subject, isNegated));
      return joined((node.kind === 'all') === isNegated ? 'any' : 'all', parts);
    }
    case 'not':
      return resolved(node.part, subject, !isNegated);
    case 'comparison':
      return resolvedComparison(node, subject, isNegated);
  }
}

function joined(kind: 'all' | 'any', conditions: readonly ResolvedCondition[]): ResolvedCondition {
  const neutral = kind === 'all';
  const parts = new Map<string, Condition>();
  for (const condition of conditions) {
    if (condition === !neutral) return !neutral;
    if (typeof condition === 'boolean') continue;
    const node = nodeOf(condition);
    for (const part of node.kind === kind ? node.parts : [condition]) parts.set(JSON.stringify(part), part);
  }
  const [only, ...others] = parts.values();
  if (only === undefined) return neutral;
  if (others.length === 0) return only;
  return kind === 'all' ? { all: [only, ...others] } : { any: [only, ...others] };
}

function resolvedComparison(
  { attribute, operator, operand }: ComparisonNode,
  subject: AttributeValues,
  isNegated: boolean,
): ResolvedCondition {
  if (operator === 'exists') return comparison(attribute, operator, (operand === true) !== isNegated);
  const given = literalOf(operandValue(operand, subject));
  if (given === undefined || given === deletedId) return false;
  const value = typeof given === 'object' ? given.filter((each) => each !== deletedId) : given;
  // A list with a deleted id permits its other values, and it is not known that a value is not in it.
  if (typeof value === 'object' && typeof given === 'object' && value.length < given.length)
    return !isNegated && value.length > 0 && comparison(attribute, operator, value);
  // An attribute that is present is not in an empty list, and an attribute that is missing makes the result unknown.
  if (isEmptyList(value)) return isNegated && comparison(attribute, 'exists', true);
  const { opposite } = operatorOf(operator);
  if (isNegated && opposite !== undefined && isOperator(opposite)) return comparison(attribute, opposite, value);
  const filled = comparison(attribute, operator, value);
  return isNegated ? { not: filled } : filled;
}

type Literal = ConditionValue | readonly ConditionValue[];

const isEmptyList = (value: Literal): boolean => typeof value === 'object' && value.length === 0;

const literalOf = (value: KnownValue | undefined): Literal | undefined =>
  value instanceof Date ? value.toISOString() : value;
