import type { OwnUseCases } from '@portcullis/application/internal/own-resources';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import {
  ownTaken,
  type OwnDraft,
  type OwnField,
  type OwnResource,
  type OwnValue,
} from '@portcullis/domain/internal/own-resource';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import { Describe } from '../validation/descriptions.ts';
import { all, OneOf, Optional } from '../validation/fields.ts';
import { Like, requestOf } from '../validation/request.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import * as schema from '../validation/schema.ts';
import { partial } from '../validation/validate.ts';
import { ListParameters, sorts } from './list-query.ts';
import { route, type Route } from './route.ts';

type Sent = Readonly<Record<string, NonNullable<OwnValue>>>;

/** Returns the schema of a value that is not null. */
function valueSchema(field: OwnField): JsonSchema {
  if (field.type === 'flag') return schema.flag;
  if (field.type === 'choice') return schema.oneOf(field.values);
  if (field.type === 'integer') return schema.integerFrom(field.min ?? 0, field.max);
  const { min = 0, max, pattern, hint = 'the allowed characters' } = field;
  return schema.textOf({ min, max, ...(pattern !== undefined && { pattern, hint }) });
}

const schemaOf = (name: string, field: OwnField): JsonSchema =>
  schema.withDescription(
    field.optional ? schema.nullable<unknown>(valueSchema(field)) : valueSchema(field),
    field.description ?? `The field ${name}.`,
  );

/** Returns the prototype of a request class, on which decorators declare fields whose names are not known here. */
function prototypeOf(requestClass: object): Record<string, NonNullable<OwnValue>> {
  const prototype: Record<string, NonNullable<OwnValue>> = Reflect.get(requestClass, 'prototype');
  return prototype;
}

/** Returns the fields that a request contains. */
const draftOf = (body: object): OwnDraft =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

/** Requires a permission that may have a condition. The handler must pass the reach of its call to the use case. */
const needs = (code: PermissionCode) => ({ anyRole: [], anyPermission: [code], evaluatesConditions: true as const });

/** Returns the routes of a resource that is defined with `defineResource`. */
export function ownRoutes(
  resource: OwnResource,
  { list, read, create, update, remove }: OwnUseCases,
): readonly Route[] {
  const { fields, name, dataName, path, operations, notFound, permissions } = resource;
  const entries = Object.entries(fields);
  const namesWith = (has: (field: OwnField) => boolean) => entries.flatMap(([each, field]) => (has(field) ? each : []));
  const own: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
    entries.map(([each, field]) => [each, schemaOf(each, field)]),
  );
  const shown: Readonly<Record<string, JsonSchema>> = { id: schema.uuid(), ...own, ...schema.versioned };
  const data = schema.named(dataName, () => schema.object<Readonly<Record<string, OwnValue>>>(shown));
  const sent: schema.Fields<Sent> = own;
  class Path extends requestOf({ id: schema.withDescription(schema.uuid<Id<string>>(), 'The id.') }, 'id') {}
  class Body extends requestOf(sent, ...entries.map(([each, { optional }]) => (optional ? `${each}?` : each))) {}
  class Change extends partial(Body) {}
  // The API document calls the schema of a body after its class.
  Object.defineProperty(Body, 'name', { value: `${dataName}Body` });
  Object.defineProperty(Change, 'name', { value: `Update${dataName}Body` });
  class Query extends ListParameters {
    sortBy?: string;
    readonly [filter: string]: unknown;
  }
  const parameters = prototypeOf(Query);
  const sorted = ['createdAt', 'updatedAt', ...namesWith(({ sort }) => sort === true)];
  all(Optional(), OneOf(sorted), Describe(sorts('`createdAt`, oldest first')))(parameters, 'sortBy');
  for (const each of namesWith(({ filter }) => filter === true)) {
    Like(sent)(parameters, each);
    Optional()(parameters, each);
  }
  const searched = namesWith((field) => field.type === 'text' && field.search === true);
  const taken = resource.uniqueFields.map((each) => ownTaken(name, each));
  const access = 'authorized';
  const conditioned = { reads: permissions.read, attributes: resource.attributes };
  const readers = { roles: [], permissions: [permissions.read] };
  return [
    route({
      method: 'POST',
      path,
      hasStrictQuery: true,
      operation: operations.create,
      idempotencyKey: 'accepted',
      summary: `Create a resource ${name}`,
      access,
      ...needs(permissions.create),
      status: 201,
      body: Body,
      isVersioned: true,
      data,
      refuses: taken,
      handle: async ({ body, caller: actor, reach }) =>
        create({ actor, draft: draftOf(body), reach: await reach(permissions.create, conditioned) }),
    }),
    route({
      method: 'GET',
      path,
      hasStrictQuery: true,
      operation: operations.list,
      summary: `List the resources ${name}`,
      description: `\`search\` looks in ${searched.join(', ') || 'no field'}.`,
      access,
      ...needs(permissions.read),
      query: Query,
      data: schema.pageOf(data),
      handle: async ({ query, reach }) => list({ query, reach: await reach(permissions.read, conditioned) }),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      hasStrictQuery: true,
      operation: operations.get,
      summary: `Read a resource ${name}`,
      access,
      ...needs(permissions.read),
      params: Path,
      isVersioned: true,
      data,
      refuses: [notFound],
      handle: async ({ params: { id }, reach }) => read({ id, reach: await reach(permissions.read, conditioned) }),
    }),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      hasStrictQuery: true,
      operation: operations.update,
      summary: `Change a resource ${name}`,
      access,
      ...needs(permissions.update),
      readers,
      params: Path,
      body: Change,
      isVersioned: true,
      isConditional: true,
      data,
      refuses: [notFound, ...taken],
      handle: async ({ params: { id }, body, caller: actor, ifMatch, reach }) => {
        const allowed = await reach(permissions.update, conditioned);
        return update({ actor, id, ifMatch, change: draftOf(body), reach: allowed });
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      hasStrictQuery: true,
      operation: operations.delete,
      summary: `Delete a resource ${name}`,
      access,
      ...needs(permissions.delete),
      readers,
      params: Path,
      isConditional: true,
      data: schema.nothing,
      refuses: [notFound],
      handle: async ({ params: { id }, caller: actor, ifMatch, reach }) =>
        remove({ actor, id, ifMatch, reach: await reach(permissions.delete, conditioned) }),
    }),
  ];
}
