import { editorsOr } from '../access/access.ts';
import { contentStatusRoutes, type ContentStatusRouteDependencies } from './content-status.ts';
import { contentReadingRoutes } from './content-reading.ts';
import type { BodyLimits } from '../../body/receive-body.ts';
import {
  contentChange,
  ContentPath,
  CreateContentBody,
  getContent,
  PreviewBody,
  refuseLargeMarkdown,
  UpdateContentBody,
} from './content-requests.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { nothing } from '../../validation/schema.ts';
import { contentPreviewSchema, contentSchema } from '../schemas/contents.ts';
import { shownBy } from '../../responses/content-covers.ts';

type ContentRouteDependencies = UseCases<'createContent' | 'updateContent' | 'deleteContent' | 'previewContent'> &
  ContentStatusRouteDependencies & {
    /** Limits on the bodies of requests with Markdown. */
    readonly bodyLimits: BodyLimits;
  };

/** The content routes (docs/interface.md §4.6). */
export function contentRoutes(use: ContentRouteDependencies): readonly Route[] {
  const { createContent, updateContent, deleteContent, previewContent, bodyLimits } = use;
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
        const { title, ...others } = body;
        // Responses contain the fields in this order.
        const draft = {
          title,
          summary: null,
          editorType: 'MARKDOWN' as const,
          categoryId: null,
          coverId: null,
          tagIds: [],
          contentMd: null,
          contentHtml: null,
          contentRaw: null,
          ...others,
          authorId: caller.id,
          reach: await reach('content.create'),
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
    ...contentReadingRoutes(use),
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
