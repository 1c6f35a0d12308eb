import {
  isReference,
  nodeOf,
  type Condition,
  type ConditionNode,
  type Operand,
} from '@portcullis/domain/internal/conditions/condition';
import { resourceAttributes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { OperatorName } from '@portcullis/domain/internal/conditions/condition-operators';
import { parseCondition } from '@portcullis/domain/internal/conditions/parse-condition';
import { texts } from '../language/language.ts';
import { isKeyOf, timeText } from '../parts/elements.tsx';
import { moduleFieldNames, type FieldNames } from './modules.ts';

/** The names of categories, tags and users by their ids, and the labels of users' attributes by their names. */
export interface ConditionNames {
  readonly ofIds: ReadonlyMap<string, string>;
  readonly ofUserAttributes: ReadonlyMap<string, string>;
  /** The fields of the resource if a module has defined it. A field can have the name of an attribute of contents. */
  readonly ofFields?: ReadonlyMap<string, FieldNames> | undefined;
}

const noNames: ConditionNames = { ofIds: new Map(), ofUserAttributes: new Map() };

/** Returns the text for an attribute of a resource. Attributes of other services have only a name. */
export function attributeText(name: string, { ofFields }: Pick<ConditionNames, 'ofFields'>): string {
  const { attributes } = texts().conditions;
  if (ofFields !== undefined) return ofFields.get(name)?.label ?? name;
  return isKeyOf(attributes, name) ? attributes[name] : name;
}

/** Returns the label of one of the values that an attribute can have; undefined if it has none. */
export function valueText(
  attribute: string,
  value: string,
  { ofFields }: Pick<ConditionNames, 'ofFields'>,
): string | undefined {
  const { statuses } = texts().conditions;
  if (ofFields !== undefined) return ofFields.get(attribute)?.ofValues.get(value);
  return attribute === 'status' && isKeyOf(statuses, value) ? statuses[value] : undefined;
}

const times: ReadonlySet<string> = new Set(
  Object.values(resourceAttributes)
    .flatMap((types) => Object.entries(types))
    .flatMap(([name, { kind }]) => (kind === 'time' ? [name] : [])),
);

/** Returns the phrase between an attribute and the value with which it is compared. */
export function operatorText(
  attribute: string,
  operator: OperatorName,
  { ofFields }: Pick<ConditionNames, 'ofFields'>,
): string {
  const { operators, timeOperators } = texts().conditions;
  return ofFields === undefined && times.has(attribute) && isKeyOf(timeOperators, operator)
    ? timeOperators[operator]
    : operators[operator];
}

/** Returns the text for an attribute of the user, whose name has no `subject.`. */
export function userAttributeText(name: string, { ofUserAttributes }: ConditionNames): string {
  const text = texts().conditions;
  return name === 'id' ? text.theUser : text.ofUser({ label: ofUserAttributes.get(name) ?? name });
}

function literalText(attribute: string, value: string | number | boolean, names: ConditionNames): string {
  if (typeof value !== 'string') return String(value);
  const label = valueText(attribute, value, names);
  if (label !== undefined) return label;
  if (names.ofFields === undefined && times.has(attribute)) return timeText(value);
  return names.ofIds.get(value) ?? texts().conditions.quoted({ value });
}

function operandText(attribute: string, operand: Operand, names: ConditionNames): string {
  const text = texts().conditions;
  if (typeof operand !== 'object') return literalText(attribute, operand, names);
  if (isReference(operand)) return userAttributeText(operand.ref.replace('subject.', ''), names);
  return operand.map((value) => literalText(attribute, value, names)).join(text.comma) || text.nothing;
}

/** Returns a condition as a clause in plain words, without a capital letter and a full stop. */
export function conditionText(condition: Condition, names: ConditionNames): string {
  const text = texts().conditions;
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.parts
        .map((part) => bracketed(node.kind, part, conditionText(part, names)))
        .join(node.kind === 'all' ? text.and : text.or);
    case 'not':
      return text.not({ part: conditionText(node.part, names) });
    case 'comparison':
      return comparisonText(node, names);
  }
}

/** Puts a group into brackets if it is in a group of the other kind, and has more than one part. */
function bracketed(kind: 'all' | 'any', condition: Condition, part: string): string {
  const node = nodeOf(condition);
  const isGroup = (node.kind === 'all' || node.kind === 'any') && node.kind !== kind && node.parts.length > 1;
  return isGroup ? texts().conditions.grouped({ part }) : part;
}

function comparisonText(
  { attribute, operator, operand }: Extract<ConditionNode, { readonly kind: 'comparison' }>,
  names: ConditionNames,
): string {
  const text = texts().conditions;
  const name = attributeText(attribute, names);
  if (operator === 'exists')
    return operand === true ? text.given({ attribute: name }) : text.missing({ attribute: name });
  return text.compared({
    attribute: name,
    operator: operatorText(attribute, operator, names),
    value: operandText(attribute, operand, names),
  });
}

/**
 * Returns a condition from a response as a clause, with ids instead of names.
 * @param permission the code of the permission that has the condition
 * @returns undefined for null
 */
export function storedConditionText(input: Record<string, unknown> | null, permission: string): string | undefined {
  if (input === null) return undefined;
  const ofFields = moduleFieldNames(permission);
  const builtIn = ofFields === undefined ? Object.values(resourceAttributes) : [];
  for (const target of [...builtIn, 'any'] as const) {
    const { condition } = parseCondition(input, { target, subject: 'any', field: '' });
    if (condition !== undefined) return conditionText(condition, { ...noNames, ofFields });
  }
  return undefined;
}
