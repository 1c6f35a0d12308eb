import {
  changedContentFields,
  type Actor,
  type ContentView,
  type EventSubject,
  type EventType,
  type Fingerprint,
  type RecordedContent,
  type RevisionKind,
  type UserId,
} from '@portcullis/domain';
import type { Fingerprints } from '../ports/system.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent, type EventDependencies } from '../record-event.ts';

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

/** The event type for each kind of revision. */
const eventOf = {
  SAVE: 'content.updated',
  PUBLISH: 'content.published',
  UNPUBLISH: 'content.unpublished',
  ARCHIVE: 'content.archived',
  RESTORE: 'content.restored',
  SCHEDULE: 'content.scheduled',
} as const satisfies Record<RevisionKind, EventType>;

/** Adds the first revision and the event of a new content. */
export async function recordCreation(
  tx: Transaction,
  source: ContentRecordDependencies,
  { actor, at, after }: Omit<RecordedWrite, 'kind' | 'before'>,
): Promise<void> {
  const revision = { contentId: after.id, authorId: authorOf(actor), createdAt: at, changedFields: [] };
  await tx.revisions.add({ ...revision, kind: 'SAVE' });
  const recorded = await recordedContent(source.fingerprints, after);
  await recordEvent(tx, source, { type: 'content.created', actor, subject: contentSubject(after), after: recorded });
}

/** Adds a revision and an event for a write that is already stored. */
export async function recordWrite(
  tx: Transaction,
  source: ContentRecordDependencies,
  write: RecordedWrite,
): Promise<void> {
  const { kind, actor, at, before, after } = write;
  const changedFields = changedContentFields(before, after);
  const revision = { contentId: after.id, kind, authorId: authorOf(actor), createdAt: at, changedFields };
  await Promise.all([tx.revisions.add(revision), recordContentEvent(tx, source, write)]);
}

/** Adds an event for a write. If the write changed nothing, the event lists no changes. */
export async function recordContentEvent(
  tx: Transaction,
  source: ContentRecordDependencies,
  { kind, actor, before, after }: Omit<RecordedWrite, 'at'>,
): Promise<void> {
  const [recordedBefore, recordedAfter] = await Promise.all([
    recordedContent(source.fingerprints, before, after),
    recordedContent(source.fingerprints, after, before),
  ]);
  const subject = contentSubject(after);
  await recordEvent(tx, source, { type: eventOf[kind], actor, subject, before: recordedBefore, after: recordedAfter });
}

/**
 * Adds an event for the removal of a content. There is no revision, because the revisions are removed with the content.
 */
export async function recordRemoval(
  tx: Transaction,
  source: ContentRecordDependencies,
  { actor, before: content }: Pick<RecordedWrite, 'actor' | 'before'>,
): Promise<void> {
  const before = await recordedContent(source.fingerprints, content);
  await recordEvent(tx, source, { type: 'content.deleted', actor, subject: contentSubject(content), before });
}

export const contentSubject = ({ id, title }: Pick<ContentView, 'id' | 'title'>): EventSubject => ({
  type: 'content',
  id,
  name: title,
});

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
