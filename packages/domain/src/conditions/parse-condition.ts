import { conditionLimits, resourcePrefix, subjectPrefix, type Condition, type Operand } from './condition.ts';
import {
  conditionTarget,
  subjectAttributes,
  type AttributeType,
  type AttributeTypes,
  type ConditionTarget,
} from './condition-attributes.ts';
import {
  instantIn,
  isDay,
  isExactNumber,
  isInstant,
  isOperator,
  operatorOf,
  operators,
  type AttributeKind,
  type OperatorName,
} from './condition-operators.ts';
import { BusinessError, type FieldError } from '../shared/errors.ts';
import { isStoredId } from '../shared/ids.ts';
import { isStorable } from '../names/text.ts';

/** A condition, or what is wrong with its text. */
export interface ParsedCondition {
  /** Undefined if there are errors. */
  readonly condition: Condition | undefined;
  readonly errors: readonly FieldError[];
}

/** What a condition can compare, and with what. */
export interface ConditionScope {
  /** What the condition can compare. */
  readonly target: ConditionTarget;
  /** The attributes of users, or any. Default: only `id`. */
  readonly subject?: AttributeTypes | 'any';
  /** The path of the condition in the request, for error messages. */
  readonly field: string;
}

/**
 * Checks a JSON value that should be a condition, and copies it without further properties. The errors name the place
 * of each fault.
 */
export function parseCondition(
  input: unknown,
  { target, subject = subjectAttributes, field }: ConditionScope,
): ParsedCondition {
  if (target === 'none') {
    return failed([{ field, message: 'No route evaluates a condition on this permission' }]);
  }
  const parser = new ConditionParser(target === 'any' ? undefined : target, subject === 'any' ? undefined : subject);
  const condition = parser.parse(input, field, 1);
  return parser.errors.length === 0 ? { condition, errors: [] } : failed(parser.errors);
}

const failed = (errors: readonly FieldError[]): ParsedCondition => ({ condition: undefined, errors });

/**
 * Checks the condition on a permission of a role.
 * @throws {BusinessError} condition-unacceptable
 */
export function requireCondition(
  input: unknown,
  permission: Parameters<typeof conditionTarget>[0],
  field: string,
  subject?: AttributeTypes,
): Condition {
  const target = conditionTarget(permission);
  const { condition, errors } = parseCondition(input, { target, field, ...(subject && { subject }) });
  if (condition !== undefined) return condition;
  throw new BusinessError('condition-unacceptable', `${errors[0]?.message ?? 'The condition is not valid'}.`, errors);
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

class ConditionParser {
  readonly errors: FieldError[] = [];
  #nodes = 0;
  /** Undefined if every attribute can be compared. */
  readonly #attributes: AttributeTypes | undefined;
  /** Undefined if conditions can refer to every attribute of a user. */
  readonly #subject: AttributeTypes | undefined;

  constructor(attributes: AttributeTypes | undefined, subject: AttributeTypes | undefined) {
    this.#attributes = attributes;
    this.#subject = subject;
  }

  parse(input: unknown, field: string, level: number): Condition | undefined {
    if (level > conditionLimits.levels)
      return this.#fail(field, `Must not be nested in more than ${conditionLimits.levels} levels`);
    this.#nodes += 1;
    if (this.#nodes > conditionLimits.nodes) {
      return this.#nodes === conditionLimits.nodes + 1
        ? this.#fail(field, `Must not have more than ${conditionLimits.nodes} parts`)
        : undefined;
    }
    if (!isFields(input)) return this.#fail(field, 'Must be a condition');
    const names = Object.keys(input);
    const [name] = names;
    if (names.length === 1 && name !== undefined) {
      const value = input[name];
      const below = `${field}.${name}`;
      if (name === 'not') {
        const part = this.parse(value, below, level + 1);
        return part && { not: part };
      }
      if (name === 'all' || name === 'any') {
        const parts = this.#parts(value, below, level);
        if (parts === undefined) return undefined;
        return name === 'all' ? { all: parts } : { any: parts };
      }
    }
    return this.#comparison(input, field);
  }

  #parts(value: unknown, field: string, level: number): readonly Condition[] | undefined {
    if (!Array.isArray(value) || value.length === 0)
      return this.#fail(field, 'Must be a list of at least one condition');
    const parts = value.map((each: unknown, index) => this.parse(each, `${field}[${index}]`, level + 1));
    return parts.filter((part) => part !== undefined);
  }

  #comparison(input: Fields, field: string): Condition | undefined {
    const names = Object.keys(input).filter((name) => name !== 'attr');
    const [operator] = names;
    if (names.length !== 1 || operator === undefined || !Object.hasOwn(input, 'attr')) {
      return this.#fail(field, 'Must have either all, any or not, or attr and one operator');
    }
    if (!isOperator(operator)) {
      return this.#fail(`${field}.${operator}`, `Must be one of the operators ${Object.keys(operators).join(', ')}`);
    }
    const attr = input['attr'];
    const type = this.#attributeType(attr);
    if (type === undefined || !isAttribute(attr)) return this.#fail(`${field}.attr`, this.#attributeHint());
    if (type !== 'any' && !operatorOf(operator).kinds.includes(type.kind)) {
      return this.#fail(`${field}.${operator}`, `This operator does not fit an attribute of type ${type.kind}`);
    }
    if (type === 'any' && operator === 'under') {
      return this.#fail(`${field}.${operator}`, 'This operator does not fit an attribute of another service');
    }
    const operand = this.#operand(input[operator], `${field}.${operator}`, operator, type);
    return operand === undefined ? undefined : { attr, [operator]: operand };
  }

  #attributeType(attr: unknown): AttributeType | 'any' | undefined {
    if (!isAttribute(attr)) return undefined;
    const name = attr.slice(resourcePrefix.length);
    if (this.#attributes === undefined) return name.includes('.') ? undefined : 'any';
    return Object.hasOwn(this.#attributes, name) ? this.#attributes[name] : undefined;
  }

  #attributeHint(): string {
    const names = this.#attributes === undefined ? ['<name>'] : Object.keys(this.#attributes);
    return `Must be one of ${names.map((name) => `${resourcePrefix}${name}`).join(', ')}`;
  }

  #operand(value: unknown, field: string, name: OperatorName, type: AttributeType | 'any'): Operand | undefined {
    const { operand } = operatorOf(name);
    if (operand === 'flag') return typeof value === 'boolean' ? value : this.#fail(field, 'Must be true or false');
    if (isFields(value)) return this.#reference(value, field, name, type);
    const test = literalTest(name, type);
    if (operand === 'value') return this.#literal(value, field, test);
    if (!Array.isArray(value)) return this.#fail(field, 'Must be a list');
    if (value.length > conditionLimits.values) {
      return this.#fail(field, `Must not have more than ${conditionLimits.values} values`);
    }
    const values: readonly unknown[] = value;
    return values.flatMap((each, index) => {
      const place = `${field}[${index}]`;
      const literal = this.#literal(each, place, test);
      if (literal === undefined || typeof each === typeof values[0]) return literal ?? [];
      return this.#fail(place, `Must be ${test.hint}`) ?? [];
    });
  }

  /** Returns the value in the form in which it is stored. */
  #literal(value: unknown, field: string, { hint, holds, normalise }: LiteralTest): Literal | undefined {
    if (typeof value === 'string' && !isStorable(value))
      return this.#fail(field, 'Must not contain NUL or broken characters');
    if (typeof value === 'number' && Number.isFinite(value) && !isExactNumber(value))
      return this.#fail(field, 'Must be a number from -(2^53 - 1) to 2^53 - 1, because others are not exact');
    const normal = typeof value === 'string' ? (normalise?.(value) ?? value) : value;
    return isLiteral(normal) && holds(normal) ? normal : this.#fail(field, `Must be ${hint}`);
  }

  #reference(value: Fields, field: string, name: OperatorName, type: AttributeType | 'any'): Operand | undefined {
    const { ref } = value;
    if (typeof ref !== 'string' || Object.keys(value).length !== 1 || !isSubject(ref)) {
      return this.#fail(field, 'Must be a value or a reference such as {"ref": "subject.id"}');
    }
    if (this.#subject === undefined) return { ref };
    const attribute = ref.slice(subjectPrefix.length);
    const referred = Object.hasOwn(this.#subject, attribute) ? this.#subject[attribute] : undefined;
    if (referred === undefined) {
      const known = Object.keys(this.#subject).map((each) => `${subjectPrefix}${each}`);
      return this.#fail(`${field}.ref`, `Must be one of ${known.join(', ')}`);
    }
    if (!referenceKinds(name, type).includes(referred.kind)) {
      return this.#fail(`${field}.ref`, `An attribute of type ${referred.kind} does not fit here`);
    }
    return { ref };
  }

  #fail(field: string, message: string): undefined {
    this.errors.push({ field, message });
    return undefined;
  }
}

/** Filters of lists reach attributes of referenced resources, such as `customer.region`. */
const attributeName = /^[A-Za-z_]\w{0,63}(?:\.[A-Za-z_]\w{0,63}){0,2}$/;

const isAttribute = (attr: unknown): attr is `${typeof resourcePrefix}${string}` =>
  typeof attr === 'string' && attr.startsWith(resourcePrefix) && attributeName.test(attr.slice(resourcePrefix.length));

const isSubject = (ref: string): ref is `${typeof subjectPrefix}${string}` => ref.startsWith(subjectPrefix);

type Literal = string | number | boolean;

interface LiteralTest {
  readonly hint: string;
  /** Returns the form in which a text is stored; undefined if there is none. */
  readonly normalise?: (text: string) => string | undefined;
  readonly holds: (value: string | number | boolean) => boolean;
}

const isText = (value: unknown): value is string => isStorable(value) && value.length <= conditionLimits.text;

const isLiteral = (value: unknown): value is string | number | boolean =>
  isText(value) || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const literalTests: Readonly<Record<Exclude<AttributeKind, `${string}[]`>, LiteralTest>> = {
  string: { hint: 'a text', holds: (value) => typeof value === 'string' },
  number: { hint: 'a number', holds: (value) => typeof value === 'number' },
  boolean: { hint: 'true or false', holds: (value) => typeof value === 'boolean' },
  day: { hint: 'a day such as 2026-01-31', holds: isDay },
  time: {
    hint: 'a time with an offset, such as 2026-01-31T08:00:00Z',
    holds: isInstant,
    normalise: instantIn,
  },
  id: { hint: 'an id in lower case', holds: isStoredId },
  category: { hint: 'the id of a category in lower case', holds: isStoredId },
};

/** The type of one value that is compared with an attribute of this type. */
const valueKind = (kind: AttributeKind): keyof typeof literalTests => {
  switch (kind) {
    case 'string[]':
      return 'string';
    case 'number[]':
      return 'number';
    case 'id[]':
      return 'id';
    default:
      return kind;
  }
};

function literalTest(name: OperatorName, type: AttributeType | 'any'): LiteralTest {
  if (type !== 'any') {
    const { values } = type;
    if (values === undefined || name === 'contains') return literalTests[valueKind(type.kind)];
    return { hint: `one of ${values.join(', ')}`, holds: (value) => values.some((each) => each === value) };
  }
  const isOrdering = !operatorOf(name).kinds.includes('boolean');
  return isOrdering
    ? { hint: 'a text or a number', holds: (value) => typeof value !== 'boolean' }
    : { hint: 'a text, a number, true or false', holds: () => true };
}

/** The types of attributes of users that can be the right side of a comparison. */
function referenceKinds(name: OperatorName, type: AttributeType | 'any'): readonly AttributeKind[] {
  if (operatorOf(name).operand === 'list') {
    return type === 'any' || ['string', 'id', 'category'].includes(type.kind) ? ['string[]'] : [];
  }
  if (type === 'any') return ['string', 'id', 'number', 'boolean'];
  const kind = valueKind(type.kind);
  if (kind === 'number' || kind === 'boolean') return [kind];
  return kind === 'time' || kind === 'day' ? [] : ['string', 'id'];
}
