import type { Actor, Content, ContentId, ContentView, RevisionKind, TagId, VersionCondition } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { setTagsWithin } from './content-links.ts';
import { lockContentWithin } from './lock-content.ts';
import {
  recordContentEvent,
  recordCreation,
  recordRemoval,
  recordWrite,
  type ContentRecordSource,
} from './record-content.ts';

/** The dependencies of a use case that writes contents. */
export interface ContentWriteDependencies extends CreateDependencies, ContentRecordSource {}

/** Who writes a content, and when. */
export interface ContentWrite {
  readonly actor: Actor;
  readonly at: Date;
  /** The versions of the content that the client accepts. */
  readonly ifMatch?: VersionCondition | undefined;
  /** The tags that the change sets. They are locked before the content. */
  readonly newTags?: readonly TagId[] | undefined;
}

/** A content as it is to be stored. */
export interface ContentChange {
  readonly content: Content;
  /** Replaces all tags. If absent, the tags stay. */
  readonly tagIds?: readonly TagId[] | undefined;
  readonly kind: RevisionKind;
}

/** Computes a change of a stored content. */
type Changing<Change> = (stored: Content, tagIds: readonly TagId[]) => Promise<Change> | Change;

/**
 * Adds a content with its tags, its first revision and its event.
 * @throws {BusinessError} slug-taken, unknown-tags
 */
export async function addContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  { content, tagIds }: { readonly content: Content; readonly tagIds: readonly TagId[] },
  { actor, at }: ContentWrite,
): Promise<ContentView> {
  await tx.contents.add(content);
  const after = { ...content, ...(await setTagsWithin(tx, content.id, tagIds)) };
  await recordCreation(tx, source, { actor, at, after });
  return after;
}

/**
 * Locks a content, changes it, and stores it with a revision and an event. All changes of stored contents go through this
 * function.
 * @param change receives the content as it is now and its tags. If it returns the same content, nothing is stored, and the
 * event has no changes. If it returns undefined, nothing is stored or recorded, and the result is undefined.
 * @returns the content as it is stored afterwards
 * @throws {BusinessError} content-not-found, version-changed, slug-taken, unknown-tags, and what `change` throws
 */
export function changeContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  write: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange>,
): Promise<ContentView>;
export function changeContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  write: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange | undefined>,
): Promise<ContentView | undefined>;
export async function changeContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  { id, actor, at, ifMatch, newTags = [] }: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange | undefined>,
): Promise<ContentView | undefined> {
  // Tags are locked before the content, in the same order as in the removal of a tag, to avoid a deadlock.
  const [, { content: stored, tagIds: tags }] = await Promise.all([
    tx.tags.existingIds(newTags),
    lockContentWithin(tx, source, { id, ifMatch }),
  ]);
  const changed = await change(stored, tags);
  if (changed === undefined) return undefined;
  const { content, tagIds, kind } = changed;
  const before = { ...stored, tagIds: tags };
  if (content === stored) {
    await recordContentEvent(tx, source, { kind, actor, before, after: before });
    return before;
  }
  const tagged = tagIds === undefined ? { tagIds: tags } : await setTagsWithin(tx, id, tagIds);
  // The content is saved after the tags, so that a change of only the tags also changes `updatedAt`.
  const after = { ...content, ...tagged, ...(await tx.contents.save(content)) };
  await recordWrite(tx, source, { kind, actor, at, before, after });
  return after;
}

/**
 * Removes a content with its tag links, revisions, working copy and preview links, and adds an event.
 * @throws {BusinessError} content-not-found, version-changed
 */
export async function removeContentWithin(
  tx: Transaction,
  source: ContentRecordSource,
  { id, actor, ifMatch }: Pick<ContentWrite, 'actor' | 'ifMatch'> & { readonly id: ContentId },
): Promise<void> {
  const { content, tagIds } = await lockContentWithin(tx, source, { id, ifMatch, forRemoval: true });
  await tx.contents.remove(id);
  await recordRemoval(tx, source, { actor, before: { ...content, tagIds } });
}
