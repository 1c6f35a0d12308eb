import type { Content } from '@portcullis/domain/internal/contents/content';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, TagId } from '@portcullis/domain/internal/shared/ids';
import type { RevisionKind } from '@portcullis/domain/internal/contents/revision';
import { dueTransitions } from '@portcullis/domain/internal/contents/schedule';
import { requireVersion, type VersionCondition } from '@portcullis/domain/internal/shared/version';
import { changeEntities } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import { scheduler } from '../scheduler-actor.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { categoryPaths, type ReachInput } from '../reach.ts';
import { requireReach, type ContentRefusal } from './content-reach.ts';
import { recordedWrites, type ContentRecordDependencies } from './record-content.ts';

/** A content that is locked until the transaction ends. */
export interface LockedContent {
  /** The content after all scheduled transitions (publications and withdrawals) that are due have been stored. */
  readonly content: Content;
  readonly tagIds: readonly TagId[];
  /** The versions of the content that the caller accepts. */
  readonly ifMatch: VersionCondition | undefined;
  /** Number of transitions that were stored while the content was being locked. */
  readonly transitions: number;
}

export interface ContentLock extends IfMatchInput, ReachInput, Pick<ContentRefusal, 'usesDrafts'> {
  readonly id: ContentId;
}

/**
 * Locks a content and stores the due transitions of its schedule. Each transition is saved separately, with its own
 * revision and event. Use cases call this function before they change or remove a content.
 * @throws {BusinessError} content-not-found, permission-required, version-changed
 */
export async function lockContent(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  lock: ContentLock,
): Promise<LockedContent> {
  const locked = orNotFound((await lockContents(tx, source, [lock])).get(lock.id), 'content-not-found');
  if (locked instanceof BusinessError) throw locked;
  return locked;
}

/**
 * Does the same as `lockContent` for several contents, with one statement for each step.
 * @returns the locked content for each id, or the error with which `lockContent` refuses it
 */
export async function lockContents(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  locks: readonly ContentLock[],
): Promise<ReadonlyMap<ContentId, LockedContent | BusinessError>> {
  const ids = locks.map(({ id }) => id);
  // Only the first statement locks. The others are sent together with it and run after it.
  const [found, now, tags] = await Promise.all([
    tx.contents.lockAll(ids),
    tx.now(),
    tx.contents.tagsOfAll(ids),
    tx.revisions.addMissing(ids),
  ]);
  const isConditional = locks.some(({ reach }) => reach !== undefined);
  const pathOf = await categoryPaths(tx, isConditional ? found.map(({ categoryId }) => categoryId) : []);
  const stored = new Map(found.map((content) => [content.id, content]));
  const transitions: (readonly Transition[])[] = [];
  const locked = new Map<ContentId, LockedContent | BusinessError>();
  for (const { id, ifMatch, reach, usesDrafts } of locks) {
    locked.set(
      id,
      resultOrRefusal(() => {
        const first = orNotFound(stored.get(id), 'content-not-found');
        const states = dueTransitions(first, now);
        const tagIds = tags.get(id) ?? [];
        const current = states.at(-1) ?? first;
        requireReach(reach, { ...current, tagIds }, pathOf, { usesDrafts });
        const content = requireVersion(current, ifMatch);
        transitions.push(states.map((after, index) => ({ before: states[index - 1] ?? first, after, tagIds })));
        return { content, tagIds, ifMatch, transitions: states.length };
      }),
    );
  }
  // An event contains the version that its content has when the event is added, so the first transitions of all
  // contents are recorded before the second ones are stored.
  for (let step = 0; transitions.some((each) => each.length > step); step += 1) {
    const due = transitions.flatMap((each) => each[step] ?? []);
    const writes = due.map(({ before, after, tagIds }) => ({
      kind: kindOf(before, after),
      actor: scheduler,
      at: now,
      before: { ...before, tagIds },
      after: { ...after, tagIds },
    }));
    const expected = due.map(({ before }) => ({ stored: before, ifMatch: 'any' }) as const);
    await changeEntities(tx, source, expected, async (allow) => {
      await tx.contents.saveTransitions(allow(due.map(({ after }) => after)));
      return recordedWrites(tx, source, writes);
    });
  }
  return locked;
}

/** A transition of a schedule that is due but not stored yet. */
interface Transition {
  readonly before: Content;
  readonly after: Content;
  readonly tagIds: readonly TagId[];
}

/** Calls a function and returns its result, or the `BusinessError` that it throws. */
export function resultOrRefusal<T>(run: () => T): T | BusinessError {
  try {
    return run();
  } catch (error) {
    return refusalOrThrow(error);
  }
}

/** Returns an error if it is a `BusinessError`, and throws any other error. */
export function refusalOrThrow(error: unknown): BusinessError {
  if (error instanceof BusinessError) return error;
  throw error;
}

/**
 * Returns the revision kind for a transition. A transition that does not change the status only clears a time of the
 * schedule.
 */
function kindOf(before: Content, after: Content): RevisionKind {
  if (before.status === after.status) return 'SCHEDULE';
  return after.status === 'PUBLISHED' ? 'PUBLISH' : 'UNPUBLISH';
}
