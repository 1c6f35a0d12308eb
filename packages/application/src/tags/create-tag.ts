import {
  checkSlug,
  firstVersion,
  slugFrom,
  tagEvents,
  type Actor,
  type Tag,
  type EditableTag,
} from '@portcullis/domain';
import { addEntity } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { EventDependencies } from '../record-event.ts';

export type CreateTagInput = Omit<EditableTag, 'slug'> & {
  readonly actor: Actor;
  /** If absent, the slug is made from the name. */
  readonly slug?: string | undefined;
};

/**
 * Adds a tag.
 * @throws {BusinessError} slug-unacceptable, tag-name-taken, slug-taken
 */
export const createTag =
  (deps: CreateDependencies<'tags' | 'events'>) =>
  (input: CreateTagInput): Promise<Tag> =>
    deps.work.run(async (tx) => {
      // The name is locked, so that a concurrent `createTags` with the same name waits and finds this tag instead of
      // failing.
      await tx.tags.lockName(input.name);
      return addTag(tx, deps, input);
    });

export type CreateTag = ReturnType<typeof createTag>;

/** Does the same as `createTag` within the caller's transaction, but without locking the name. */
export async function addTag(
  tx: Uses<'tags' | 'events'>,
  deps: EventDependencies,
  { actor, slug, ...draft }: CreateTagInput,
): Promise<Tag> {
  if (slug !== undefined) checkSlug(slug);
  const id = deps.ids.next<'Tag'>();
  const at = deps.clock.now();
  const free = slug ?? (await tx.tags.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
  const tag: Tag = { id, ...draft, slug: free, version: firstVersion, createdAt: at, updatedAt: at };
  return addEntity(tx, deps, { actor, event: tagEvents.created }, tag, tx.tags.add);
}
