import { builtInEvent, builtInSubject, ofDeletionAffecting, recordedFields } from '../shared/declare-event.ts';
import { BusinessError } from '../shared/errors.ts';
import type { CategoryId } from '../shared/ids.ts';
import { compareText, buildTree, placementError, type TreeOf } from '../shared/tree.ts';
import type { Entity } from '../shared/version.ts';

/** A category of contents; categories form a tree. */
export interface Category extends Entity<CategoryId> {
  /** Null at the root. */
  readonly parentId: CategoryId | null;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly order: number;
}

/** The fields of a category that an editor can set. */
export type EditableCategory = Omit<Category, keyof Entity>;

/** The position of a category in the tree. */
export type CategoryPlace = Pick<Category, 'id' | 'parentId'>;

/** The limits of the fields of categories. */
export const categoryLimits = {
  name: { min: 1, max: 128 },
  description: { min: 0, max: 1000 },
  /** Maximum number of levels in the tree. */
  depth: 16,
} as const;

/** Builds the tree of categories. Siblings are sorted by `order`, then name, then id. */
export const categoryTree = (categories: readonly Category[]): readonly TreeOf<Category>[] =>
  buildTree<CategoryId, Category>(
    categories,
    (a, b) => a.order - b.order || compareText(a.name, b.name) || compareText(a.id, b.id),
  );

/**
 * Checks that the category `moved` may be created or moved below `moved.parentId`. `places` contains the present
 * position of every category in the tree.
 * @throws {BusinessError} unknown-parent-category, category-cycle, category-too-deep
 */
export function checkCategoryPlace(places: readonly CategoryPlace[], moved: CategoryPlace): void {
  switch (placementError(places, moved, categoryLimits.depth)) {
    case undefined:
      return;
    case 'unknown-parent': {
      const message = 'The parent category does not exist.';
      throw new BusinessError('unknown-parent-category', message, [{ field: 'parentId', message }]);
    }
    case 'cycle':
      throw new BusinessError('category-cycle', 'A category cannot be below itself.');
    case 'too-deep':
      throw new BusinessError('category-too-deep', `Categories may be nested ${categoryLimits.depth} levels deep.`);
  }
}

const subject = builtInSubject('category', 'name');
const recorded = recordedFields<Category>()('parentId', 'name', 'slug', 'description', 'order');

/** The events of categories. */
export const categoryEvents = {
  created: builtInEvent(subject, 'category.created', recorded),
  updated: builtInEvent(subject, 'category.updated', recorded),

  deleted: builtInEvent(subject, 'category.deleted', ofDeletionAffecting('contents', recorded)),
};
