import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import {
  binEnd,
  binExpiry,
  type ContentBin,
  contentEvents,
  type ContentView,
  recovered,
} from '@portcullis/domain/internal/contents/content';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { requireVersion } from '@portcullis/domain/internal/shared/version';
import { withRoomForSuffix } from '@portcullis/domain/internal/names/slug';
import { changeEntities, changeEntity } from '../changes.ts';
import type { CreateDependencies, EntityInput } from '../dependencies.ts';
import type { WithCover } from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type {
  RemovedContentListItem,
  RemovedContentListQuery,
  RemovedContentViews,
} from '../ports/removed-contents.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { type CallerReach, categoryPaths, reachedPage, requireStored, type ReachInput } from '../reach.ts';
import { scheduler } from '../scheduler-actor.ts';
import { withCover } from './content-links.ts';
import { contentAttributes, type ContentInput } from './content-reach.ts';
import { recordedWrites } from './record-content.ts';
import type { ContentWriteDependencies } from './store-contents.ts';

const isPublic: Condition = { attr: 'resource.status', eq: 'PUBLISHED' };

/** Returns which contents a caller may remove: those that the caller may read and change. */
function removableOf({ changes, reads }: CallerReach): Reach {
  if (typeof reads === 'boolean' && reads) return changes;
  const readable = reads === false ? isPublic : { any: [isPublic, reads] };
  return typeof changes === 'boolean' ? changes && readable : { all: [changes, readable] };
}

/** A content in the list of the bin. */
export interface ContentInBin extends RemovedContentListItem {
  /** When the content is removed for good. */
  readonly expiresAt: Date;
}

interface ListDependencies {
  readonly removedContents: RemovedContentViews;
  readonly bin: ContentBin;
}

/** Lists those contents of the bin that the caller could have removed, the last removed first. */
export const listRemovedContents =
  ({ removedContents, bin }: ListDependencies) =>
  async ({ reach, ...query }: Omit<RemovedContentListQuery, 'reach'> & ReachInput): Promise<Page<ContentInBin>> => {
    const page = await reachedPage(reach && removableOf(reach), query, (condition) =>
      removedContents.list({ ...query, reach: condition }),
    );
    return { ...page, items: page.items.map((item) => ({ ...item, expiresAt: binExpiry(bin, item.removedAt) })) };
  };

/** Returns the slug if it is free, otherwise one that is made from it. */
async function freeSlug({ removedContents }: Uses<'removedContents'>, slug: string): Promise<string> {
  const isFree = (await removedContents.freeSlug(slug)) === slug;
  return isFree ? slug : removedContents.freeSlug(withRoomForSuffix(slug));
}

/**
 * Takes a content out of the bin. If it was public, it becomes a draft. If its slug is taken meanwhile, it gets another
 * one.
 * @throws {BusinessError} content-not-found, also if the bin does not show it to the caller; version-changed, slug-taken
 */
export const recoverContent =
  (deps: ContentWriteDependencies) =>
  ({ actor, id, ifMatch, reach }: ContentInput): Promise<ContentView & WithCover> =>
    deps.work.run(
      async (tx) => {
        const removed = orNotFound(await tx.removedContents.lock(id), 'content-not-found');
        const tagIds = await tx.contents.tagsOf(id);
        if (reach !== undefined) {
          const removable = removableOf(reach);
          const pathOf = await categoryPaths(tx, [removed.categoryId]);
          const attributes = contentAttributes({ ...removed, tagIds });
          requireStored({ reads: removable, changes: removable }, attributes, 'content-not-found', pathOf);
        }
        requireVersion(removed, ifMatch);
        const at = deps.clock.now();
        const content = recovered(removed, await freeSlug(tx, removed.slug), at);
        const { after } = await changeEntities(tx, deps, [{ stored: removed, ifMatch }], async (allow) => {
          const saved = { ...content, tagIds, ...(await tx.removedContents.recover(allow(content))) };
          const write = { kind: 'RECOVER', actor, at, before: { ...removed, tagIds }, after: saved } as const;
          return { ...(await recordedWrites(tx, deps, [write])), after: saved };
        });
        return withCover(tx, after);
      },
      { keyed: actor.keyed },
    );

/**
 * Removes a content of the bin for good.
 * @throws {BusinessError} content-not-found, version-changed
 */
export const purgeContent =
  (deps: CreateDependencies<'removedContents' | 'events'>) =>
  ({ actor, id, ifMatch }: EntityInput<ContentId>): Promise<void> =>
    deps.work.run(async (tx) => {
      const stored = orNotFound(await tx.removedContents.lock(id), 'content-not-found');
      await changeEntity(tx, deps, { actor, event: contentEvents.purged, stored, ifMatch }, async (allow) => {
        await tx.removedContents.purge(allow([id]));
        return {};
      });
    });

/** Maximum number of contents that one transaction purges. It is small, because each may have many revisions. */
const batch = 20;

interface PurgeDependencies extends CreateDependencies<'removedContents' | 'events' | 'tryAdvisoryLock'> {
  readonly bin: ContentBin;
}

/**
 * Removes one batch of contents for good whose time in the bin is over.
 * @returns the number of removed contents; 0 when none are left or another process is removing them
 */
export const purgeDueContents = (deps: PurgeDependencies) => (): Promise<number> =>
  deps.work.run(async (tx) => {
    if (!(await tx.tryAdvisoryLock('purge removed contents'))) return 0;
    const due = await tx.removedContents.lockDue(binEnd(deps.bin, deps.clock.now()), batch);
    await changeEntities(
      tx,
      deps,
      due.map((stored) => ({ stored, ifMatch: 'any' })),
      async (allow) => {
        await tx.removedContents.purge(allow(due.map(({ id }) => id)));
        return { events: due.map((subject) => ({ event: contentEvents.purged, actor: scheduler, subject })) };
      },
    );
    return due.length;
  });
