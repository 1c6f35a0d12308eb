import type { ContentInBin } from '@portcullis/application/internal/contents/removed-contents';
import { shownBy, type MediaSite, type Shown } from '../../responses/content-covers.ts';
import * as schema from '../../validation/schema.ts';
import { administrators, editorsOr } from '../access/access.ts';
import { PagePart } from '../list-query.ts';
import { route, viewed, type Route } from '../route.ts';
import { contentItemFields } from '../schemas/contents.ts';
import type { UseCases } from '../use-cases.ts';
import { contentChange, ContentPath, getContent } from './content-requests.ts';

/** A content in the bin. */
const removedContentSchema = schema.namedObject<Shown<ContentInBin>>('RemovedContent', {
  ...contentItemFields,
  removedAt: schema.withDescription(schema.timestamp, 'When the content was deleted, in UTC.'),
  removedBy: schema.withDescription(schema.nullable(schema.uuid()), 'The id of the user who deleted the content.'),
  removedByName: schema.withDescription(
    schema.nullable(schema.text),
    'The user name of this user. Null if the account was deleted.',
  ),
  expiresAt: schema.withDescription(schema.timestamp, 'When the content is removed for good, in UTC.'),
});

type RemovedContentRouteDependencies = UseCases<'listRemovedContents' | 'recoverContent' | 'purgeContent'> & MediaSite;

/** The routes of the bin of contents (docs/interface.md §4.6). */
export function removedContentRoutes(use: RemovedContentRouteDependencies): readonly Route[] {
  const { listRemovedContents, recoverContent, purgeContent } = use;
  const shown = shownBy(use);
  return [
    route({
      method: 'GET',
      path: '/contents/removed',
      operation: 'listRemovedContents',
      summary: 'List the contents in the bin',
      description:
        'Returns deleted contents that can be recovered, the last deleted first. `status` is the status before the deletion.',
      access: 'authorized',
      ...editorsOr('content.delete'),
      query: PagePart,
      data: schema.pageOf(removedContentSchema),
      handle: async ({ query, reach }) => {
        const page = await listRemovedContents({ ...query, reach: await reach('content.delete') });
        return { ...page, items: page.items.map(shown) };
      },
    }),
    route({
      method: 'POST',
      path: '/contents/:id/recover',
      operation: 'recoverContent',
      idempotencyKey: { reread: getContent },
      summary: 'Recover a deleted content',
      description:
        'Takes the content out of the bin, with its revisions and its working copy. A content that was PUBLISHED becomes a DRAFT. If another content now has its slug, `-2`, `-3` and so on is appended.',
      access: 'authorized',
      ...editorsOr('content.delete'),
      ...contentChange,
      // Only if another request takes the slug at the same time.
      refuses: ['content-not-found', 'slug-taken'],
      handle: async ({ params: { id }, caller, ifMatch, reach }) => {
        const lock = { ifMatch, id, reach: await reach('content.delete') };
        return viewed(caller, (actor) => recoverContent({ actor, ...lock }), shown);
      },
    }),
    route({
      method: 'DELETE',
      path: '/contents/removed/:id',
      operation: 'purgeContent',
      summary: 'Remove a deleted content for good',
      description: 'Removes the content from the bin, with its revisions and its working copy.',
      access: 'authorized',
      anyRole: administrators,
      params: ContentPath,
      isConditional: true,
      data: schema.nothing,
      refuses: ['content-not-found'],
      handle: ({ params: { id }, caller, ifMatch }) => purgeContent({ actor: caller, ifMatch, id }),
    }),
  ];
}
