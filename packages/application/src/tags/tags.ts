import type { Reach } from '@portcullis/domain/internal/access/access';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import { checkSlug, slugFrom } from '@portcullis/domain/internal/names/slug';
import { tagEvents, type Tag, type EditableTag, type TagView } from '@portcullis/domain/internal/contents/tag';
import { caseKey } from '@portcullis/domain/internal/names/text';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { isReached, outOfReach } from '../reach.ts';
import { addEntity, updateEntity, removeEntity } from '../changes.ts';
import { type CreateDependencies, type EntityInput, inTransaction } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { EventDependencies } from '../record-event.ts';
import { removeFromConditions } from '../roles/remove-from-conditions.ts';

/** The tags that the caller may manage. Undefined: all. */
export interface TagReach {
  readonly reach?: Reach | undefined;
}

/** @throws {BusinessError} permission-required */
const requireTagReach = (reach: Reach = true, { id }: Pick<Tag, 'id'>): void => {
  if (!isReached(reach, { id }, (each) => [each])) throw outOfReach();
};

/** What `createTag` needs. */
export type CreateTagInput = Omit<EditableTag, 'slug'> &
  TagReach & {
    readonly actor: Actor;
    /** If absent, the slug is made from the name. */
    readonly slug?: string | undefined;
  };

/**
 * Adds a tag.
 * @throws {BusinessError} permission-required, slug-unacceptable, tag-name-taken, slug-taken
 */
export const createTag =
  (deps: CreateDependencies<'tags' | 'events'>) =>
  (input: CreateTagInput): Promise<TagView> =>
    deps.work.run(
      async (tx) => {
        // The name is locked, so that a concurrent `createTags` with the same name waits and finds this tag instead of
        // failing.
        await tx.tags.lockName(input.name);
        const { id } = await addTag(tx, deps, input);
        return orNotFound(await tx.tags.find(id), 'tag-not-found');
      },
      { keyed: input.actor.keyed },
    );

/** Does the same as `createTag` within the caller's transaction, but without locking the name. */
async function addTag(
  tx: Uses<'tags' | 'events'>,
  deps: EventDependencies,
  { actor, slug, reach, ...draft }: CreateTagInput,
): Promise<Tag> {
  checkSlug(slug);
  const id = deps.ids.next<'Tag'>();
  requireTagReach(reach, { id });
  const at = deps.clock.now();
  const free = slug ?? (await tx.tags.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
  const tag: Tag = { id, ...draft, slug: free, version: firstVersion, createdAt: at, updatedAt: at };
  return addEntity(tx, deps, { actor, event: tagEvents.created }, tag, tx.tags.add);
}

/** What `createTags` needs. */
export interface CreateTagsInput extends TagReach {
  readonly actor: Actor;
  readonly names: readonly string[];
}

/**
 * Finds tags by name and creates those that are missing.
 * @returns the tags in the order of `names`, without duplicates
 * @throws {BusinessError} tag-name-taken or slug-taken, if another transaction creates or renames a tag concurrently
 */
export const createTags =
  (deps: CreateDependencies<'tags' | 'events'>) =>
  ({ actor, names, reach }: CreateTagsInput): Promise<readonly TagView[]> =>
    deps.work.run(
      async (tx) => {
        const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
        const idByKey = new Map<string, TagId>();
        const missing: string[] = [];
        for (const [key, name] of [...nameByKey].toSorted(([a], [b]) => compareText(a, b))) {
          const found = await tx.tags.lockName(name);
          if (found === undefined) missing.push(name);
          else idByKey.set(key, found);
        }
        for (const name of missing.toSorted((a, b) => compareText(slugFrom(a, a), slugFrom(b, b)))) {
          idByKey.set(caseKey(name), (await addTag(tx, deps, { actor, name, description: null, reach })).id);
        }
        return tx.tags.findAll([...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []));
      },
      { keyed: actor.keyed },
    );

/** What `updateTag` needs. */
export interface UpdateTagInput extends EntityInput<TagId>, TagReach {
  /** A new name does not change the slug. */
  readonly change: Partial<EditableTag>;
}

/**
 * Changes a tag.
 * @throws {BusinessError} tag-not-found, permission-required, version-changed, slug-unacceptable, tag-name-taken, slug-taken
 */
export const updateTag = inTransaction(
  async (
    tx: Uses<'tags' | 'events'>,
    deps,
    { actor, id, change, ifMatch, reach }: UpdateTagInput,
  ): Promise<TagView> => {
    const update = { entities: tx.tags, notFound: 'tag-not-found', event: tagEvents.updated } as const;
    const requireReach = (stored: Tag) => requireTagReach(reach, stored);
    await updateEntity(tx, deps, { ...update, actor, id, ifMatch, requireReach }, () => {
      checkSlug(change.slug);
      return change;
    });
    return orNotFound(await tx.tags.find(id), 'tag-not-found');
  },
);

/** What `deleteTag` needs. */
export interface DeleteTagInput extends EntityInput<TagId>, TagReach {
  /** Whether the tag is removed even if conditions of roles name it. Default: false. */
  readonly force?: boolean;
}

/**
 * Removes a tag and its links to contents. If conditions of roles name it, they are changed so that comparisons with it
 * are unknown.
 * @throws {BusinessError} tag-not-found, permission-required, version-changed, tag-in-conditions
 */
export const deleteTag = inTransaction(
  (
    tx: Uses<'tags' | 'accessControl' | 'roles' | 'events'>,
    deps,
    { actor, id, ifMatch, reach, force = false }: DeleteTagInput,
  ) => {
    const removal = { entities: tx.tags, notFound: 'tag-not-found', event: tagEvents.deleted } as const;
    const requireReach = (stored: Tag) => requireTagReach(reach, stored);
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch, requireReach }, () =>
      removeFromConditions(tx, deps, { actor, id, force, noun: 'tag' }),
    );
  },
);
