import type * as contentBody from '@portcullis/application/internal/contents/content-body';
import type * as contents from '@portcullis/application/internal/contents/contents';
import { listContents, readContent } from '@portcullis/application/internal/contents/read-content';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import { editorsOr } from '../access/access.ts';
import { contentStatusRoutes, type ContentStatusRouteDependencies } from './content-status.ts';
import { contentSearchRoute } from './content-search.ts';
import type { BodyLimits } from '../../body/receive-body.ts';
import {
  contentChange,
  ContentListParameters,
  ContentPath,
  ContentSlugPath,
  CreateContentBody,
  getContent,
  PreviewBody,
  refuseLargeMarkdown,
  UpdateContentBody,
} from './content-requests.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { nothing, pageOf } from '../../validation/schema.ts';
import { entriesOf, holds, shapedItems } from '../expand.ts';
import { contentListItemSchema, contentPreviewSchema, contentSchema, contentByIdSchema } from '../schemas/contents.ts';
import { shownBy } from '../../responses/content-covers.ts';
import { PublishedContentCache } from '../../responses/published-content-cache.ts';

type ContentRouteDependencies = UseCases<
  typeof contents & typeof contentBody,
  'createContent' | 'updateContent' | 'deleteContent' | 'previewContent'
> &
  ContentStatusRouteDependencies & {
    /** Limits on the bodies of requests with Markdown. */
    readonly bodyLimits: BodyLimits;
  };

/** The content routes (docs/interface.md §4.6). */
export function contentRoutes(use: ContentRouteDependencies): readonly Route[] {
  const { createContent, updateContent, deleteContent, previewContent, bodyLimits } = use;
  const published = new PublishedContentCache(use);
  const shown = shownBy(use);
  return [
    route({
      method: 'POST',
      path: '/contents',
      operation: 'createContent',
      idempotencyKey: { reread: getContent },
      summary: 'Create a content',
      description:
        'For MARKDOWN and UPLOAD, `contentMd` is converted to `contentHtml`. If `slug` is missing, it is created from the title.',
      access: 'authorized',
      ...editorsOr('content.create'),
      status: 201,
      bodyLimits,
      body: CreateContentBody,
      isVersioned: true,
      data: contentSchema,
      // A repeated request finds no content if the content was removed after the first request.
      refuses: [
        'slug-unacceptable',
        'slug-taken',
        'unknown-category',
        'unknown-cover',
        'unknown-tags',
        'too-many-requests',
        'content-not-found',
      ],
      handle: async ({ body, caller, reach }) => {
        await refuseLargeMarkdown(body);
        const { summary = null, editorType = 'MARKDOWN', tagIds = [], ...rest } = body;
        const {
          contentMd = null,
          contentHtml = null,
          contentRaw = null,
          categoryId = null,
          coverId = null,
          ...named
        } = rest;
        const bodies = { contentMd, contentHtml, contentRaw };
        const reached = await reach('content.create');
        const draft = {
          ...named,
          summary,
          editorType,
          categoryId,
          coverId,
          tagIds,
          ...bodies,
          authorId: caller.id,
          reach: reached,
        };
        return viewed(caller, (actor) => createContent({ ...draft, actor }), shown);
      },
    }),
    route({
      method: 'POST',
      path: '/contents/preview',
      operation: 'previewContent',
      idempotencyKey: 'ignored',
      summary: 'Convert Markdown without storing it',
      description:
        'Returns the fields that a content with this `contentMd` would have. The same limits as for contents apply.',
      access: 'authorized',
      ...editorsOr('content.create', 'content.update'),
      bodyLimits,
      body: PreviewBody,
      data: contentPreviewSchema,
      refuses: ['too-many-requests'],
      handle: async ({ body }) => {
        await refuseLargeMarkdown(body);
        return previewContent(body.contentMd);
      },
    }),
    route({
      method: 'GET',
      path: '/contents',
      operation: 'listContents',
      summary: 'List contents',
      description:
        'Callers who see no drafts find only PUBLISHED contents. `search` looks for the text in title, summary and slug. `categoryId` also finds the contents of all categories below the category.',
      access: 'optional',
      editors: draftReaders,
      query: ContentListParameters,
      data: pageOf(contentListItemSchema),
      read: async ({ query: { fields, expand, ...query }, reach, reading }, { contents, categories, tags }) => {
        const page = await listContents({ contents })({ query, reach });
        const items = await shapedItems(page.items.map(shown), { expand, fields }, () => ({
          author: {
            idsOf: ({ authorId }) => authorId,
            read: async (ids) => ((await holds(reading, 'user.read')) ? entriesOf(reading?.views.users, ids) : []),
          },
          category: { idsOf: ({ categoryId }) => categoryId, read: (ids) => entriesOf(categories, ids) },
          tags: { idsOf: ({ tagIds }) => tagIds, read: (ids) => entriesOf(tags, ids) },
        }));
        return { ...page, items };
      },
    }),
    contentSearchRoute(use),
    route({
      method: 'GET',
      path: '/contents/:id',
      operation: getContent,
      summary: 'Read a content',
      description:
        'Callers who see no drafts find only PUBLISHED contents. For the others, the response also says whether there is a working copy. The number of responses over 1 MB that are sent at the same time is limited. Further requests wait for at most 5 s, and then get status 429. If the content is changed while it is being sent, the connection is closed.',
      access: 'optional',
      editors: draftReaders,
      params: ContentPath,
      isVersioned: true,
      data: contentByIdSchema,
      refuses: ['content-not-found', 'too-many-requests'],
      read: async ({ params: { id }, reach, etags }, { contents }) =>
        etags === undefined
          ? shown(await readContent({ contents })({ key: { id }, reach }))
          : published.read(contents, { key: { id }, cachedVersions: etags }),
    }),
    route({
      method: 'GET',
      path: '/contents/slug/:slug',
      operation: 'getContentBySlug',
      summary: 'Read a content by its slug',
      description:
        'Callers who see no drafts find only PUBLISHED contents. The number of responses over 1 MB that are sent at the same time is limited. Further requests wait for at most 5 s, and then get status 429. If the content is changed while it is being sent, the connection is closed.',
      access: 'optional',
      editors: draftReaders,
      params: ContentSlugPath,
      isVersioned: true,
      data: contentSchema,
      refuses: ['content-not-found', 'too-many-requests'],
      read: ({ params: { slug }, reach, etags }, { contents }) =>
        etags === undefined
          ? published.readAsCaller(contents, { slug, reach })
          : published.read(contents, { key: { slug }, cachedVersions: etags }),
    }),
    route({
      method: 'PATCH',
      path: '/contents/:id',
      operation: 'updateContent',
      summary: 'Change a content',
      description:
        'For MARKDOWN and UPLOAD, a new `contentMd` is converted to `contentHtml`. A new title does not change the slug.',
      access: 'authorized',
      ...editorsOr('content.update'),
      ...contentChange,
      bodyLimits,
      body: UpdateContentBody,
      refuses: [
        'content-not-found',
        'slug-unacceptable',
        'slug-taken',
        'unknown-category',
        'unknown-cover',
        'unknown-tags',
        'too-many-requests',
      ],
      handle: async ({ params: { id }, body: { tagIds, ...change }, caller, ifMatch, reach }) => {
        await refuseLargeMarkdown(change);
        const updated = updateContent({
          actor: caller,
          ifMatch,
          id,
          change,
          tagIds,
          reach: await reach('content.update'),
        });
        return shown(await updated);
      },
    }),
    ...contentStatusRoutes(use),
    route({
      method: 'DELETE',
      path: '/contents/:id',
      operation: 'deleteContent',
      summary: 'Delete a content',
      description:
        'The content can be recovered for CONTENT_BIN days. Until then, its slug is free, and it is not found anywhere but in the bin. Its schedule and its preview links end.',
      access: 'authorized',
      ...editorsOr('content.delete'),
      params: ContentPath,
      isConditional: true,
      data: nothing,
      refuses: ['content-not-found'],
      handle: async ({ params: { id }, caller, ifMatch, reach }) =>
        deleteContent({ actor: caller, ifMatch, id, reach: await reach('content.delete') }),
    }),
  ];
}
