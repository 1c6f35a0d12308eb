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
import type { IfMatchInput } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordContentEvent, recordWrite, type ContentRecordDependencies } from './record-content.ts';

/** A content that is locked until the transaction ends. */
export interface LockedContent {
  /** The content after all scheduled transitions (publications and withdrawals) that are due have been stored. */
  readonly content: Content;
  readonly tagIds: readonly TagId[];
  /** Number of transitions that were stored while the content was being locked. */
  readonly transitions: number;
}

/** The actor of scheduled transitions in the event log. */
const scheduler: Actor = {
  type: 'system',
  id: operatorId,
  name: 'schedule',
  ipAddress: '127.0.0.1',
  userAgent: 'portcullis',
  sessionId: null,
  requestId: null,
};

interface ContentLock extends IfMatchInput {
  readonly id: ContentId;
  /**
   * Whether the content is about to be removed. Revisions are then not added, because they would be removed with the
   * content.
   */
  readonly forRemoval?: boolean;
}

/**
 * Locks a content and stores the due transitions of its schedule. Each transition is saved separately, with its own
 * revision and event. Use cases call this function before they change or remove a content.
 * @throws {BusinessError} content-not-found, version-changed
 */
export async function lockContentWithin(
  tx: Transaction,
  source: ContentRecordDependencies,
  { id, ifMatch, forRemoval = false }: ContentLock,
): Promise<LockedContent> {
  // The calls are started together, so that they are sent in one batch. The content is locked before the later calls
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

/**
 * Returns the revision kind for a transition. A transition that does not change the status only clears a time of the
 * schedule.
 */
function kindOf(before: Content, after: Content): RevisionKind {
  if (before.status === after.status) return 'SCHEDULE';
  return after.status === 'PUBLISHED' ? 'PUBLISH' : 'UNPUBLISH';
}
