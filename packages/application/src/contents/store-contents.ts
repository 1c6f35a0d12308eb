import { BusinessError, type Actor, type Content, type ContentId, type RevisionKind } from '@portcullis/domain';
import { changeEntities } from '../changes.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { lockContents, resultOrRefusal, type ContentLock, type LockedContent } from './lock-content.ts';
import { recordedWrites, removalEventsOf, type ContentRecordDependencies } from './record-content.ts';

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
  tx: Uses<'contents' | 'revisions' | 'events' | 'now'>,
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

/**
 * Removes several contents with their links to tags, their revisions, their working copies and their preview links.
 * Adds an event for each.
 * @returns content-not-found or version-changed for each content that was not removed
 */
export async function removeContents(
  tx: Uses<'contents' | 'revisions' | 'events' | 'now'>,
  source: ContentRecordDependencies,
  actor: Actor,
  locks: readonly ContentLock[],
): Promise<Refusals> {
  const refusals = new Map<ContentId, BusinessError>();
  const removed: LockedContent[] = [];
  for (const [id, locked] of await lockContents(tx, source, locks, { forRemoval: true })) {
    if (locked instanceof BusinessError) refusals.set(id, locked);
    else removed.push(locked);
  }
  await changeEntities(tx, source, removed.map(expected), async (allow) => {
    await tx.contents.removeAll(allow(removed.map(({ content }) => content.id)));
    const contents = removed.map(({ content, tagIds }) => ({ ...content, tagIds }));
    return { events: await removalEventsOf(source, actor, contents) };
  });
  return refusals;
}

const expected = ({ content, ifMatch }: LockedContent) => ({ stored: content, ifMatch });
