import { operators, type OperatorName } from './condition-operators.ts';

/** A literal in a condition. Ids and times are strings: lower-case UUIDs, and instants as `Date.toISOString` writes them. */
export type ConditionValue = string | number | boolean;

/** Refers to an attribute of the user who calls. The value is filled in when access is decided. */
export interface SubjectReference {
  readonly ref: `subject.${string}`;
}

/** The right side of a comparison. */
export type Operand = ConditionValue | readonly ConditionValue[] | SubjectReference;

/** Compares an attribute of the resource. Exactly one of the operators is present. */
export type Comparison<Attribute extends string = string> = { readonly attr: `resource.${Attribute}` } & {
  readonly [Name in OperatorName]?: Operand;
};

/**
 * What a permission of a role reaches. It has three values: a comparison with a missing attribute is unknown, and a
 * condition that is unknown as a whole does not permit. The type parameter is the union of the names of the attributes.
 * @example
 * const ownDrafts: Condition = {
 *   all: [
 *     { attr: 'resource.authorId', eq: { ref: 'subject.id' } },
 *     { attr: 'resource.status', in: ['DRAFT'] },
 *   ],
 * };
 */
export type Condition<Attribute extends string = string> =
  | { readonly all: readonly Condition<Attribute>[] }
  | { readonly any: readonly Condition<Attribute>[] }
  | { readonly not: Condition<Attribute> }
  | Comparison<Attribute>;

/** The limits of conditions. */
export const conditionLimits = {
  /** Maximum number of conditions inside each other. */
  levels: 8,
  /** Maximum number of comparisons and of `all`, `any` and `not` together. */
  nodes: 50,
  /** Maximum number of values in a list. */
  values: 100,
  /** Maximum number of UTF-16 code units in a text. */
  text: 1000,
} as const;

/** A condition in a form over which the readers of conditions can switch. */
export type ConditionNode =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | ComparisonNode;

/** A comparison in a condition, with its operator. */
export interface ComparisonNode {
  readonly kind: 'comparison';
  /** The name of the attribute of the resource, without `resource.`. */
  readonly attribute: string;
  readonly operator: OperatorName;
  readonly operand: Operand;
}

const operatorNames = Object.keys(operators).filter((name): name is OperatorName => name in operators);

/** Returns the kind of a condition and its parts. */
export function nodeOf(condition: Condition): ConditionNode {
  if ('all' in condition) return { kind: 'all', parts: condition.all };
  if ('any' in condition) return { kind: 'any', parts: condition.any };
  if ('not' in condition) return { kind: 'not', part: condition.not };
  for (const operator of operatorNames) {
    const operand = condition[operator];
    if (operand !== undefined) {
      return { kind: 'comparison', attribute: condition.attr.slice(resourcePrefix.length), operator, operand };
    }
  }
  throw new TypeError('A comparison must have an operator.');
}

export const resourcePrefix = 'resource.';
export const subjectPrefix = 'subject.';

/** Whether an operand refers to an attribute of the user instead of being a value. */
export const isReference = (operand: Operand): operand is SubjectReference =>
  typeof operand === 'object' && 'ref' in operand;

/** Makes a comparison. */
export const comparison = (attribute: string, operator: OperatorName, operand: Operand): Comparison => ({
  attr: `${resourcePrefix}${attribute}`,
  [operator]: operand,
});

/** Returns the comparisons of a condition. */
export function comparisonsIn(condition: Condition): readonly ComparisonNode[] {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.parts.flatMap(comparisonsIn);
    case 'not':
      return comparisonsIn(node.part);
    case 'comparison':
      return [node];
  }
}

/** Returns the names of the attributes of the user to which a condition refers, without `subject.`. */
export const subjectAttributesIn = (condition: Condition): ReadonlySet<string> =>
  new Set(
    comparisonsIn(condition).flatMap(({ operand }) =>
      isReference(operand) ? operand.ref.slice(subjectPrefix.length) : [],
    ),
  );
