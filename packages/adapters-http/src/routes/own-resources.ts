import type { OwnUseCases } from '@portcullis/application/internal/own-resources';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import { bytesOf, type OwnField, type OwnValue } from '@portcullis/domain/internal/own-fields';
import { ownTaken, type OwnDraft, type OwnReaders, type OwnResource } from '@portcullis/domain/internal/own-resource';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import { Describe } from '../validation/descriptions.ts';
import { all, OneOf, Optional } from '../validation/fields.ts';
import { Like, requestOf } from '../validation/request.ts';
import type { JsonSchema } from '../validation/json-schema.ts';
import * as schema from '../validation/schema.ts';
import { partial } from '../validation/validate.ts';
import type { AuthenticatedCall, PublicCall } from './calls.ts';
import { ListParameters, sorts } from './list-query.ts';
import { filterSchema, valueSchema } from './own-fields.ts';
import { route, type Route } from './route.ts';

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
  const { fields, name, dataName, path, operations, notFound, permissions, unacceptable } = resource;
  const entries = Object.entries(fields);
  const namesWith = (has: (field: OwnField) => boolean) => entries.flatMap(([each, field]) => (has(field) ? each : []));
  const own: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
    entries.map(([each, field]) => [each, schemaOf(each, field)]),
  );
  const html = [...resource.htmlNames].map(([each, htmlName]): readonly [string, JsonSchema] => {
    const ofText = schema.withDescription(schema.text, `The sanitised HTML of ${each}.`);
    return [htmlName, fields[each]?.optional ? schema.nullable(ofText) : ofText];
  });
  const shown: Readonly<Record<string, JsonSchema>> = {
    id: schema.uuid(),
    ...own,
    ...Object.fromEntries(html),
    ...schema.versioned,
  };
  const data = schema.named(dataName, () => schema.object<Readonly<Record<string, OwnValue>>>(shown));
  const sent: schema.Fields<Sent> = own;
  class Path extends requestOf({ id: schema.withDescription(schema.uuid<Id<string>>(), 'The id.') }, 'id') {}
  class Body extends requestOf(sent, ...entries.map(([each, field]) => (mayLack(field) ? `${each}?` : each))) {}
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
  for (const [each, field] of entries.filter(([, { filter }]) => filter === true)) {
    const described: JsonSchema = schema.withDescription(
      filterSchema(field),
      field.description ?? `The field ${each}.`,
    );
    const filters: schema.Fields<Sent> = { [each]: described };
    Like(filters)(parameters, each);
    Optional()(parameters, each);
  }
  const searched = namesWith((field) => Reflect.get(field, 'search') === true);
  /** A character in JSON takes up to three times the bytes of UTF-8. */
  const bodyLimits = { maxBytes: 64 * 1024 + 3 * bytesOf(fields), maxMs: 10_000, maxKeys: 10_000 };
  const taken = resource.uniques.map((each) => ownTaken(name, each));
  const writes = [unacceptable, ...taken, ...resource.refuses];
  const access = 'authorized';
  const conditioned = { reads: permissions.read, attributes: resource.attributes };
  const byPermission = resource.read === 'permission';
  const readers = byPermission ? { readers: { roles: [], permissions: [permissions.read] } } : {};
  /** Returns what the caller may write. Entries that everybody may read exist for every caller. */
  const writable = async (reach: AuthenticatedCall<never, never, never>['reach'], code: PermissionCode) => {
    const allowed = await reach(code, conditioned);
    return byPermission || allowed === undefined ? allowed : { ...allowed, reads: true };
  };
  const listing = {
    method: 'GET',
    path,
    hasStrictQuery: true,
    operation: operations.list,
    summary: `List the resources ${name}`,
    description: `\`search\` looks in ${searched.join(', ') || 'no field'}.`,
    query: Query,
    data: schema.pageOf(data),
  } as const;
  const reading = {
    method: 'GET',
    path: `${path}/:id`,
    hasStrictQuery: true,
    operation: operations.get,
    summary: `Read a resource ${name}`,
    params: Path,
    isVersioned: true,
    data,
    refuses: [notFound],
  } as const;
  const byLoggedIn = { access: 'authenticated', acceptsKey: true } as const;
  type Listing = Pick<PublicCall<never, Query, never>, 'query'>;
  type Reading = Pick<PublicCall<Path, never, never>, 'params'>;
  const listAll = ({ query }: Listing) => list({ query });
  const readAny = ({ params: { id } }: Reading) => read({ id });
  const readsOf: Readonly<Record<OwnReaders, () => readonly Route[]>> = {
    permission: () => [
      route({
        ...listing,
        access,
        ...needs(permissions.read),
        handle: async ({ query, reach }) => list({ query, reach: await reach(permissions.read, conditioned) }),
      }),
      route({
        ...reading,
        access,
        ...needs(permissions.read),
        handle: async ({ params: { id }, reach }) => read({ id, reach: await reach(permissions.read, conditioned) }),
      }),
    ],
    authenticated: () => [
      route({ ...listing, ...byLoggedIn, handle: listAll }),
      route({ ...reading, ...byLoggedIn, handle: readAny }),
    ],
    public: () => [
      route({ ...listing, access: 'public', handle: listAll }),
      route({ ...reading, access: 'public', handle: readAny }),
    ],
  };
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
      bodyLimits,
      isVersioned: true,
      data,
      refuses: writes,
      handle: async ({ body, caller: actor, reach }) =>
        create({ actor, draft: draftOf(body), reach: await writable(reach, permissions.create) }),
    }),
    ...readsOf[resource.read](),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      hasStrictQuery: true,
      operation: operations.update,
      summary: `Change a resource ${name}`,
      access,
      ...needs(permissions.update),
      ...readers,
      params: Path,
      body: Change,
      bodyLimits,
      isVersioned: true,
      isConditional: true,
      data,
      refuses: [notFound, ...writes],
      handle: async ({ params: { id }, body, caller: actor, ifMatch, reach }) => {
        const allowed = await writable(reach, permissions.update);
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
      ...readers,
      params: Path,
      isConditional: true,
      data: schema.nothing,
      refuses: [notFound, resource.inUse],
      handle: async ({ params: { id }, caller: actor, ifMatch, reach }) =>
        remove({ actor, id, ifMatch, reach: await writable(reach, permissions.delete) }),
    }),
  ];
}
