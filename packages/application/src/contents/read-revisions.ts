import { orNotFound, type ContentId, type Revision } from '@portcullis/domain';
import type { ContentViews } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type { RevisionWithLongFields, RevisionListQuery, RevisionViews } from '../ports/revisions.ts';

interface Dependencies {
  readonly revisions: RevisionViews;
}

/**
 * Lists the revisions of a content, newest first.
 * @throws {BusinessError} content-not-found
 */
export const listRevisions =
  ({ revisions, contents }: Dependencies & { readonly contents: ContentViews }) =>
  async (query: RevisionListQuery): Promise<Page<Revision>> => {
    const page = await revisions.list(query);
    // If the list is empty, this line checks whether the content exists. An existing content has no revisions if it was
    // last written by a release that did not support revisions.
    if (page.total === 0) orNotFound(await contents.editorTypeOf(query.contentId), 'content-not-found');
    return page;
  };

/**
 * Reads a content as it was in an earlier version.
 * @throws {BusinessError} revision-not-found
 */
export const readRevision =
  ({ revisions }: Dependencies) =>
  async (id: ContentId, version: number): Promise<RevisionWithLongFields> =>
    orNotFound(await revisions.find(id, version), 'revision-not-found');
