import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { TagId } from '@portcullis/domain/internal/shared/ids';
import { checkSlug, slugFrom } from '@portcullis/domain/internal/names/slug';
import { tagEvents, type Tag, type EditableTag, type TagView } from '@portcullis/domain/internal/contents/tag';
import { caseKey } from '@portcullis/domain/internal/names/text';
import { compareText } from '@portcullis/domain/internal/shared/tree';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { requireResult, type ManagedReach } from '../reach.ts';
import {
  addEntity,
  changeEntities,
  type EventDependencies,
  inTransaction,
  removeEntity,
  updateEntity,
} from '../changes.ts';
import type { EntityInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { removeFromConditions } from '../roles/remove-from-conditions.ts';

/** What `createTag` needs. */
export type CreateTagInput = Omit<EditableTag, 'slug'> &
  ManagedReach & {
    readonly actor: Actor;
    /** If absent, the slug is made from the name. */
    readonly slug?: string | undefined;
  };

const newTag = (
  { ids, clock }: EventDependencies,
  { name, description, slug }: Omit<EditableTag, 'slug'> & Pick<CreateTagInput, 'slug'>,
): Tag => {
  const id = ids.next<'Tag'>();
  const at = clock.now();
  const made = slugFrom(name, id.slice(0, 8));
  return { id, name, slug: slug ?? made, description, version: firstVersion, createdAt: at, updatedAt: at };
};

/**
 * Adds a tag.
 * @throws {BusinessError} permission-required, slug-unacceptable, tag-name-taken, slug-taken
 */
export const createTag = inTransaction(
  async (tx: Uses<'tags' | 'events'>, deps, { actor, reach, ...draft }: CreateTagInput): Promise<TagView> => {
    checkSlug(draft.slug);
    const tag = newTag(deps, draft);
    requireResult(reach, { id: tag.id });
    const add = draft.slug === undefined ? tx.tags.addWithFreeSlug : tx.tags.add;
    return { ...(await addEntity(tx, deps, { actor, event: tagEvents.created }, tag, add)), contentCount: 0 };
  },
);

/** What `createTags` needs. */
export interface CreateTagsInput extends ManagedReach {
  readonly actor: Actor;
  readonly names: readonly string[];
}

/**
 * Finds tags by name and creates those that are missing. A tag that another transaction is adding is found as well.
 * @returns the tags in the order of `names`, without duplicates
 */
export const createTags = inTransaction(
  async (tx: Uses<'tags' | 'events'>, deps, { actor, names, reach }: CreateTagsInput): Promise<readonly TagView[]> => {
    const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
    const idByKey = new Map((await tx.tags.findAllNamed(names)).map(({ id, name }) => [caseKey(name), id]));
    const missing = [...nameByKey.values()].filter((name) => !idByKey.has(caseKey(name)));
    await changeEntities(tx, deps, [], async (allow) => {
      const added: Tag[] = [];
      // Every transaction adds tags in the order of their slugs and then of their names, so that no deadlock can occur.
      const drafts = missing.map((name) => newTag(deps, { name, description: null }));
      for (const draft of drafts.toSorted((a, b) => compareText(a.slug, b.slug) || compareText(a.name, b.name))) {
        requireResult(reach, { id: draft.id });
        const tag = await tx.tags.addOrFind(allow(draft));
        idByKey.set(caseKey(draft.name), tag.id);
        if (tag.id === draft.id) added.push(tag);
      }
      return { events: added.map((tag) => ({ event: tagEvents.created, actor, subject: tag, after: tag })) };
    });
    return tx.tags.findAll([...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []));
  },
);

/** What `updateTag` needs. */
export interface UpdateTagInput extends EntityInput<TagId>, ManagedReach {
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
    const requireReach = (): void => requireResult(reach, { id });
    await updateEntity(tx, deps, { ...update, actor, id, ifMatch, requireReach }, () => {
      checkSlug(change.slug);
      return change;
    });
    return orNotFound(await tx.tags.find(id), 'tag-not-found');
  },
);

/** What `deleteTag` needs. */
export interface DeleteTagInput extends EntityInput<TagId>, ManagedReach {
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
    const requireReach = (): void => requireResult(reach, { id });
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch, requireReach }, () =>
      removeFromConditions(tx, deps, { actor, id, force, noun: 'tag' }),
    );
  },
);
