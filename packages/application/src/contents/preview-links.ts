import type { Reach } from '@portcullis/domain/internal/access/reach';
import { draftsOf } from '@portcullis/domain/internal/access/access-filter';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import { isEffective, pathConditions } from '@portcullis/domain/internal/access/effective-access';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, UserId } from '@portcullis/domain/internal/shared/ids';
import {
  previewLinkEvents,
  previewExpiry,
  type PreviewLinkId,
} from '@portcullis/domain/internal/contents/preview-link';
import type { AccessFactViews } from '../ports/access-facts.ts';
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
  readonly accessFacts: Pick<AccessFactViews, 'ofSubjects'>;
}

/** A link in a list, which may have ended before it expires. */
export interface ListedPreviewLink extends PreviewLinkView {
  /** `ended` if the link shows nothing now, because its author may not read the content. */
  readonly state: 'active' | 'ended';
}

/**
 * Returns what the authors of links may read now. The map does not contain authors who do not exist or are disabled.
 */
async function draftsOfAuthors(
  { accessFacts }: Pick<ListDependencies, 'accessFacts'>,
  authorIds: readonly (UserId | null)[],
): Promise<ReadonlyMap<UserId, Reach>> {
  const userIds = [...new Set(authorIds.filter((id) => id !== null))];
  if (userIds.length === 0) return new Map();
  const { permissions: permissionCodes } = draftReaders;
  const query = { userIds, usernameKeys: [], keyIds: [], permissionCodes, actions: [], withMenus: false };
  const facts = await accessFacts.ofSubjects(query);
  const active = facts.users.filter((user) => isEffective(pathConditions.user, user));
  return new Map(active.map((user) => [user.id, draftsOf(facts, user)]));
}

interface ReadDependencies extends ListDependencies {
  readonly linkTokens: LinkTokens;
  readonly workingCopies: WorkingCopyViews;
}

/**
 * Lists the preview links of a content that have not expired, also those that have ended.
 * @throws {BusinessError} content-not-found
 */
export const listPreviewLinks =
  (deps: ListDependencies) =>
  async ({ reach, ...query }: PreviewLinkListQuery & ReachInput): Promise<Page<ListedPreviewLink>> => {
    const { clock, previewLinks, contents } = deps;
    await requireStoredReach(contents, reach, query.contentId);
    const page = await previewLinks.list(query, clock.now());
    if (page.total === 0) orNotFound(await contents.editorTypeOf(query.contentId), 'content-not-found');
    const readers = await draftsOfAuthors(
      deps,
      page.items.map(({ authorId }) => authorId),
    );
    const isShown = new Map<UserId, boolean>();
    for (const [authorId, drafts] of readers) {
      const found = await contents.reached(query.contentId, drafts);
      isShown.set(authorId, found !== undefined && (found.isPublic || found.isReached));
    }
    const stateOf = ({ authorId }: PreviewLinkView) =>
      authorId !== null && isShown.get(authorId) === true ? ('active' as const) : ('ended' as const);
    return { ...page, items: page.items.map((link) => ({ ...link, state: stateOf(link) })) };
  };

/**
 * Reads the content that a preview link belongs to, as far as the author of the link may read it now. If the author may
 * read drafts of the content and it has a working copy, the fields of the copy are returned.
 * @throws {BusinessError} preview-link-not-found, also if the author does not exist, is disabled, or may not read the
 * content any more
 */
export const readPreview =
  (deps: ReadDependencies) =>
  async (token: string): Promise<ContentWithLongFields> => {
    const { clock, previewLinks, linkTokens, contents, workingCopies } = deps;
    const found = await previewLinks.find(linkTokens.hashOf(token), clock.now());
    const { contentId, authorId } = orNotFound(found, 'preview-link-not-found');
    const authors = await draftsOfAuthors(deps, [authorId]);
    const drafts = orNotFound(authorId === null ? undefined : authors.get(authorId), 'preview-link-not-found');
    const [content, reached] = await Promise.all([contents.find(contentId), contents.reached(contentId, drafts)]);
    if (reached?.isReached !== true) {
      return orNotFound(content?.status === 'PUBLISHED' ? content : undefined, 'preview-link-not-found');
    }
    const shown = orNotFound(content, 'preview-link-not-found');
    const copy = await workingCopies.find(contentId);
    if (copy === undefined) return shown;
    const {
      version: _version,
      baseVersion: _base,
      changedFields: _fields,
      authorId: _author,
      createdAt: _at,
      ...fields
    } = copy;
    return { ...shown, ...fields };
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
