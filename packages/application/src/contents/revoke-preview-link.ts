import { previewLinkEvents, orNotFound, type Actor, type ContentId, type PreviewLinkId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordChange } from '../changes.ts';

export interface RevokePreviewLinkInput {
  readonly actor: Actor;
  readonly contentId: ContentId;
  readonly id: PreviewLinkId;
}

/**
 * Removes a preview link. From the next request on, the link does not work.
 * @throws {BusinessError} preview-link-not-found
 */
export const revokePreviewLink =
  (deps: CreateDependencies<'contents' | 'previewLinks' | 'events'>) =>
  ({ actor, contentId, id }: RevokePreviewLinkInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const content = orNotFound(await tx.contents.lock(contentId), 'preview-link-not-found');
      await recordChange(tx, deps, { event: previewLinkEvents.revoked, actor, subject: content }, async (allow) => ({
        before: orNotFound(await tx.previewLinks.remove(allow(contentId), id), 'preview-link-not-found'),
      }));
    });
