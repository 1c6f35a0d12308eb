import { listContents, readContent } from '@portcullis/application/internal/contents/read-content';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { PublishedContentCache } from '../../responses/published-content-cache.ts';
import { pageOf } from '../../validation/schema.ts';
import { entriesOf, holds, shapedItems } from '../expand.ts';
import { route, type Route } from '../route.ts';
import { contentByIdSchema, contentListItemSchema, contentSchema } from '../schemas/contents.ts';
import { ContentListParameters, ContentPath, getContent, SlugPath } from './content-requests.ts';
import { contentSearchRoute } from './content-search.ts';

/** The routes that read contents (docs/interface.md §4.6). */
export function contentReadingRoutes(use: MediaSite): readonly Route[] {
  const published = new PublishedContentCache(use);
  const shown = shownBy(use);
  return [
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
        const items = page.items.map(shown);
        if (expand === undefined && fields === undefined) return { ...page, items };
        const shaped = await shapedItems(items, { expand, fields }, () => ({
          author: {
            idsOf: ({ authorId }) => authorId,
            read: async (ids) => ((await holds(reading, 'user.read')) ? entriesOf(reading?.views.users, ids) : []),
          },
          category: { idsOf: ({ categoryId }) => categoryId, read: (ids) => entriesOf(categories, ids) },
          tags: { idsOf: ({ tagIds }) => tagIds, read: (ids) => entriesOf(tags, ids) },
        }));
        return { ...page, items: shaped };
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
      params: SlugPath,
      isVersioned: true,
      data: contentSchema,
      refuses: ['content-not-found', 'too-many-requests'],
      read: ({ params: { slug }, reach, etags }, { contents }) =>
        etags === undefined
          ? published.readAsCaller(contents, { slug, reach })
          : published.read(contents, { key: { slug }, cachedVersions: etags }),
    }),
  ];
}
