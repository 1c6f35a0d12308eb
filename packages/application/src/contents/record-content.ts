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
import { recordEvent, type EventSource } from '../record-event.ts';

/** What the functions below need, besides the transaction, to record a write of a content. */
export interface ContentRecordSource extends EventSource {
  readonly fingerprints: Fingerprints;
}

/** A write of a content. */
interface RecordedWrite {
  readonly kind: RevisionKind;
  readonly actor: Actor;
  readonly at: Date;
  readonly before: ContentView;
  /** The content as it is stored now. */
  readonly after: ContentView;
}

/** The event of each kind of revision. */
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
  source: ContentRecordSource,
  { actor, at, after }: Omit<RecordedWrite, 'kind' | 'before'>,
): Promise<void> {
  const revision = { contentId: after.id, authorId: authorOf(actor), createdAt: at, changedFields: [] };
  await tx.revisions.add({ ...revision, kind: 'SAVE' });
  const recorded = await recordedContent(source.fingerprints, after);
  await recordEvent(tx, source, { type: 'content.created', actor, subject: contentSubject(after), after: recorded });
}

/** Adds the revision and the event of a stored write. */
export async function recordWrite(tx: Transaction, source: ContentRecordSource, write: RecordedWrite): Promise<void> {
  const { kind, actor, at, before, after } = write;
  const changedFields = changedContentFields(before, after);
  const revision = { contentId: after.id, kind, authorId: authorOf(actor), createdAt: at, changedFields };
  await Promise.all([tx.revisions.add(revision), recordContentEvent(tx, source, write)]);
}

/** Adds the event of a write. If the write changed nothing, the event has no changes. */
export async function recordContentEvent(
  tx: Transaction,
  source: ContentRecordSource,
  { kind, actor, before, after }: Omit<RecordedWrite, 'at'>,
): Promise<void> {
  const [recordedBefore, recordedAfter] = await Promise.all([
    recordedContent(source.fingerprints, before, after),
    recordedContent(source.fingerprints, after, before),
  ]);
  const subject = contentSubject(after);
  await recordEvent(tx, source, { type: eventOf[kind], actor, subject, before: recordedBefore, after: recordedAfter });
}

/** Adds the event of the removal of a content. Its revisions are removed with it. */
export async function recordRemoval(
  tx: Transaction,
  source: ContentRecordSource,
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

/** Returns the author of a revision, which is null for a write of the service itself. */
const authorOf = ({ type, id }: Actor): UserId | null => (type === 'system' ? null : id);

/** Returns a content as events record it. Bodies that are the same in `other` are left out, because hashing them takes time. */
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
