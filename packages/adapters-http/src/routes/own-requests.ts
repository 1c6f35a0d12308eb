import type { SortOrder } from '@portcullis/application';
import type { SortKey } from '@portcullis/application/internal/ports/lists';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { AttributeType } from '@portcullis/domain/internal/conditions/condition-attributes';
import { operators } from '@portcullis/domain/internal/conditions/condition-operators';
import type { OwnField, OwnValue } from '@portcullis/domain/internal/own-fields';
import { expansionNames, filterAttributes } from '@portcullis/domain/internal/own-references';
import type { OwnDraft, OwnEntity, OwnResource } from '@portcullis/domain/internal/own-resource';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import { Describe } from '../validation/descriptions.ts';
import { all, OneOf, Optional, Text } from '../validation/fields.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import { requestOf } from '../validation/request.ts';
import * as schema from '../validation/schema.ts';
import { BatchIds } from '../validation/service-fields.ts';
import { partial } from '../validation/validate.ts';
import { expandedSchema, Expands, type WithExpanded } from './expand.ts';
import { ChosenFields, Filters, Sorts } from './list-decorators.ts';
import { ListParameters, searchLimits, sorts } from './list-query.ts';
import { filterSchema, valueSchema } from './own-fields.ts';
import { alsoTyped } from './schemas/list-items.ts';

type Sent = Readonly<Record<string, NonNullable<OwnValue>>>;

/** Whether requests that create an entry may lack a field. */
const mayLack = (field: OwnField): boolean =>
  field.optional === true || field.default !== undefined || field.type === 'references';

function schemaOf(name: string, field: OwnField): JsonSchema {
  const value = valueSchema(field);
  const { description = `The field ${name}.`, fixed, default: byDefault } = field;
  return schema.withDescription(
    field.optional && field.type !== 'references' ? schema.nullable<unknown>(value) : value,
    fixed === true ? `${description} It cannot change after it was set.` : description,
    byDefault === undefined ? undefined : `Default: ${JSON.stringify(byDefault)}.`,
  );
}

/** Returns the fields that a request contains. */
export const draftOf = (body: object): OwnDraft =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** The path of an entry. */
export class EntryPath extends requestOf({ id: schema.withDescription(schema.uuid<Id<string>>(), 'The id.') }, 'id') {}

/** Which entries are read. */
class EntryFilter {
  @Optional()
  @Text(searchLimits)
  @Describe('Only entries with this text in a searched field, ignoring case.')
  search?: string;
  @Optional() @BatchIds() @Describe('Only entries with one of these ids.') ids?: string[];
  filter?: Condition;
}

/** Returns the short forms of filters by the fields that have an index for them, for the API document. */
function shortForms({ fields, attributes }: OwnResource): Readonly<Record<string, JsonSchema>> {
  const forms = Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, JsonSchema])[] => {
    const kind = attributes[name]?.kind;
    if (field.filter !== true || kind === undefined) return [];
    const value = filterSchema(field);
    const only = (what: string, accepted = value) =>
      schema.withDescription(accepted, `Only entries whose ${name} ${what}.`);
    const isOrdered = field.type !== 'choice' && ['number', 'time', 'string'].includes(kind);
    return [
      [name, only(kind.endsWith('[]') ? 'has this value' : 'is this value')],
      ...(kind.endsWith('[]')
        ? []
        : [[`${name}.in`, only('is one of these values, separated by commas', text)] as const]),
      ...(isOrdered ? (['gt', 'gte', 'lt', 'lte'] as const) : []).map(
        (operator) => [`${name}.${operator}`, only(operators[operator].meaning)] as const,
      ),
      ...(kind === 'category' ? [[`${name}.under`, only(operators.under.meaning)] as const] : []),
      ...(field.optional === true ? [[`${name}.exists`, only('is present', schema.flag)] as const] : []),
    ];
  });
  return Object.fromEntries(forms);
}

const text: JsonSchema = { type: 'string' };

/** Whether entries can be counted by the values of an attribute. */
const isCounted = ({ kind }: AttributeType): boolean => !kind.endsWith('[]') && kind !== 'time';

/** Returns the request classes of a resource that is defined with `defineResource`, and the schema of an entry. */
export function ownRequests(resource: OwnResource) {
  const { fields, dataName, htmlNames, attributes } = resource;
  const entries = Object.entries(fields);
  const own: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
    entries.map(([each, field]) => [each, schemaOf(each, field)]),
  );
  const html = [...htmlNames].map(([each, htmlName]): readonly [string, JsonSchema] => {
    const ofText = schema.withDescription(schema.text, `The sanitised HTML of ${each}.`);
    return [htmlName, fields[each]?.optional ? schema.nullable(ofText) : ofText];
  });
  const shown: Readonly<Record<string, JsonSchema>> = {
    id: schema.uuid<Id<string>>(),
    ...own,
    ...Object.fromEntries(html),
    ...schema.versioned,
  };
  const expandable = expansionNames(resource);
  const data = alsoTyped<OwnDraft, Partial<OwnEntity> & WithExpanded>(
    schema.named(dataName, () => {
      const whole: JsonSchema = schema.object<OwnDraft>(shown);
      return expandable.length === 0 ? whole : { ...whole, properties: { ...shown, expanded: expandedSchema } };
    }),
  );
  const sent: schema.Fields<Sent> = own;
  class Body extends requestOf(sent, ...entries.map(([each, field]) => (mayLack(field) ? `${each}?` : each))) {}
  class Change extends partial(Body) {}
  // The API document calls the schema of a body after its class.
  Object.defineProperty(Body, 'name', { value: `${dataName}Body` });
  Object.defineProperty(Change, 'name', { value: `Update${dataName}Body` });

  class Query extends ListParameters {
    sortBy?: string;
    declare sortOrder?: SortOrder;
    sort?: readonly SortKey<string>[];
    filter?: Condition;
    fields?: readonly string[];
    expand?: readonly string[];
  }
  class Expanding {
    expand?: readonly string[];
  }
  class Counting extends EntryFilter {
    by?: string;
  }
  class Exporting extends EntryFilter {
    @OneOf(['csv', 'ndjson']) @Describe('The format of the file.') format: 'csv' | 'ndjson' = 'csv';
    @Optional()
    @Text({ min: 1, max: 128 })
    @Describe('A ticket for a stream, which replaces the token.')
    ticket?: string;
  }
  const sorted = ['createdAt', 'updatedAt', ...entries.flatMap(([each, { sort }]) => (sort === true ? each : []))];
  all(Optional(), OneOf(sorted), Describe(sorts('`createdAt`, oldest first')))(Query.prototype, 'sortBy');
  Sorts(sorted)(Query.prototype, 'sort');
  ChosenFields(Object.keys(shown))(Query.prototype, 'fields');
  const counted = Object.entries(attributes).flatMap(([name, type]) => (isCounted(type) ? name : []));
  all(
    Optional(),
    OneOf(counted),
    Describe('The field by whose values the entries are counted.'),
  )(Counting.prototype, 'by');
  for (const requestClass of [Query, Counting, Exporting])
    Filters(filterAttributes(resource), shortForms(resource))(requestClass.prototype, 'filter');
  if (expandable.length > 0)
    for (const requestClass of [Query, Expanding]) Expands(expandable)(requestClass.prototype, 'expand');
  return {
    Body,
    Change,
    Query,
    Expanding,
    Counting,
    Exporting,
    data,
    /** The names of the fields that an exported file has. */
    columns: ['id', ...Object.keys(fields), ...Object.keys(schema.versioned)],
  };
}

/** The request classes that `ownRequests` returns. */
export type OwnRequests = ReturnType<typeof ownRequests>;
