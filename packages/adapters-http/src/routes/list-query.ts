import type { SortOrder } from '@portcullis/application';
import { comparison } from '@portcullis/domain/internal/conditions/condition';
import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import { operators } from '@portcullis/domain/internal/conditions/condition-operators';
import { parseFilter } from '@portcullis/domain/internal/conditions/list-filter';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { Allow } from 'class-validator';
import { declares } from '../validation/field-declarations.ts';
import { Describe } from '../validation/descriptions.ts';
import { all, Integer, OneOf, Optional, Text } from '../validation/fields.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import { BatchIds } from '../validation/service-fields.ts';

export const maxPage = 2 ** 31 - 1;
export const maxPageSize = 100;
/** Minimum and maximum length of a search text, in characters. */
export const searchLimits = { min: 0, max: 255 };

/** Returns the description of a filter that requires a text anywhere in a field. */
export const contains = (field: string): string => `Only items whose ${field} contains this text, ignoring case.`;

/** Returns the description of a filter that requires an exact match. */
export const only = (value: string): string => `Only items with this ${value}.`;

/** Returns the description of `sortBy`. */
export const sorts = (byDefault: string): string => `The field to sort by; by default ${byDefault}.`;

/** Parses a timestamp. Without a time zone, the timestamp is in UTC, regardless of the time zone of the server. */
export const dateOf = (value: string): Date => new Date(/T[^Z+-]*$/.test(value) ? `${value}Z` : value);

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

/** Returns the items with only the fields that the query chooses, and with the entries to which they refer. */
export function withChosenFields<Item extends object>(
  items: readonly Item[],
  fields: readonly string[] | undefined,
): readonly (Item | Partial<Item>)[] {
  if (fields === undefined) return items;
  const chosen = new Set([...fields, 'expanded']);
  return items.map((item): Partial<Item> => {
    const part: Partial<Item> = {};
    for (const name in item) if (chosen.has(name)) part[name] = item[name];
    return part;
  });
}

/** The query parameters of a list with a fixed order. */
export class PagePart {
  @Integer(1, maxPage) @Describe('Number of the page; the first is 1.') page = 1;
  @Integer(1, maxPageSize) @Describe('Maximum number of items on the page.') pageSize = 10;
}

/** The query parameters of most lists. Each list adds its filters and the fields that can be used for sorting. */
export class PageParameters extends PagePart {
  @Optional()
  @OneOf(['asc', 'desc'])
  @Describe('Ascending or descending. Default: ascending if `sortBy` is sent, otherwise the order of the list.')
  sortOrder?: SortOrder;
}

/**
 * The query parameters of a list that can be searched.
 * @example
 * class NoteListParameters extends ListParameters {
 *   sortBy?: 'title' | 'createdAt';
 * }
 * // The same as two decorators above the property.
 * field.all(field.Optional(), field.OneOf(['title', 'createdAt']))(NoteListParameters.prototype, 'sortBy');
 */
export class ListParameters extends PageParameters {
  @Optional()
  @Text(searchLimits)
  @Describe('Only items with this text in one of the fields listed in the description of the operation, ignoring case.')
  search?: string;
  @Optional()
  @BatchIds()
  @Describe('Only items with one of these ids. Repeat the parameter for each id. Ids that do not exist are ignored.')
  ids?: string[];
}

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
