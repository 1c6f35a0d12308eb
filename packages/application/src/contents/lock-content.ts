import {
  dueTransitions,
  operatorId,
  orNotFound,
  requireVersion,
  type Actor,
  type Content,
  type ContentId,
  type RevisionKind,
  type TagId,
} from '@portcullis/domain';
import type { Conditional } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordContentEvent, recordWrite, type ContentRecordSource } from './record-content.ts';

/** A content that is locked until the transaction ends. */
export interface LockedContent {
  /** The content as it is now: all transitions that were due have been stored. */
  readonly content: Content;
  readonly tagIds: readonly TagId[];
  /** Number of transitions that were stored while the content was being locked. */
  readonly transitions: number;
}

/** The actor of transitions whose time has come. */
const scheduler: Actor = {
  type: 'system',
  id: operatorId,
  name: 'schedule',
  ipAddress: '127.0.0.1',
  userAgent: 'portcullis',
  sessionId: null,
  requestId: null,
};

interface ContentLock extends Conditional {
  readonly id: ContentId;
  /** Whether the content will be removed. Then no revisions are added, because they would be removed with the content. */
  readonly forRemoval?: boolean;
}

/**
 * Locks a content and stores the transitions of its schedule that are due, each with a save, a revision and an event
 * of its own. Every use case that changes a content calls this function first.
 * @throws {BusinessError} content-not-found, version-changed
 */
export async function lockContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  { id, ifMatch, forRemoval = false }: ContentLock,
): Promise<LockedContent> {
  // These calls are made together, so that they are sent in one batch. The lock is acquired before the other calls
  // run.
  const [found, now, tagIds] = await Promise.all([
    tx.contents.lock(id),
    tx.now(),
    tx.contents.tagsOf(id),
    forRemoval ? undefined : tx.revisions.addMissing(id),
  ]);
  const stored = orNotFound(found, 'content-not-found');
  const states = dueTransitions(stored, now);
  const content = requireVersion(states.at(-1) ?? stored, ifMatch);
  let before = stored;
  for (const state of states) {
    await tx.contents.saveTransition(state);
    const change = { before: { ...before, tagIds }, after: { ...state, tagIds } };
    const record = forRemoval ? recordContentEvent : recordWrite;
    await record(tx, source, { kind: kindOf(before, state), actor: scheduler, at: now, ...change });
    before = state;
  }
  return { content, tagIds, transitions: states.length };
}

/** Returns the kind of the revision for a transition. A transition that does not change the status only clears a time. */
function kindOf(before: Content, after: Content): RevisionKind {
  if (before.status === after.status) return 'SCHEDULE';
  return after.status === 'PUBLISHED' ? 'PUBLISH' : 'UNPUBLISH';
}
