import {
  contentEvents,
  changedContentFields,
  type Actor,
  type ContentView,
  type Fingerprint,
  type RecordedContent,
  type RevisionKind,
  type UserId,
} from '@portcullis/domain';
import type { Fingerprints } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, recordEvents, type EventDependencies } from '../record-event.ts';

/** The dependencies of the functions that add revisions and events of contents. */
export interface ContentRecordDependencies extends EventDependencies {
  readonly fingerprints: Fingerprints;
}

/** A write of a content that is to be recorded. */
interface RecordedWrite {
  readonly kind: RevisionKind;
  readonly actor: Actor;
  readonly at: Date;
  readonly before: ContentView;
  /** The stored content after the write. */
  readonly after: ContentView;
}

/** The event for each kind of revision. */
const eventOf = {
  SAVE: contentEvents.updated,
  PUBLISH: contentEvents.published,
  UNPUBLISH: contentEvents.unpublished,
  ARCHIVE: contentEvents.archived,
  RESTORE: contentEvents.restored,
  SCHEDULE: contentEvents.scheduled,
} satisfies Record<RevisionKind, unknown>;

/** Adds the first revision and the event of a new content. */
export async function recordCreation(
  tx: Transaction,
  source: ContentRecordDependencies,
  { actor, at, after }: Omit<RecordedWrite, 'kind' | 'before'>,
): Promise<void> {
  const revision = { contentId: after.id, authorId: authorOf(actor), createdAt: at, changedFields: [] };
  await tx.revisions.addAll([{ ...revision, kind: 'SAVE' }]);
  const recorded = await recordedContent(source.fingerprints, after);
  await recordEvent(tx, source, {
    event: contentEvents.created,
    actor,
    subject: after,
    after: recorded,
  });
}

/** Adds a revision and an event for each write. The writes are already stored, and concern different contents. */
export async function recordWrites(
  tx: Transaction,
  source: ContentRecordDependencies,
  writes: readonly RecordedWrite[],
): Promise<void> {
  const revisions = writes.map(({ kind, actor, at, before, after }) => {
    const changedFields = changedContentFields(before, after);
    return { contentId: after.id, kind, authorId: authorOf(actor), createdAt: at, changedFields };
  });
  await Promise.all([tx.revisions.addAll(revisions), recordContentEvents(tx, source, writes)]);
}

/** Adds an event for each write that changed something. */
export async function recordContentEvents(
  tx: Transaction,
  source: ContentRecordDependencies,
  writes: readonly Omit<RecordedWrite, 'at'>[],
): Promise<void> {
  const occurrences = writes.map(async ({ kind, actor, before, after }) => {
    const [recordedBefore, recordedAfter] = await Promise.all([
      recordedContent(source.fingerprints, before, after),
      recordedContent(source.fingerprints, after, before),
    ]);
    return { event: eventOf[kind], actor, subject: after, before: recordedBefore, after: recordedAfter };
  });
  await recordEvents(tx, source, await Promise.all(occurrences));
}

/**
 * Adds an event for the removal of each content. There are no revisions, because the revisions are removed with the
 * contents.
 */
export async function recordRemovals(
  tx: Transaction,
  source: ContentRecordDependencies,
  actor: Actor,
  contents: readonly ContentView[],
): Promise<void> {
  const occurrences = contents.map(async (content) => {
    const before = await recordedContent(source.fingerprints, content);
    return { event: contentEvents.deleted, actor, subject: content, before };
  });
  await recordEvents(tx, source, await Promise.all(occurrences));
}

/** Returns the author of a revision: the user, or null if the service itself made the write. */
const authorOf = ({ type, id }: Actor): UserId | null => (type === 'system' ? null : id);

/**
 * Converts a content to the form that events store, which contains a hash instead of each body. A body that is the same
 * in `other` becomes null, because its hash is not needed and hashing takes time.
 */
async function recordedContent(
  fingerprints: Fingerprints,
  content: ContentView,
  other?: ContentView,
): Promise<RecordedContent> {
  const of = async (name: 'contentMd' | 'contentHtml' | 'contentRaw'): Promise<Fingerprint | null> => {
    const text = content[name];
    return text === null || text === other?.[name] ? null : fingerprints.of(text);
  };
  const [contentMd, contentHtml, contentRaw] = await Promise.all([
    of('contentMd'),
    of('contentHtml'),
    of('contentRaw'),
  ]);
  return { ...content, contentMd, contentHtml, contentRaw, tagIds: content.tagIds.toSorted() };
}
