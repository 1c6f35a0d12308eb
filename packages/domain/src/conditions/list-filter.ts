import { trimmedNfc } from '../names/text.ts';
import type { FieldError } from '../shared/errors.ts';
import { conditionLimits, resourcePrefix, type Condition, type ConditionValue } from './condition.ts';
import type { AttributeTypes } from './condition-attributes.ts';
import { isOperator, operatorOf, type AttributeKind } from './condition-operators.ts';
import { parseCondition } from './parse-condition.ts';

/** Query parameters as they were sent. */
type SentParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The filter of a list, or what is wrong with its parameters. */
export interface ParsedFilter {
  /** Undefined if there is no filter, or if there are errors. */
  readonly condition: Condition | undefined;
  readonly errors: readonly FieldError[];
  /** The names of the parameters that belong to the filter. */
  readonly names: readonly string[];
}

/**
 * Reads the filter of a list from query parameters: the condition in JSON in the parameter `filter`, and the short forms
 * of comparisons, such as `status=OPEN`, `amount.gte=10`, `status.in=OPEN,PAID` and `note.exists=false`. All of them must
 * hold. Empty parameters count as missing.
 * @param attributes the attributes that the filter can compare
 * @param isOther whether a parameter with this name has another meaning
 */
export function parseFilter(
  sent: SentParameters,
  attributes: AttributeTypes,
  isOther: (name: string) => boolean,
): ParsedFilter {
  const parts = Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined || value === '' || isOther(name)) return [];
    if (name === 'filter') {
      const { condition, errors: places } = parsePart(name, jsonOf(value), attributes);
      return {
        name,
        condition,
        errors: places.map(({ field, message }) => ({ field: name, message: `${field}: ${message}` })),
      };
    }
    const form = shortForm(name, attributes);
    return form === undefined ? [] : { name, ...parseShort(name, form, value, attributes) };
  });
  const names = parts.map(({ name }) => name);
  const errors = parts.flatMap((part) => part.errors);
  const conditions = parts.flatMap(({ condition }) => condition ?? []);
  const [only] = conditions;
  if (errors.length > 0 || only === undefined) return { condition: undefined, errors, names };
  if (conditions.length > conditionLimits.nodes) return { condition: undefined, errors: [tooMany], names };
  return { condition: conditions.length === 1 ? only : { all: conditions }, errors, names };
}

const tooMany: FieldError = {
  field: 'filter',
  message: `Must not have more than ${conditionLimits.nodes} parts`,
};

const parsePart = (field: string, input: unknown, target: AttributeTypes) => parseCondition(input, { target, field });

/** A text that is not JSON is refused as a condition. */
function jsonOf(value: string | readonly string[]): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined;
  } catch {
    return undefined;
  }
}

interface ShortForm {
  readonly attribute: string;
  /** Undefined: the operator that fits best. */
  readonly operator?: string;
}

/** Returns what the name of a parameter compares. Undefined: the parameter is not a short form. */
function shortForm(name: string, attributes: AttributeTypes): ShortForm | undefined {
  if (Object.hasOwn(attributes, name)) return { attribute: name };
  const dot = name.lastIndexOf('.');
  const [attribute, operator] = [name.slice(0, dot), name.slice(dot + 1)];
  const isMeant = dot > 0 && (isOperator(operator) || Object.hasOwn(attributes, attribute));
  return isMeant ? { attribute, operator } : undefined;
}

function parseShort(
  name: string,
  { attribute, operator: named }: ShortForm,
  value: string | readonly string[],
  attributes: AttributeTypes,
): Omit<ParsedFilter, 'names'> {
  const failed = (message: string) => ({ condition: undefined, errors: [{ field: name, message }] });
  if (typeof value !== 'string') return failed('Must be sent once');
  const kind = attributes[attribute]?.kind;
  const operator = named ?? (kind?.endsWith('[]') === true ? 'contains' : 'eq');
  const literal =
    isOperator(operator) && operatorOf(operator).operand === 'list'
      ? value.split(',').map((each) => literalOf(each, kind))
      : literalOf(value, operator === 'exists' ? 'boolean' : kind);
  const comparison = { attr: `${resourcePrefix}${attribute}`, [operator]: literal };
  const { condition, errors } = parsePart(name, comparison, attributes);
  const [error] = errors;
  return error === undefined ? { condition, errors: [] } : failed(error.message);
}

const day = /^\d{4}-\d\d-\d\d$/;

/** Returns the value that a text names. A text that names none is returned, so that the parser refuses it. */
function literalOf(text: string, kind: AttributeKind | undefined): ConditionValue {
  switch (kind) {
    case 'number':
    case 'number[]':
      return text.trim() === '' ? text : Number(text);
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'time':
      return day.test(text) ? `${text}T00:00:00Z` : text;
    case 'id':
    case 'id[]':
    case 'category':
      return text.toLowerCase();
    default:
      return trimmedNfc(text);
  }
}
