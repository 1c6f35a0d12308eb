import { listContents } from '@portcullis/application/internal/contents/read-content';
import type { OwnUseCases } from '@portcullis/application/internal/own-resources';
import type { CallerViews } from '@portcullis/application/internal/ports/access';
import type { Counts, FilteredQuery, Reaches, ValueCount } from '@portcullis/application/internal/ports/lists';
import type { OwnViews } from '@portcullis/application/internal/ports/own-resources';
import type { CallerReach } from '@portcullis/application/internal/reach';
import type { Reach } from '@portcullis/domain/internal/access/reach';
import { comparisonsIn } from '@portcullis/domain/internal/conditions/condition';
import { editorRoles } from '@portcullis/domain/internal/built-in';
import { viewCover, viewMedia } from '@portcullis/domain/internal/media/media';
import type { BuiltInTarget, OwnReference, OwnTarget } from '@portcullis/domain/internal/own-fields';
import { targetsOf, targetsThrough } from '@portcullis/domain/internal/own-references';
import type { OwnEntity, OwnResource } from '@portcullis/domain/internal/own-resource';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import type { MediaSite } from '../responses/content-covers.ts';
import { FileResponse } from '../responses/response-data.ts';
import * as schema from '../validation/schema.ts';
import type { Schema } from '../validation/schema.ts';
import type { AuthenticatedCall } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import { entriesOf, shapedItems, type Expansion, type Expansions, type Shape } from './expand.ts';
import { linesOf, mediaOf } from './own-files.ts';
import { EntryPath, type OwnRequests } from './own-requests.ts';
import { route, type Route } from './route.ts';
import type { Privileged } from './route-spec.ts';

/** What the entries to which others refer are read with. */
export interface ReferredViews
  extends Pick<CallerViews, 'users' | 'roles' | 'contents' | 'categories' | 'tags' | 'media'>,
    MediaSite {
  /** Returns the views of a resource that is defined with `defineResource`. */
  readonly ownViews: (target: OwnTarget) => Pick<OwnViews, 'list'>;
}

/** Returns what a caller may read, who may read a resource. */
interface EntryReader {
  /** Undefined: all entries of the resource. */
  readonly entries: () => Promise<CallerReach | undefined>;
  /** Returns which entries of a target the caller may read; for contents, which unpublished ones. */
  readonly reachOf: (target: OwnReference['to']) => Promise<Reach>;
}

/** Everybody may read what is public. */
const visitor: EntryReader = {
  entries: async () => undefined,
  reachOf: async (to) => (typeof to === 'string' ? to === 'category' || to === 'tag' : to.read === 'public'),
};

type CallerGrants = Pick<AuthenticatedCall<never, never, never>, 'reach' | 'readableDrafts'>;

const reachTo = (reach: CallerGrants['reach'], { permissions: { read }, attributes }: OwnTarget) =>
  reach(read, { reads: read, attributes });

/** Returns which entries of a resource the caller may read, whose permission the route names. */
export const reachOfEntries = async (reach: CallerGrants['reach'], target: OwnTarget): Promise<Reach> =>
  target.read !== 'permission' || ((await reachTo(reach, target))?.changes ?? true);

function readerOf({ reach, readableDrafts }: CallerGrants, resource: OwnResource): EntryReader {
  const holds = async (code: PermissionCode): Promise<Reach> =>
    ((await reach(code, { reads: code, attributes: {} }))?.changes ?? true) === true;
  const builtIn: Readonly<Record<BuiltInTarget, () => Promise<Reach>>> = {
    user: () => holds('user.read'),
    role: () => holds('role.read'),
    content: readableDrafts,
    category: async () => true,
    tag: async () => true,
    media: async () => (await reach('media.manage'))?.changes ?? true,
  };
  return {
    entries: async () => (resource.read === 'permission' ? reachTo(reach, resource) : undefined),
    reachOf: (to) => (typeof to === 'string' ? builtIn[to]() : reachOfEntries(reach, to)),
  };
}

const builtInReads: Readonly<Partial<Record<BuiltInTarget, PermissionCode>>> = {
  user: 'user.read',
  role: 'role.read',
  media: 'media.manage',
};

/** The permissions with which callers may read the entries to which a resource refers, so that one check finds them all. */
function privilegedOf(resource: OwnResource): Privileged {
  const targets = targetsOf(resource);
  const permissions = targets.flatMap((to): PermissionCode | readonly PermissionCode[] => {
    if (typeof to === 'string') return builtInReads[to] ?? [];
    return to.read === 'permission' ? to.permissions.read : [];
  });
  return {
    roles: targets.includes('media') ? editorRoles : [],
    permissions: [...new Set(permissions)],
    evaluatesConditions: true,
  };
}

/** Returns how the references of a resource are read. */
function expansionsOf(
  { references }: Pick<OwnTarget, 'references'>,
  views: ReferredViews,
  reader: EntryReader,
): Expansions<object> {
  const readBuiltIn: Readonly<Record<BuiltInTarget, Expansion<object>['read']>> = {
    user: async (ids) => ((await reader.reachOf('user')) === true ? entriesOf(views.users, ids) : []),
    role: async (ids) => ((await reader.reachOf('role')) === true ? entriesOf(views.roles, ids) : []),
    category: (ids) => entriesOf(views.categories, ids),
    tag: (ids) => entriesOf(views.tags, ids),
    content: async (ids) => {
      const query = { page: 1, pageSize: ids.length, ids };
      return (await listContents(views)({ query, reach: () => reader.reachOf('content') })).items;
    },
    // Who may read an entry sees its files, as readers of a content see its picture.
    media: async (ids) => {
      const { items } = await views.media.list({ page: 1, pageSize: ids.length, ids });
      const isWhole = (await reader.reachOf('media')) === true;
      const { mediaOrigin } = views;
      return items.map((file) =>
        isWhole ? viewMedia(mediaOrigin, file) : { id: file.id, ...viewCover(mediaOrigin, file) },
      );
    },
  };
  const readOwn =
    (to: OwnTarget): Expansion<object>['read'] =>
    async (ids) => {
      const reach = await reader.reachOf(to);
      if (reach === false) return [];
      const filter = reach === true ? undefined : reach;
      return (await views.ownViews(to).list({ page: 1, pageSize: ids.length, ids, filter })).items;
    };
  return Object.fromEntries(
    references.map(({ field, to }): readonly [string, Expansion<object>] => [
      field,
      {
        idsOf: (entity) => idsIn(Reflect.get(entity, field)),
        ...(typeof to === 'string'
          ? { read: readBuiltIn[to] }
          : {
              read: readOwn(to),
              further: () => expansionsOf(to, views, reader),
            }),
      },
    ]),
  );
}

const idsIn = (value: unknown): readonly string[] | string | null => {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value : null;
};

interface ReadingRoute<P, Q, D> extends Omit<Endpoint<P, Q, undefined>, 'method'> {
  readonly data: Schema<D>;
  readonly read: (parts: { readonly params: P; readonly query: Q }, reader: EntryReader) => Promise<D>;
}

const counts = schema.object<Counts>({
  total: schema.withDescription(schema.count, 'Number of all entries.'),
  counts: schema.withDescription(
    schema.listOf(
      schema.object<ValueCount>({
        value: schema.withDescription(
          { type: ['string', 'number', 'boolean', 'null'] },
          'A value of the field; null for entries without a value.',
        ),
        count: schema.withDescription(schema.count, 'Number of entries with the value.'),
      }),
    ),
    'The most frequent values first, at most 1,000; empty without `by`.',
  ),
});

const file: Schema<FileResponse> = { type: 'string', format: 'binary' };

/** Returns the routes that read the entries of a resource, for those who may read it. */
export function ownReadingRoutes(
  resource: OwnResource,
  { Query, Expanding, Counting, Exporting, data, columns }: OwnRequests,
  use: Pick<OwnUseCases, 'list' | 'read' | 'count' | 'pages'>,
  views: ReferredViews,
): readonly Route[] {
  const { name, path, operations, notFound, permissions, searchedFields } = resource;
  const privileged = privilegedOf(resource);
  /** Makes a route with the access that the resource declares. */
  function reading<P, Q, D>({ read, ...spec }: ReadingRoute<P, Q, D>): Route {
    const common = { ...spec, method: 'GET', hasStrictQuery: true } as const;
    switch (resource.read) {
      case 'permission':
        return route<D, P, Q>({
          ...common,
          access: 'authorized',
          anyRole: [],
          anyPermission: [permissions.read],
          evaluatesConditions: true,
          privileged,
          handle: (call) => read(call, readerOf(call, resource)),
        });
      case 'authenticated':
        return route<D, P, Q>({
          ...common,
          access: 'authenticated',
          acceptsKey: true,
          privileged,
          handle: (call) => read(call, readerOf(call, resource)),
        });
      case 'public':
        return route<D, P, Q>({ ...common, access: 'public', handle: (call) => read(call, visitor) });
    }
  }
  /** Returns the query with what the filter may compare of the entries to which others refer. */
  const reached = async <Asked extends FilteredQuery>(
    query: Asked,
    reader: EntryReader,
  ): Promise<Asked & { readonly reaches: Reaches }> => {
    const compared = query.filter === undefined ? [] : comparisonsIn(query.filter);
    const targets = new Set(compared.flatMap(({ attribute }) => targetsThrough(resource, attribute.split('.'))));
    const reaches = await Promise.all(
      [...targets].map(async (to) => [typeof to === 'string' ? to : to.name, await reader.reachOf(to)] as const),
    );
    return { ...query, reaches: Object.fromEntries(reaches) };
  };
  const shaped = (entities: readonly OwnEntity[], shape: Shape, reader: EntryReader) =>
    shapedItems(entities, shape, () => expansionsOf(resource, views, reader));
  return [
    reading({
      path,
      operation: operations.list,
      summary: `List the resources ${name}`,
      description: `\`search\` looks in ${searchedFields.join(', ') || 'no field'}.`,
      query: Query,
      data: schema.pageOf(data),
      read: async ({ query: { fields: chosen, expand, ...query } }, reader) => {
        const page = await use.list({ query: await reached(query, reader), reach: await reader.entries() });
        return { ...page, items: await shaped(page.items, { expand, fields: chosen }, reader) };
      },
    }),
    reading({
      path: `${path}/count`,
      operation: operations.count,
      summary: `Count the resources ${name}`,
      description: 'Counts the entries that the list has with the same filter.',
      query: Counting,
      data: counts,
      read: async ({ query: { by, ...query } }, reader) =>
        use.count({ query: await reached(query, reader), reach: await reader.entries(), by }),
    }),
    reading({
      path: `${path}/export`,
      operation: operations.export,
      summary: `Export the resources ${name}`,
      description:
        'A file with all entries that the list has with the same filter, in the order of their ids. Cells of CSV that a spreadsheet would calculate begin with an apostrophe, which an import removes. An apostrophe alone is an empty text, and an empty cell is a missing value.',
      ...(resource.read === 'public' ? {} : { acceptsTicket: true }),
      media: 'text/*',
      query: Exporting,
      data: file,
      read: async ({ query: { format, ticket: _ticket, ...query } }, reader) => {
        const pages = use.pages({ query: await reached(query, reader), reach: await reader.entries() });
        const headers = {
          'Content-Type': mediaOf(format),
          'Content-Disposition': `attachment; filename="${name}.${format}"`,
          'Cache-Control': 'no-store',
        };
        return new FileResponse(200, headers, async () => linesOf(format, columns, pages));
      },
    }),
    reading({
      path: `${path}/:id`,
      operation: operations.get,
      summary: `Read a resource ${name}`,
      params: EntryPath,
      query: Expanding,
      isVersioned: true,
      data,
      refuses: [notFound],
      read: async ({ params: { id }, query: { expand } }, reader) => {
        const entity = await use.read({ id, reach: await reader.entries() });
        const [whole = entity] = await shaped([entity], { expand }, reader);
        return whole;
      },
    }),
  ];
}
