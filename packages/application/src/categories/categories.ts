import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  categoryEvents,
  checkCategoryPlace,
  type Category,
  type EditableCategory,
  type CategoryPlace,
} from '@portcullis/domain/internal/contents/category';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import { checkSlug, slugFrom } from '@portcullis/domain/internal/names/slug';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { categoryPaths, requireResult, type ManagedReach } from '../reach.ts';
import { addEntity, inTransaction, removeEntity, updateEntity } from '../changes.ts';
import type { EntityInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { removeFromConditions } from '../roles/remove-from-conditions.ts';

/**
 * Checks that a caller may manage a category that is at this place in the tree.
 * @throws {BusinessError} permission-required
 */
async function requireCategoryReach(
  tx: Uses<'categories'>,
  reach: Reach | undefined,
  { id, parentId }: CategoryPlace,
): Promise<void> {
  if (reach === undefined) return;
  const pathOf = await categoryPaths(tx, [parentId]);
  const path = [id, ...(parentId === null ? [] : pathOf(parentId))];
  requireResult(reach, { id }, () => path);
}

/** What `createCategory` needs. */
export type CreateCategoryInput = Omit<EditableCategory, 'slug'> &
  ManagedReach & {
    readonly actor: Actor;
    /** If absent, the slug is made from the name. */
    readonly slug?: string | undefined;
  };

/**
 * Adds a category at the root or below another category.
 * @throws {BusinessError} permission-required, slug-unacceptable, unknown-parent-category, category-too-deep, slug-taken
 */
export const createCategory = inTransaction(
  async (tx: Uses<'categories' | 'events'>, deps, { actor, slug, reach, ...draft }: CreateCategoryInput) => {
    checkSlug(slug);
    const id = deps.ids.next<'Category'>();
    checkCategoryPlace(await tx.categories.lockTree(), { id, parentId: draft.parentId });
    await requireCategoryReach(tx, reach, { id, parentId: draft.parentId });
    const at = deps.clock.now();
    const made = slugFrom(draft.name, id.slice(0, 8));
    const category = { id, ...draft, slug: slug ?? made, version: firstVersion, createdAt: at, updatedAt: at };
    const add = slug === undefined ? tx.categories.addWithFreeSlug : tx.categories.add;
    return addEntity<Category>(tx, deps, { actor, event: categoryEvents.created }, category, add);
  },
);

/** What `updateCategory` needs. */
export interface UpdateCategoryInput extends EntityInput<CategoryId>, ManagedReach {
  /** A new name does not change the slug. */
  readonly change: Partial<EditableCategory>;
}

/**
 * Changes a category. A category that gets a new parent moves together with its subcategories.
 * @throws {BusinessError} category-not-found, permission-required, version-changed, slug-unacceptable, unknown-parent-category,
 * category-cycle, category-too-deep, slug-taken
 */
export const updateCategory = inTransaction(
  async (
    tx: Uses<'categories' | 'events'>,
    deps,
    { actor, id, change, ifMatch, reach }: UpdateCategoryInput,
  ): Promise<Category> => {
    // If the category moves, the tree is locked before the row, in the same order as in `deleteCategory`, to avoid a
    // deadlock.
    const places = change.parentId === undefined ? undefined : await tx.categories.lockTree();
    const update = { entities: tx.categories, notFound: 'category-not-found', event: categoryEvents.updated } as const;
    const { parentId } = change;
    const requireReach = async (stored: Category): Promise<void> => {
      await requireCategoryReach(tx, reach, stored);
      if (parentId !== undefined) await requireCategoryReach(tx, reach, { id, parentId });
    };
    return updateEntity(tx, deps, { ...update, actor, id, ifMatch, requireReach }, (stored) => {
      checkSlug(change.slug);
      if (places !== undefined) checkCategoryPlace(places, { ...stored, ...change });
      return change;
    });
  },
);

/** What `deleteCategory` needs. */
export interface DeleteCategoryInput extends EntityInput<CategoryId>, ManagedReach {
  /** Whether the category is removed even if conditions of roles name it. Default: false. */
  readonly force?: boolean;
}

/**
 * Removes a category that has no subcategories and no contents. If conditions of roles name it, they are changed so that
 * comparisons with it are unknown.
 * @throws {BusinessError} category-not-found, permission-required, version-changed, category-in-use,
 * category-in-conditions
 */
export const deleteCategory = inTransaction(
  async (
    tx: Uses<'categories' | 'accessControl' | 'roles' | 'events'>,
    deps,
    { actor, id, ifMatch, reach, force = false }: DeleteCategoryInput,
  ) => {
    // The tree is locked first, so that no subcategory is added concurrently. Every transaction that locks the tree and a
    // row locks the tree first, which avoids deadlocks.
    await tx.categories.lockTree();
    const removal = { entities: tx.categories, notFound: 'category-not-found', event: categoryEvents.deleted } as const;
    const requireReach = (stored: Category) => requireCategoryReach(tx, reach, stored);
    return removeEntity(tx, deps, { ...removal, actor, id, ifMatch, requireReach }, async () => {
      if (await tx.categories.isUsed(id)) {
        throw new BusinessError('category-in-use', 'This category still holds categories or contents.');
      }
      await removeFromConditions(tx, deps, { actor, id, force, noun: 'category' });
    });
  },
);
