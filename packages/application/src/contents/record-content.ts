import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  contentEvents,
  type ContentView,
  type Fingerprint,
  type RecordedContent,
} from '@portcullis/domain/internal/contents/content';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { changedContentFields, type RevisionKind } from '@portcullis/domain/internal/contents/revision';
import type { Fingerprints } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { EventDependencies } from '../changes.ts';

/** The dependencies of the functions that add revisions and events of contents. */
export interface ContentRecordDependencies extends EventDependencies {
  readonly fingerprints: Fingerprints;
}

/** The kind of a write, which determines its event. A recovery from the bin adds a revision of the kind RESTORE. */
type WriteKind = RevisionKind | 'RECOVER';

/** A write of a content that is to be recorded. */
interface RecordedWrite {
  readonly kind: WriteKind;
  readonly actor: Actor;
  readonly at: Date;
  readonly before: ContentView;
  /** The stored content after the write. */
  readonly after: ContentView;
}

/** The event for each kind of write. */
const eventOf = {
  SAVE: contentEvents.updated,
  PUBLISH: contentEvents.published,
  UNPUBLISH: contentEvents.unpublished,
  ARCHIVE: contentEvents.archived,
  RESTORE: contentEvents.restored,
  RECOVER: contentEvents.recovered,
  SCHEDULE: contentEvents.scheduled,
} satisfies Record<WriteKind, unknown>;

/** Adds the first revision of a new content. @returns the event */
export async function recordedCreation(
  tx: Uses<'revisions'>,
  source: ContentRecordDependencies,
  { actor, at, after }: Omit<RecordedWrite, 'kind' | 'before'>,
) {
  const revision = { contentId: after.id, authorId: authorOf(actor), createdAt: at, changedFields: [] };
  await tx.revisions.addAll([{ ...revision, kind: 'SAVE' }]);
  const recorded = await recordedContent(source.fingerprints, after);
  return { events: [{ event: contentEvents.created, actor, subject: after, after: recorded }] };
}

/**
 * Adds a revision for each write. The writes are already stored, and concern different contents.
 * @returns the events
 */
export async function recordedWrites(
  tx: Uses<'revisions'>,
  source: ContentRecordDependencies,
  writes: readonly RecordedWrite[],
) {
  const revisions = writes.map(({ kind, actor, at, before, after }) => {
    const changedFields = changedContentFields(before, after);
    const revisionKind = kind === 'RECOVER' ? 'RESTORE' : kind;
    return { contentId: after.id, kind: revisionKind, authorId: authorOf(actor), createdAt: at, changedFields };
  });
  await tx.revisions.addAll(revisions);
  return { events: await contentEventsOf(source, writes) };
}

/** Returns the event of each write. */
const contentEventsOf = ({ fingerprints }: ContentRecordDependencies, writes: readonly Omit<RecordedWrite, 'at'>[]) =>
  Promise.all(
    writes.map(async ({ kind, actor, before, after }) => {
      const [recordedBefore, recordedAfter] = await Promise.all([
        recordedContent(fingerprints, before, after),
        recordedContent(fingerprints, after, before),
      ]);
      return { event: eventOf[kind], actor, subject: after, before: recordedBefore, after: recordedAfter };
    }),
  );

/** Returns the event of the removal of each content. A removal adds no revision. */
export const removalEventsOf = (
  { fingerprints }: ContentRecordDependencies,
  actor: Actor,
  contents: readonly ContentView[],
) =>
  Promise.all(
    contents.map(async (content) => {
      const before = await recordedContent(fingerprints, content);
      return { event: contentEvents.deleted, actor, subject: content, before };
    }),
  );

/** Returns the author of a write: the user, or null if the service itself made the write. */
export const authorOf = ({ type, id }: Actor): UserId | null => (type === 'system' ? null : id);

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
