import {
  previewLinkEvents,
  orNotFound,
  previewExpiry,
  type Actor,
  type ContentId,
  type PreviewLinkId,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordChange } from '../changes.ts';
import type { LinkTokens } from '../ports/preview-links.ts';

export interface CreatePreviewLinkInput {
  readonly actor: Actor;
  readonly contentId: ContentId;
  /** A duration that `previewLifetimeRule` accepts, such as `12h` or `3d`. */
  readonly expiresIn: string;
}

/** A new preview link. Only this response contains the token. */
export interface CreatedPreviewLink {
  readonly id: PreviewLinkId;
  readonly token: string;
  readonly expiresAt: Date;
}

interface Dependencies extends CreateDependencies<'contents' | 'previewLinks' | 'events'> {
  readonly linkTokens: LinkTokens;
}

/**
 * Creates a link with which anyone can read a content without logging in. If the content has a working copy, the link
 * shows the changes in this copy.
 * @throws {BusinessError} content-not-found
 */
export const createPreviewLink =
  (deps: Dependencies) =>
  ({ actor, contentId, expiresIn }: CreatePreviewLinkInput): Promise<CreatedPreviewLink> =>
    deps.work.run(async (tx) => {
      const { clock, ids, linkTokens } = deps;
      const content = orNotFound(await tx.contents.lock(contentId), 'content-not-found');
      const { token, hash: tokenHash } = linkTokens.create();
      const id = ids.next<'PreviewLink'>();
      const createdAt = clock.now();
      const expiresAt = previewExpiry(expiresIn, createdAt);
      const link = { id, contentId, tokenHash, authorId: actor.id, createdAt, expiresAt };
      await recordChange(tx, deps, { event: previewLinkEvents.created, actor, subject: content }, async (allow) => {
        await tx.previewLinks.add(allow(link));
        return { after: link };
      });
      return { id, token, expiresAt };
    });
