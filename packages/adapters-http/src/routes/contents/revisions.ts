import { shownBy, type MediaSite } from '../../responses/content-covers.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer } from '../../validation/fields.ts';
import { pageOf } from '../../validation/schema.ts';
import { editorsOr } from '../access/access.ts';
import { getContent, ContentPath } from './content-requests.ts';
import { PagePart } from '../list-query.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { contentSchema } from '../schemas/contents.ts';
import { revisionContentSchema, revisionComparisonSchema, revisionSchema } from '../schemas/revisions.ts';

class RevisionPath extends ContentPath {
  @Integer(1) @Describe('The version of the content.') version!: number;
}

class ComparisonPath extends ContentPath {
  @Integer(1) @Describe('The old version.') from!: number;
  @Integer(1) @Describe('The new version.') to!: number;
}

type RevisionRouteDependencies = UseCases<'listRevisions' | 'readRevision' | 'compareRevisions' | 'restoreContent'> &
  MediaSite;

/** The routes for earlier versions of contents (docs/interface.md §4.6). */
export const revisionRoutes = (deps: RevisionRouteDependencies): readonly Route[] => [
  route({
    method: 'GET',
    path: '/contents/:id/revisions',
    operation: 'listRevisions',
    summary: 'List the revisions of a content',
    description:
      'Every write to a content adds a revision. If the deletion of a tag or of the author changes a content, the revision is added with the next write. The newest revision comes first. Old revisions are removed, except for the first revision, every PUBLISH revision and the newest REVISIONS_KEEP revisions.',
    access: 'authorized',
    ...editorsOr('content.read-drafts'),
    params: ContentPath,
    query: PagePart,
    data: pageOf(revisionSchema),
    refuses: ['content-not-found'],
    handle: async ({ params: { id }, query, reach }) =>
      deps.listRevisions({ ...query, contentId: id, reach: await reach('content.read-drafts') }),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/revisions/:version',
    operation: 'getRevision',
    summary: 'Read a content as it was',
    description:
      'HTML that was converted from Markdown is not stored. `POST /api/contents/preview` converts `contentMd` again.',
    access: 'authorized',
    ...editorsOr('content.read-drafts'),
    params: RevisionPath,
    data: revisionContentSchema,
    refuses: ['revision-not-found', 'too-many-requests'],
    handle: async ({ params: { id, version }, reach }) =>
      deps.readRevision(id, version, await reach('content.read-drafts')),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/revisions/:from/diff/:to',
    operation: 'compareRevisions',
    summary: 'Compare two versions of a content',
    description:
      'Returns the fields that differ. Texts are compared line by line. If the texts have more than 1 MB, the comparison takes longer than 2 s, or too many comparisons are waiting, `truncated` is true and there are no lines.',
    access: 'authorized',
    ...editorsOr('content.read-drafts'),
    params: ComparisonPath,
    data: revisionComparisonSchema,
    refuses: ['revision-not-found'],
    handle: async ({ params, reach }) =>
      deps.compareRevisions({ ...params, reach: await reach('content.read-drafts') }),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/revisions/:version/restore',
    operation: 'restoreContent',
    idempotencyKey: { reread: getContent },
    summary: 'Restore an earlier version of a content',
    description:
      'Creates a new version in which every editable field has its earlier value. The status does not change. The slug does not change if another content now has the earlier slug. Categories, tags and pictures that no longer exist are omitted. Markdown is converted again.',
    access: 'authorized',
    ...editorsOr('content.update'),
    isVersioned: true,
    isConditional: true,
    params: RevisionPath,
    data: contentSchema,
    refuses: ['content-not-found', 'revision-not-found', 'too-many-requests'],
    handle: async ({ params: { id, version }, caller, ifMatch, reach }) => {
      const lock = { ifMatch, id, reach: await reach('content.update') };
      return viewed(caller, (actor) => deps.restoreContent({ actor, ...lock, version }), shownBy(deps));
    },
  }),
];
