import { isReference, nodeOf, subjectPrefix, type ComparisonNode, type Condition, type Operand } from './condition.ts';
import { operatorOf, type CategoryPath, type KnownValue } from './condition-operators.ts';

/** Values by the name of the attribute. Null and undefined count as missing. */
export type AttributeValues = Readonly<Record<string, KnownValue | null | undefined>>;

/** What a condition is evaluated with. */
export interface ConditionContext {
  readonly resource: AttributeValues;
  readonly subject: AttributeValues;
  /** Needed for conditions with `under`. By default, no category is below another one. */
  readonly pathOf?: CategoryPath;
}

/** `undefined` is unknown, because an attribute is missing or has a type that cannot be compared. */
export type Truth = boolean | undefined;

/** Evaluates a condition in three-valued logic. */
export function evaluateCondition(condition: Condition, context: ConditionContext): Truth {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
      return joinedTruth(node.parts, context, false);
    case 'any':
      return joinedTruth(node.parts, context, true);
    case 'not':
      return negated(evaluateCondition(node.part, context));
    case 'comparison':
      return compare(node, context);
  }
}

/** Whether a condition permits. An unknown condition does not. */
export const permits = (condition: Condition, context: ConditionContext): boolean =>
  evaluateCondition(condition, context) === true;

const negated = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

/**
 * Evaluates the parts of `all` and `any` until one decides. If none does, one unknown part makes the result unknown.
 * @param decisive the value of a part that decides: false for `all`, true for `any`
 */
function joinedTruth(parts: readonly Condition[], context: ConditionContext, decisive: boolean): Truth {
  let truth: Truth = !decisive;
  for (const part of parts) {
    const each = evaluateCondition(part, context);
    if (each === decisive) return decisive;
    if (each === undefined) truth = undefined;
  }
  return truth;
}

function compare(
  { attribute, operator, operand }: ComparisonNode,
  { resource, subject, pathOf = itself }: ConditionContext,
): Truth {
  const value = valueIn(resource, attribute);
  if (value === undefined && operator === 'exists') return operand !== true;
  const other = operandValue(operand, subject);
  if (value === undefined || other === undefined) return undefined;
  return operatorOf(operator).holds(value, other, pathOf);
}

const itself: CategoryPath = (id) => [id];

/** Inherited properties are no attributes. A number that is not finite cannot be compared, so it counts as missing. */
function valueIn(values: AttributeValues, name: string): KnownValue | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return undefined;
  return value;
}

/** Returns the value of the right side of a comparison; undefined if the user does not have the attribute. */
export const operandValue = (operand: Operand, subject: AttributeValues): KnownValue | undefined =>
  isReference(operand) ? valueIn(subject, operand.ref.slice(subjectPrefix.length)) : operand;

/** A part of a condition that is not true, and its place in the condition. */
export interface FailedPart {
  /** Such as `all[1].any[0]`; empty for the condition itself. */
  readonly place: string;
  readonly part: Condition;
  /** Whether the part is unknown, because an attribute is missing, and not false. */
  readonly isUnknown: boolean;
}

/**
 * Returns the comparisons because of which a condition does not permit. Below `not`, the part is the `not` itself. Empty
 * if the condition permits.
 */
export function failedParts(condition: Condition, context: ConditionContext, place = ''): readonly FailedPart[] {
  const truth = evaluateCondition(condition, context);
  if (truth === true) return [];
  const node = nodeOf(condition);
  if (node.kind === 'not' || node.kind === 'comparison') {
    return [{ place, part: condition, isUnknown: truth === undefined }];
  }
  const prefix = place === '' ? '' : `${place}.`;
  return node.parts.flatMap((part, index) => failedParts(part, context, `${prefix}${node.kind}[${index}]`));
}
