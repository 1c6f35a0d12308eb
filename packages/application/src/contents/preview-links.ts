import type { Actor } from '@portcullis/domain/internal/actor';
import { orNotFound } from '@portcullis/domain/internal/errors';
import type { ContentId } from '@portcullis/domain/internal/ids';
import { previewLinkEvents, previewExpiry, type PreviewLinkId } from '@portcullis/domain/internal/preview-link';
import type { ContentViews, ContentWithLongFields } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type { PreviewLinkListQuery, PreviewLinkView, PreviewLinkViews, LinkTokens } from '../ports/preview-links.ts';
import type { Clock } from '../ports/system.ts';
import type { WorkingCopyViews } from '../ports/working-copies.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { ReachInput } from '../reach.ts';
import { requireLockedReach, requireStoredReach } from './content-reach.ts';
import { recordChange } from '../changes.ts';

interface ListDependencies {
  readonly clock: Clock;
  readonly previewLinks: PreviewLinkViews;
  readonly contents: ContentViews;
}

interface ReadDependencies extends ListDependencies {
  readonly linkTokens: LinkTokens;
  readonly workingCopies: WorkingCopyViews;
}

/**
 * Lists the preview links of a content that have not expired.
 * @throws {BusinessError} content-not-found
 */
export const listPreviewLinks =
  ({ clock, previewLinks, contents }: ListDependencies) =>
  async ({ reach, ...query }: PreviewLinkListQuery & ReachInput): Promise<Page<PreviewLinkView>> => {
    await requireStoredReach(contents, reach, query.contentId);
    const page = await previewLinks.list(query, clock.now());
    if (page.total === 0) orNotFound(await contents.editorTypeOf(query.contentId), 'content-not-found');
    return page;
  };

/**
 * Reads the content that a preview link belongs to. If the content has a working copy, the fields of the copy are
 * returned.
 * @throws {BusinessError} preview-link-not-found
 */
export const readPreview =
  ({ clock, previewLinks, linkTokens, contents, workingCopies }: ReadDependencies) =>
  async (token: string): Promise<ContentWithLongFields> => {
    const id = await previewLinks.contentOf(linkTokens.hashOf(token), clock.now());
    const content = orNotFound(id && (await contents.find(id)), 'preview-link-not-found');
    const copy = await workingCopies.find(content.id);
    if (copy === undefined) return content;
    const { baseVersion: _base, changedFields: _fields, authorId: _author, createdAt: _at, ...fields } = copy;
    return { ...content, ...fields };
  };

/** What `createPreviewLink` needs. */
export interface CreatePreviewLinkInput extends ReachInput {
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

interface CreationDependencies
  extends CreateDependencies<'contents' | 'previewLinks' | 'categories' | 'events' | 'now'> {
  readonly linkTokens: LinkTokens;
}

/**
 * Creates a link with which anyone can read a content without logging in. If the content has a working copy, the link
 * shows the changes in this copy.
 * @throws {BusinessError} content-not-found
 */
export const createPreviewLink =
  (deps: CreationDependencies) =>
  ({ actor, contentId, expiresIn, reach }: CreatePreviewLinkInput): Promise<CreatedPreviewLink> =>
    deps.work.run(async (tx) => {
      const { clock, ids, linkTokens } = deps;
      const content = orNotFound(await tx.contents.lock(contentId), 'content-not-found');
      await requireLockedReach(tx, reach, content);
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

/** What `revokePreviewLink` needs. */
export interface RevokePreviewLinkInput extends ReachInput {
  readonly actor: Actor;
  readonly contentId: ContentId;
  readonly id: PreviewLinkId;
}

/**
 * Removes a preview link. From the next request on, the link does not work.
 * @throws {BusinessError} preview-link-not-found
 */
export const revokePreviewLink =
  (deps: CreateDependencies<'contents' | 'previewLinks' | 'categories' | 'events' | 'now'>) =>
  ({ actor, contentId, id, reach }: RevokePreviewLinkInput): Promise<void> =>
    deps.work.run(async (tx) => {
      const content = orNotFound(await tx.contents.lock(contentId), 'preview-link-not-found');
      await requireLockedReach(tx, reach, content, { notFound: 'preview-link-not-found' });
      await recordChange(tx, deps, { event: previewLinkEvents.revoked, actor, subject: content }, async (allow) => ({
        before: orNotFound(await tx.previewLinks.remove(allow(contentId), id), 'preview-link-not-found'),
      }));
    });
