import type { BodyLimits } from '../../body/receive-body.ts';
import { nothing } from '../../validation/schema.ts';
import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { editorsOr } from '../access/access.ts';
import { getContent, contentChange, ContentPath, refuseLargeMarkdown, UpdateContentBody } from './content-requests.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { workingCopySchema } from '../schemas/contents.ts';

type WorkingCopyRouteDependencies = UseCases<
  'saveWorkingCopy' | 'readWorkingCopy' | 'discardWorkingCopy' | 'publishWorkingCopy'
> &
  MediaSite & {
    /** Limits on the bodies of requests with Markdown. */
    readonly bodyLimits: BodyLimits;
  };

/** The routes for working copies of contents (docs/interface.md §4.6). */
export const workingCopyRoutes = (deps: WorkingCopyRouteDependencies): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/contents/:id/draft',
    operation: 'saveWorkingCopy',
    summary: 'Change the working copy of a content',
    description:
      'Accepts the same fields as `PATCH /api/contents/:id`. Missing fields do not change. The first call creates the working copy from the content. Readers do not see the working copy until it is published. `If-Match` names versions of the working copy, which must exist then.',
    access: 'authorized',
    ...editorsOr('content.update'),
    bodyLimits: deps.bodyLimits,
    params: ContentPath,
    body: UpdateContentBody,
    isVersioned: true,
    isConditional: true,
    data: workingCopySchema,
    refuses: [
      'working-copy-not-found',
      'content-not-found',
      'slug-unacceptable',
      'unknown-category',
      'unknown-cover',
      'unknown-tags',
      'too-many-requests',
    ],
    handle: async ({ params: { id }, body: { tagIds, ...change }, caller, ifMatch, reach }) => {
      await refuseLargeMarkdown(change);
      const saved = deps.saveWorkingCopy({
        actor: caller,
        id,
        change,
        tagIds,
        ifMatch,
        reach: await reach('content.update'),
      });
      return shownBy(deps)(await saved);
    },
  }),
  route({
    method: 'GET',
    path: '/contents/:id/draft',
    operation: 'getWorkingCopy',
    summary: 'Read the working copy of a content',
    access: 'authorized',
    ...editorsOr('content.read-drafts'),
    params: ContentPath,
    isVersioned: true,
    data: workingCopySchema,
    refuses: ['working-copy-not-found', 'too-many-requests'],
    handle: async ({ params: { id }, reach }) =>
      shownBy(deps)(await deps.readWorkingCopy(id, await reach('content.read-drafts'))),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/draft',
    operation: 'discardWorkingCopy',
    summary: 'Discard the working copy of a content',
    access: 'authorized',
    ...editorsOr('content.update'),
    params: ContentPath,
    isConditional: true,
    data: nothing,
    refuses: ['working-copy-not-found'],
    handle: async ({ params: { id }, caller, ifMatch, reach }) =>
      deps.discardWorkingCopy({ actor: caller, id, ifMatch, reach: await reach('content.update') }),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/draft/publish',
    operation: 'publishWorkingCopy',
    idempotencyKey: { reread: getContent },
    summary: 'Publish the working copy of a content',
    description:
      'Applies the changes of the working copy to the content, publishes the content and removes the working copy. If the content has changed since the working copy was created, the request is rejected; `If-Match: *` publishes the working copy anyway. If the working copy sets one of the fields `editorType`, `contentMd`, `contentHtml` and `contentRaw`, all four are published.',
    access: 'authorized',
    ...editorsOr('content.publish'),
    ...contentChange,
    refuses: [
      'content-not-found',
      'working-copy-not-found',
      'working-copy-outdated',
      'slug-taken',
      'unknown-category',
      'unknown-tags',
      'too-many-requests',
    ],
    handle: async ({ params: { id }, caller, ifMatch, reach }) => {
      const lock = { ifMatch, id, reach: await reach('content.publish') };
      return viewed(caller, (actor) => deps.publishWorkingCopy({ actor, ...lock }), shownBy(deps));
    },
  }),
];
