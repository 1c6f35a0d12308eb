import { comparison } from '@portcullis/domain/internal/conditions/condition';
import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import { operators } from '@portcullis/domain/internal/conditions/condition-operators';
import { parseFilter } from '@portcullis/domain/internal/conditions/list-filter';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { Allow } from 'class-validator';
import { Describe } from '../validation/descriptions.ts';
import { declares } from '../validation/field-declarations.ts';
import { all, Optional } from '../validation/fields.ts';
import type { JsonSchema } from '../validation/json-schema.ts';

/**
 * Reads a parameter with different names, separated by commas.
 * @param names all names
 * @param valueOf returns what the field has for a name. Default: the name
 */
export function ListOfNames(
  parameter: string,
  names: readonly string[],
  valueOf: (name: string) => unknown = (name) => name,
): PropertyDecorator {
  const message = `${parameter} must be different names of ${names.join(', ')}, separated by commas`;
  const name = `(?:${names.join('|').replaceAll('.', String.raw`\.`)})`;
  return declares(
    {
      schema: { type: 'string', pattern: `^${name}(?:,${name})*$` },
      readParameters: ({ [parameter]: sent = '' }) => {
        const chosen = String(sent).split(',');
        const isValid = chosen.every((each) => names.includes(each)) && new Set(chosen).size === chosen.length;
        const errors = isValid || sent === '' ? [] : [{ field: parameter, message }];
        return { value: isValid ? chosen.map(valueOf) : undefined, errors, names: [parameter] };
      },
    },
    Allow(),
  );
}

/**
 * Accepts the names of the fields that a response is to have, separated by commas.
 * @param names all fields of the item
 */
export const ChosenFields = (names: readonly string[]): PropertyDecorator =>
  all(
    Optional(),
    ListOfNames('fields', names),
    Describe(`The fields of each item in the response, separated by commas: ${names.join(', ')}. Default: all.`),
  );

/**
 * Accepts a condition in JSON, and short forms of comparisons as further parameters. References to the caller are filled
 * in.
 * @param attributes the attributes that the filter can compare
 * @param parameters the schemas of short forms that the API document shows, by their names
 */
export function Filters(
  attributes: AttributeTypes,
  parameters: Readonly<Record<string, JsonSchema>> = {},
): PropertyDecorator {
  const names = Object.keys(attributes).join(', ');
  return all(
    Optional(),
    declares(
      {
        schema: { type: 'string' },
        parameters,
        readParameters: (sent, { isOther, callerId }) => {
          const { condition, errors, names: read } = parseFilter(sent, attributes, isOther);
          const subject = callerId === undefined ? {} : { id: callerId };
          const resolved = condition === undefined ? true : resolveCondition(condition, subject);
          const value = resolved === false ? comparison('id', 'in', []) : resolved;
          return { value: value === true ? undefined : value, errors, names: read };
        },
      },
      Allow(),
    ),
    Describe(
      `Only items for which this condition is true, as JSON such as \`{"attr": "resource.id", "in": []}\`, with the attributes ${names}. A comparison can also be sent as a parameter of its own: \`name=value\`, or \`name.operator=value\` with one of the operators ${Object.keys(operators).join(', ')}; the values of \`in\` are separated by commas.`,
    ),
  );
}

const sortKeyOf = (name: string) => ({ by: name.replace('-', ''), order: name.startsWith('-') ? 'desc' : 'asc' });

/**
 * Accepts names of sort fields, separated by commas, each of which has a minus before it for falling order.
 * @param fields the fields by which the list can be sorted
 */
export function Sorts(fields: readonly string[]): PropertyDecorator {
  const names = fields.flatMap((name) => [name, `-${name}`]);
  return all(
    Optional(),
    ListOfNames('sort', names, sortKeyOf),
    Describe(
      `The fields to sort by, separated by commas, with a minus for falling order, such as \`-${fields[0]}\`: ${fields.join(', ')}. Replaces \`sortBy\` and \`sortOrder\`.`,
    ),
  );
}
