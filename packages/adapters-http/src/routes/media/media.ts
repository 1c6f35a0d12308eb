import {
  listMedia,
  readMedia,
  readMediaUsage,
  type ReadableEntries,
} from '@portcullis/application/internal/media/read-media';
import { mediaSortFields, type MediaSortField, type MediaViews } from '@portcullis/application/internal/ports/media';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { viewMedia } from '@portcullis/domain/internal/media/media';
import { mediaTypes, type MediaType } from '@portcullis/domain/internal/media/media-file';
import type { MediaSite } from '../../responses/content-covers.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Flag, OneOf, Optional, Text, Uuid } from '../../validation/fields.ts';
import { requestOf } from '../../validation/request.ts';
import { nothing, pageOf } from '../../validation/schema.ts';
import { partial } from '../../validation/validate.ts';
import { administrators, editorsOr } from '../access/access.ts';
import { ListParameters, only, sorts } from '../list-query.ts';
import { reachOfEntries } from '../own-reading.ts';
import { route, type Route } from '../route.ts';
import { mediaFields, mediaSchema, mediaUsageSchema } from '../schemas/media.ts';
import type { UseCases } from '../use-cases.ts';

class MediaPath extends requestOf(mediaFields, 'id') {}

class MediaListParameters extends ListParameters {
  @Optional() @OneOf(mediaTypes) @Describe(only('`type`')) type?: MediaType;
  @Optional() @Text({ min: 1, max: 255 }) @Describe('Only files in exactly this folder.') folder?: string;
  @Optional() @Uuid() @Describe('Only files that the user with this id uploaded.') uploaderId?: UserId;
  @Optional()
  @Flag()
  @Describe('Only files to which no content and no working copy refers (true), or only the others (false).')
  unused?: boolean;
  @Optional() @OneOf(mediaSortFields) @Describe(sorts('`createdAt`, newest first')) sortBy?: MediaSortField;
}

class UpdateMediaBody extends partial(requestOf(mediaFields, 'alt?', 'title?', 'folder?', 'focus?')) {}

class DeleteMediaParameters {
  @Flag() @Describe('Whether the file is deleted even if contents refer to it. Needs the role ADMIN.') force = false;
}

/** The dependencies of the routes for files. */
export type MediaRouteDependencies = UseCases<'updateMedia' | 'deleteMedia'> &
  MediaSite & {
    readonly media: MediaViews;
    /** The entries of modules that can refer to files. */
    readonly mediaEntries: readonly Omit<ReadableEntries, 'reach'>[];
  };

/** The routes for the files that contents show (docs/interface.md §4.15). */
export const mediaRoutes = ({
  updateMedia,
  deleteMedia,
  media,
  mediaOrigin,
  mediaEntries,
}: MediaRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/media',
    operation: 'listMedia',
    summary: 'List files',
    description:
      '`search` looks for the text in `name`, `alt` and `title`. Callers whose permission has a condition find the files for which it is true.',
    access: 'authorized',
    ...editorsOr('media.manage'),
    query: MediaListParameters,
    data: pageOf(mediaSchema),
    handle: async ({ query, reach }) => {
      const page = await listMedia({ media })({ query, reach: (await reach('media.manage'))?.changes });
      return { ...page, items: page.items.map((stored) => viewMedia(mediaOrigin, stored)) };
    },
  }),
  route({
    method: 'GET',
    path: '/media/:id',
    operation: 'getMedia',
    summary: 'Read what is known about a file',
    access: 'authorized',
    ...editorsOr('media.manage'),
    params: MediaPath,
    isVersioned: true,
    data: mediaSchema,
    refuses: ['media-not-found'],
    handle: async ({ params: { id }, reach }) =>
      viewMedia(mediaOrigin, await readMedia({ media })({ id, reach: (await reach('media.manage'))?.changes })),
  }),
  route({
    method: 'GET',
    path: '/media/:id/usage',
    operation: 'getMediaUsage',
    summary: 'List what refers to a file',
    description:
      'Contains the contents, working copies and revisions in whose texts the file occurs, and the entries that refer to it, if the caller may read them.',
    access: 'authorized',
    ...editorsOr('media.manage'),
    privileged: {
      roles: [],
      permissions: mediaEntries.map(({ resource }) => resource.permissions.read),
      evaluatesConditions: true,
    },
    params: MediaPath,
    data: mediaUsageSchema,
    refuses: ['media-not-found'],
    handle: async ({ params: { id }, reach, readableDrafts }) =>
      readMediaUsage({ media })({
        id,
        reach: (await reach('media.manage'))?.changes,
        contents: await readableDrafts(),
        entries: await Promise.all(
          mediaEntries.map(async (each) => ({ ...each, reach: await reachOfEntries(reach, each.resource) })),
        ),
      }),
  }),
  route({
    method: 'PATCH',
    path: '/media/:id',
    operation: 'updateMedia',
    summary: 'Change what is written about a file',
    description: 'The bytes of a file never change. With a new `focus`, the variants are made again.',
    access: 'authorized',
    ...editorsOr('media.manage'),
    params: MediaPath,
    body: UpdateMediaBody,
    isVersioned: true,
    isConditional: true,
    data: mediaSchema,
    refuses: ['media-not-found'],
    handle: async ({ params: { id }, body, caller, ifMatch, reach }) => {
      const manages = (await reach('media.manage'))?.changes;
      return viewMedia(mediaOrigin, await updateMedia({ actor: caller, ifMatch, id, change: body, reach: manages }));
    },
  }),
  route({
    method: 'DELETE',
    path: '/media/:id',
    operation: 'deleteMedia',
    summary: 'Delete a file',
    description:
      'A file to which a content or a working copy refers is not deleted, unless an administrator forces it.',
    access: 'authorized',
    ...editorsOr('media.manage'),
    params: MediaPath,
    query: DeleteMediaParameters,
    isConditional: true,
    data: nothing,
    refuses: ['media-not-found', 'media-in-use'],
    handle: async ({ params: { id }, query: { force }, caller, ifMatch, reach, readableDrafts, requireAccess }) => {
      if (force) requireAccess({ anyRole: administrators });
      const manages = (await reach('media.manage'))?.changes;
      await deleteMedia({ actor: caller, ifMatch, id, force, reach: manages, contents: await readableDrafts() });
    },
  }),
];
