import type { OwnUseCases } from '@portcullis/application/internal/own-resources';
import { bytesOf } from '@portcullis/domain/internal/own-fields';
import { ownTaken, type OwnResource } from '@portcullis/domain/internal/own-resource';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import * as schema from '../validation/schema.ts';
import type { AuthenticatedCall } from './calls.ts';
import { ownImportRoute, type OwnImportOptions } from './own-imports.ts';
import { ownReadingRoutes, type ReferredViews } from './own-reading.ts';
import { draftOf, EntryPath, ownRequests } from './own-requests.ts';
import { route, type Route } from './route.ts';

/** Requires a permission that may have a condition. The handler must pass the reach of its call to the use case. */
const needs = (code: PermissionCode) => ({ anyRole: [], anyPermission: [code], evaluatesConditions: true as const });

/** What the routes of a resource need beside its use cases. */
export interface OwnRouteDependencies extends Pick<OwnImportOptions, 'importEntries' | 'readRows' | 'bodyLimits'> {
  readonly views: ReferredViews;
}

/** Returns the routes of a resource that is defined with `defineResource`. */
export function ownRoutes(
  resource: OwnResource,
  useCases: OwnUseCases,
  { views, bodyLimits: importLimits, ...importing }: OwnRouteDependencies,
): readonly Route[] {
  const { fields, name, path, operations, notFound, permissions, unacceptable } = resource;
  const { create, update, remove } = useCases;
  const requests = ownRequests(resource);
  const { Body, Change, data } = requests;
  /** A character in JSON takes up to three times the bytes of UTF-8. */
  const bodyLimits = { maxBytes: 64 * 1024 + 3 * bytesOf(fields), maxMs: 10_000, maxKeys: 10_000 };
  const taken = resource.uniques.map((each) => ownTaken(name, each));
  const writes = [unacceptable, ...taken, ...resource.refuses];
  const access = 'authorized';
  const byPermission = resource.read === 'permission';
  const readers = byPermission ? { readers: { roles: [], permissions: [permissions.read] } } : {};
  /** Returns what the caller may write. Entries that everybody may read exist for every caller. */
  const writable = (reach: AuthenticatedCall<never, never, never>['reach'], code: PermissionCode) =>
    reach(code, {
      attributes: resource.attributes,
      ...(byPermission && code !== permissions.create && { reads: permissions.read }),
    });
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
    ...ownReadingRoutes(resource, requests, useCases, views),
    ownImportRoute(resource, requests, { ...importing, bodyLimits: importLimits, writable }),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      hasStrictQuery: true,
      operation: operations.update,
      summary: `Change a resource ${name}`,
      access,
      ...needs(permissions.update),
      ...readers,
      params: EntryPath,
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
      params: EntryPath,
      isConditional: true,
      data: schema.nothing,
      refuses: [notFound, resource.inUse],
      handle: async ({ params: { id }, caller: actor, ifMatch, reach }) =>
        remove({ actor, id, ifMatch, reach: await writable(reach, permissions.delete) }),
    }),
  ];
}
