import { nodeOf, isReference, type Condition } from '@portcullis/domain/internal/conditions/condition';
import type { AttributeTypes, ConditionTarget } from '@portcullis/domain/internal/conditions/condition-attributes';
import {
  isOperator,
  operatorOf,
  operators,
  type AttributeKind,
  type OperatorName,
} from '@portcullis/domain/internal/conditions/condition-operators';
import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { parseCondition } from '@portcullis/domain/internal/conditions/parse-condition';

/** The attributes that a condition of a permission can compare, and those of the user to which it can refer. */
export interface ConditionScope {
  readonly target: Exclude<ConditionTarget, 'none'>;
  /** The attributes of the user to which the condition can refer. */
  readonly subject: AttributeTypes;
}

/** The type of a value that is compared with an attribute of another service, which has no declared type. */
export type LiteralType = 'text' | 'number' | 'boolean';

export interface ComparisonDraft {
  readonly kind: 'comparison';
  readonly attribute: string;
  readonly operator: OperatorName;
  /** The name of the attribute of the user that is compared; undefined if it is a value. */
  readonly userAttribute: string | undefined;
  /** The texts of the fields: one text, or the texts of a list. */
  readonly texts: readonly string[];
  readonly literalType: LiteralType;
}

export interface GroupDraft {
  readonly kind: 'all' | 'any' | 'not';
  /** `not` has at most one part. */
  readonly parts: readonly ConditionDraft[];
}

/** A condition while it is edited. It can be incomplete. */
export type ConditionDraft = GroupDraft | ComparisonDraft;

/** All operators of the domain's table, in its order. */
const operatorNames: readonly OperatorName[] = Object.keys(operators).filter(isOperator);

/** The type of an attribute; undefined if it is an attribute of another service. */
export const kindOf = ({ target }: ConditionScope, attribute: string): AttributeKind | undefined =>
  target === 'any' ? undefined : target[attribute]?.kind;

/** The operators that the service accepts for an attribute. */
export const operatorsFor = (scope: ConditionScope, attribute: string): readonly OperatorName[] =>
  operatorNames.filter((name) =>
    isAccepted(scope, attribute, name, operatorOf(name).operand === 'flag' ? true : { ref: 'subject.x' }, 'any'),
  );

/** The attributes of the user with which an attribute can be compared. */
export const userAttributesFor = (
  scope: ConditionScope,
  { attribute, operator }: Pick<ComparisonDraft, 'attribute' | 'operator'>,
): readonly string[] =>
  Object.keys(scope.subject).filter((name) =>
    isAccepted(scope, attribute, operator, { ref: `subject.${name}` }, scope.subject),
  );

/** Whether the parser of the service accepts a comparison. Unfinished names of attributes count as acceptable. */
function isAccepted(
  { target }: ConditionScope,
  attribute: string,
  operator: OperatorName,
  operand: unknown,
  subject: AttributeTypes | 'any',
): boolean {
  const name = target === 'any' ? 'x' : attribute;
  const input = { attr: `resource.${name}`, [operator]: operand };
  return parseCondition(input, { target, subject, field: '' }).errors.length === 0;
}

/** Returns a comparison of the first attribute, or of the given one, with an operator that fits it. */
export function newComparison(scope: ConditionScope, attribute?: string): ComparisonDraft {
  const name = attribute ?? (scope.target === 'any' ? '' : (Object.keys(scope.target)[0] ?? ''));
  const [operator = 'eq'] = operatorsFor(scope, name);
  return { kind: 'comparison', attribute: name, operator, userAttribute: undefined, texts: [''], literalType: 'text' };
}

/** Returns a condition as a draft. The outermost part is always a group, to which parts can be added. */
export function draftOf(condition: Condition | null, scope: ConditionScope): GroupDraft {
  const draft = condition === null ? newComparison(scope) : partOf(condition);
  return draft.kind === 'comparison' ? { kind: 'all', parts: [draft] } : draft;
}

function partOf(condition: Condition): ConditionDraft {
  const node = nodeOf(condition);
  if (node.kind === 'not') return { kind: 'not', parts: [partOf(node.part)] };
  if (node.kind !== 'comparison') return { kind: node.kind, parts: node.parts.map(partOf) };
  const { attribute, operator, operand } = node;
  const isRef = typeof operand === 'object' && isReference(operand);
  const literals = isRef ? [] : Array.isArray(operand) ? operand : [operand];
  return {
    kind: 'comparison',
    attribute,
    operator,
    userAttribute: isRef ? operand.ref.replace('subject.', '') : undefined,
    texts: literals.map(String),
    literalType: typeOf(literals[0]),
  };
}

function typeOf(literal: unknown): LiteralType {
  if (typeof literal === 'number') return 'number';
  return typeof literal === 'boolean' ? 'boolean' : 'text';
}

/** Returns a draft in the form that the service receives. It can be invalid. */
export function inputOf(draft: ConditionDraft, scope: ConditionScope): unknown {
  if (draft.kind === 'not') return { not: draft.parts.map((part) => inputOf(part, scope))[0] ?? null };
  if (draft.kind !== 'comparison') return { [draft.kind]: draft.parts.map((part) => inputOf(part, scope)) };
  return { attr: `resource.${draft.attribute}`, [draft.operator]: operandOf(draft, scope) };
}

function operandOf(draft: ComparisonDraft, scope: ConditionScope): unknown {
  const { attribute, operator, userAttribute, texts, literalType } = draft;
  const { operand } = operatorOf(operator);
  if (operand === 'flag') return texts[0] !== 'false';
  if (userAttribute !== undefined) return { ref: `subject.${userAttribute}` };
  const type = literalTypeOf(kindOf(scope, attribute), literalType);
  const values = texts.map((text) => literalOf(type, text));
  return operand === 'list' ? values : values[0];
}

/** The type of the values of an attribute. */
export function literalTypeOf(kind: AttributeKind | undefined, chosen: LiteralType): LiteralType {
  if (kind === undefined) return chosen;
  if (kind === 'number' || kind === 'number[]') return 'number';
  return kind === 'boolean' ? kind : 'text';
}

/** A text that is no number stays a text, which the parser refuses with its place. */
function literalOf(type: LiteralType, text: string): string | number | boolean {
  if (type === 'boolean') return text !== 'false';
  const number = Number(text);
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text;
}

export interface CheckedDraft {
  /** Undefined if the draft has errors. */
  readonly condition: Condition | undefined;
  /** Errors whose fields begin with `condition`, such as `condition.all[1].eq`. */
  readonly errors: readonly FieldError[];
}

/** Checks a draft by the rules of the service. */
export function checkDraft(draft: ConditionDraft, scope: ConditionScope): CheckedDraft {
  const { target, subject } = scope;
  return parseCondition(inputOf(draft, scope), { target, subject, field: 'condition' });
}

/** Returns the place of a part in the condition, as in the errors of the service. */
export const placeOf = (group: GroupDraft, place: string, index: number): string =>
  group.kind === 'not' ? `${place}.not` : `${place}.${group.kind}[${index}]`;

/** Replaces the part at an index. Without a new part, the part is removed. */
export const withPart = (group: GroupDraft, index: number, part: ConditionDraft | undefined): GroupDraft => ({
  ...group,
  parts: group.parts.toSpliced(index, 1, ...(part === undefined ? [] : [part])),
});

/** Changes the kind of a group. The parts of a group that becomes `not` are put into a group of the old kind. */
export function withKind(group: GroupDraft, kind: GroupDraft['kind']): GroupDraft {
  return kind === 'not' && group.parts.length > 1 ? { kind, parts: [group] } : { ...group, kind };
}
