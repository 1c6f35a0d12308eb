import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { Content, ContentBin, ContentView } from '@portcullis/domain/internal/contents/content';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { ContentId, TagId } from '@portcullis/domain/internal/shared/ids';
import type { RevisionKind } from '@portcullis/domain/internal/contents/revision';
import type { VersionCondition } from '@portcullis/domain/internal/shared/version';
import type { CreateDependencies } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { changeEntities } from '../changes.ts';
import { setTags } from './content-links.ts';
import type { ReachInput } from '../reach.ts';
import { requireResultInReach, type ContentRefusal } from './content-reach.ts';
import { lockContent, lockContents, resultOrRefusal, type ContentLock, type LockedContent } from './lock-content.ts';
import {
  authorOf,
  type ContentRecordDependencies,
  recordedCreation,
  recordedWrites,
  removalEventsOf,
} from './record-content.ts';

/** The dependencies of a use case that writes contents. */
export interface ContentWriteDependencies
  extends CreateDependencies<
      | 'contents'
      | 'removedContents'
      | 'revisions'
      | 'workingCopies'
      | 'categories'
      | 'tags'
      | 'media'
      | 'events'
      | 'now'
    >,
    ContentRecordDependencies {}

/** Who writes a content, when, and under which conditions. */
export interface ContentWrite extends ReachInput, Pick<ContentRefusal, 'usesDrafts'> {
  readonly actor: Actor;
  readonly at: Date;
  /** The versions of the content that the client accepts. */
  readonly ifMatch?: VersionCondition | undefined;
  /** The tags that the change sets. They are locked before the content to avoid deadlocks. */
  readonly newTags?: readonly TagId[] | undefined;
}

/** The new state of a content. */
export interface ContentChange {
  readonly content: Content;
  /** Replaces all tags. If absent, the tags do not change. */
  readonly tagIds?: readonly TagId[] | undefined;
  readonly kind: RevisionKind;
}

interface NewContent {
  readonly content: Content;
  readonly tagIds: readonly TagId[];
  /** Whether the slug was made from the title, so that a number is appended to it if it is in use. */
  readonly isSlugMade: boolean;
}

/** Computes the new state of a stored content. */
type Changing<Change> = (stored: Content, tagIds: readonly TagId[]) => Promise<Change> | Change;

/**
 * Adds a content with its tags, its first revision and an event.
 * @throws {BusinessError} slug-taken, unknown-tags
 */
export async function addContent(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events'>,
  source: ContentRecordDependencies,
  { content, tagIds, isSlugMade }: NewContent,
  { actor, at, reach }: ContentWrite,
): Promise<ContentView> {
  await requireResultInReach(tx, reach, { ...content, tagIds });
  const { after } = await changeEntities(tx, source, [], async (allow) => {
    const add = isSlugMade ? tx.contents.addWithFreeSlug : tx.contents.add;
    const slug = await add(allow(content));
    const tagged = tagIds.length === 0 ? { tagIds } : await setTags(tx, allow(content.id), tagIds);
    const added = { ...content, ...slug, ...tagged };
    return { ...(await recordedCreation(tx, source, { actor, at, after: added })), after: added };
  });
  return after;
}

/**
 * Locks a content, changes it, and stores it with a revision and an event. Use cases that change a content call this
 * function.
 * @param change receives the current content and its tags. If `change` returns the same content object, the content is
 * not stored. If `change` returns undefined, the content is not stored either, and the result is undefined. In both
 * cases, only due transitions of the schedule and a missing revision are stored and recorded.
 * @returns the stored content after the change
 * @throws {BusinessError} content-not-found, permission-required, version-changed, slug-taken, unknown-tags, and the
 * errors of `change`
 */
export function changeContent(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  write: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange>,
): Promise<ContentView>;
export function changeContent(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  write: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange | undefined>,
): Promise<ContentView | undefined>;
export async function changeContent(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'tags' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  { id, actor, at, ifMatch, reach, usesDrafts, newTags = [] }: ContentWrite & { readonly id: ContentId },
  change: Changing<ContentChange | undefined>,
): Promise<ContentView | undefined> {
  await tx.tags.existingIds(newTags);
  const { content: stored, tagIds: tags } = await lockContent(tx, source, { id, ifMatch, reach, usesDrafts });
  const changed = await change(stored, tags);
  if (changed === undefined) return undefined;
  const { content, tagIds, kind } = changed;
  const before = { ...stored, tagIds: tags };
  if (content === stored) return before;
  // The operation itself may change the status, so only the other attributes must stay in reach.
  const { status, publishedAt } = stored;
  await requireResultInReach(tx, reach, { ...content, status, publishedAt, tagIds: tagIds ?? tags });
  const { after } = await changeEntities(tx, source, [{ stored, ifMatch }], async (allow) => {
    const tagged = tagIds === undefined ? { tagIds: tags } : await setTags(tx, allow(id), tagIds);
    // The content is saved after its tags. If only the tags have changed, `setTags` has already incremented the
    // version in this transaction, so `save` also stores the new `updatedAt`.
    const saved = { ...content, ...tagged, ...(await tx.contents.save(allow(content), stored)) };
    return { ...(await recordedWrites(tx, source, [{ kind, actor, at, before, after: saved }])), after: saved };
  });
  return after;
}

/** The errors of the contents that were not changed. */
type Refusals = ReadonlyMap<ContentId, BusinessError>;

/** A change of the status of several contents. */
interface StatusWrite {
  readonly actor: Actor;
  readonly at: Date;
  readonly locks: readonly ContentLock[];
  readonly kind: RevisionKind;
}

/**
 * Locks several contents, changes their status, and stores each with a revision and an event, as `changeContent`
 * does. Each step is one statement for all contents, except that a content whose body also changes is stored alone.
 * @param change receives each content after its due transitions. If it returns the same content object, nothing is
 * stored or recorded for it. If it throws a `BusinessError`, the content is not changed, except that its due
 * transitions and a missing revision are stored.
 * @returns content-not-found, version-changed, or the error of `change` for each content that was not changed
 */
export async function changeStatuses(
  tx: Uses<'contents' | 'revisions' | 'categories' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  { actor, at, locks, kind }: StatusWrite,
  change: (stored: Content) => Content,
): Promise<Refusals> {
  const refusals = new Map<ContentId, BusinessError>();
  const changed: (LockedContent & { readonly after: Content })[] = [];
  for (const [id, locked] of await lockContents(tx, source, locks)) {
    const content = locked instanceof BusinessError ? locked : resultOrRefusal(() => change(locked.content));
    if (locked instanceof BusinessError || content instanceof BusinessError) {
      if (content instanceof BusinessError) refusals.set(id, content);
      continue;
    }
    if (content !== locked.content) changed.push({ ...locked, after: content });
  }
  await changeEntities(tx, source, changed.map(expected), async (allow) => {
    for (const { content, after } of changed) {
      if (content.contentHtml !== after.contentHtml) await tx.contents.save(allow(after), content);
    }
    const saved = await tx.contents.saveStatuses(allow(changed.map(({ after }) => after)));
    const writes = changed.map(({ content, tagIds, after }) => {
      const before = { ...content, tagIds };
      return { kind, actor, at, before, after: { ...after, tagIds, ...saved.get(after.id) } };
    });
    return recordedWrites(tx, source, writes);
  });
  return refusals;
}

/** The dependencies of a use case that removes contents. */
export interface ContentRemovalDependencies extends ContentWriteDependencies {
  readonly bin: ContentBin;
}

/**
 * Moves several contents into the bin, or removes them for good if there is no bin. Adds an event for each.
 * @returns content-not-found or version-changed for each content that was not removed
 */
export async function removeContents(
  tx: Uses<'contents' | 'removedContents' | 'revisions' | 'categories' | 'events' | 'now'>,
  source: ContentRemovalDependencies,
  actor: Actor,
  locks: readonly ContentLock[],
): Promise<Refusals> {
  const refusals = new Map<ContentId, BusinessError>();
  const removed: LockedContent[] = [];
  for (const [id, locked] of await lockContents(tx, source, locks)) {
    if (locked instanceof BusinessError) refusals.set(id, locked);
    else removed.push(locked);
  }
  await changeEntities(tx, source, removed.map(expected), async (allow) => {
    const ids = allow(removed.map(({ content }) => content.id));
    const removal = { removedAt: source.clock.now(), removedBy: authorOf(actor) };
    await (source.bin.days === 0 ? tx.removedContents.purge(ids) : tx.removedContents.add(ids, removal));
    const contents = removed.map(({ content, tagIds }) => ({ ...content, tagIds }));
    return { events: await removalEventsOf(source, actor, contents) };
  });
  return refusals;
}

const expected = ({ content, ifMatch }: LockedContent) => ({ stored: content, ifMatch });
