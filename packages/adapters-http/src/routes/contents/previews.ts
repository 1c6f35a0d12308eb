import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { previewLifetimeRule, type PreviewLinkId } from '@portcullis/domain/internal/contents/preview-link';
import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Text, Uuid } from '../../validation/fields.ts';
import { nothing, pageOf } from '../../validation/schema.ts';
import { editorsOr } from '../access/access.ts';
import { ContentPath } from './content-requests.ts';
import { PagePart } from '../list-query.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { contentSchema, createdPreviewLinkSchema, previewLinkSchema } from '../schemas/contents.ts';

class PreviewLinkPath {
  @Uuid() @Describe('The id of the content.') id!: ContentId;
  @Uuid() @Describe('The id of the link.') linkId!: PreviewLinkId;
}

class PreviewToken {
  @Text({ min: 1, max: 255 }) @Describe('The token of a preview link.') token!: string;
}

class PreviewLinkBody {
  @Text(previewLifetimeRule)
  @Describe('How long the link works, in hours or days: from `1h` to `7d`.')
  expiresIn!: string;
}

type PreviewRouteDependencies = UseCases<
  'createPreviewLink' | 'listPreviewLinks' | 'revokePreviewLink' | 'readPreview'
> &
  MediaSite;

/** The routes for preview links of contents (docs/interface.md §4.6). */
export const previewRoutes = (deps: PreviewRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/contents/:id/preview-links',
    operation: 'createPreviewLink',
    idempotencyKey: 'ignored',
    summary: 'Make a preview link',
    description:
      'Anyone who has the token can read the content and its working copy until the link expires, as far as the author of the link may read them then. The token has 256 random bits, and only its SHA-256 is stored.',
    access: 'authorized',
    ...editorsOr('content.update'),
    status: 201,
    params: ContentPath,
    body: PreviewLinkBody,
    data: createdPreviewLinkSchema,
    refuses: ['content-not-found'],
    handle: async ({ params: { id }, body: { expiresIn }, caller, reach }) =>
      deps.createPreviewLink({ actor: caller, contentId: id, expiresIn, reach: await reach('content.update') }),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/preview-links',
    operation: 'listPreviewLinks',
    summary: 'List the preview links of a content',
    description:
      'Returns the links that have not expired, the newest first. A link has ended if its author is disabled or deleted, or may not read the content any more.',
    access: 'authorized',
    ...editorsOr('content.read-drafts'),
    params: ContentPath,
    query: PagePart,
    data: pageOf(previewLinkSchema),
    refuses: ['content-not-found'],
    handle: async ({ params: { id }, query, reach }) =>
      deps.listPreviewLinks({ ...query, contentId: id, reach: await reach('content.read-drafts') }),
  }),
  route({
    method: 'DELETE',
    path: '/contents/:id/preview-links/:linkId',
    operation: 'revokePreviewLink',
    summary: 'Revoke a preview link',
    description: 'The link stops working with the next request.',
    access: 'authorized',
    ...editorsOr('content.update'),
    params: PreviewLinkPath,
    data: nothing,
    refuses: ['preview-link-not-found'],
    handle: async ({ params: { id, linkId }, caller, reach }) =>
      deps.revokePreviewLink({ actor: caller, contentId: id, id: linkId, reach: await reach('content.update') }),
  }),
  route({
    method: 'GET',
    path: '/previews/:token',
    operation: 'getPreview',
    summary: 'Read a content by a preview link',
    description:
      'Returns the content, whatever its status, with the fields of its working copy if there is one, as far as the author of the link may read them now. If the author is disabled or deleted, or may not read the content, the link is not found. The response carries `Cache-Control: no-store` and `X-Robots-Tag: noindex`.',
    access: 'public',
    isUnlisted: true,
    params: PreviewToken,
    data: contentSchema,
    refuses: ['preview-link-not-found', 'too-many-requests'],
    handle: async ({ params: { token } }) => shownBy(deps)(await deps.readPreview(token)),
  }),
  route({
    method: 'POST',
    path: '/previews',
    operation: 'openPreview',
    summary: 'Read a content by the token of a preview link',
    description:
      'Returns the same as `GET /api/previews/:token`. The token is in the body, so that the logs of proxies do not contain it.',
    access: 'public',
    isUnlisted: true,
    body: PreviewToken,
    data: contentSchema,
    refuses: ['preview-link-not-found', 'too-many-requests'],
    handle: async ({ body: { token } }) => shownBy(deps)(await deps.readPreview(token)),
  }),
];
