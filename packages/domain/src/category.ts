import { BusinessError } from './errors.ts';
import type { CategoryId } from './ids.ts';
import { slugRule } from './slug.ts';
import { compareText, growTree, type TreeOf } from './tree.ts';

/** A category of contents; categories form a tree. */
export interface Category {
  readonly id: CategoryId;
  /** Null at the root. */
  readonly parentId: CategoryId | null;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly order: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an editor writes of a category. */
export type CategoryDraft = Omit<Category, 'id' | 'createdAt' | 'updatedAt'>;

/** Where a category hangs. */
export type CategoryPlace = Pick<Category, 'id' | 'parentId'>;

export const categoryLimits = {
  name: { min: 1, max: 128 },
  slug: slugRule,
  description: { min: 0, max: 1000 },
  /** Most categories on a way from the root to a leaf. */
  depth: 16,
} as const;

/** Every category once, below its parent; siblings stand by `order`, then name, then id. */
export const categoryTree = (categories: readonly Category[]): readonly TreeOf<Category>[] =>
  growTree<CategoryId, Category>(
    categories,
    (a, b) => a.order - b.order || compareText(a.name, b.name) || compareText(a.id, b.id),
  );

/**
 * Whether `moved` may hang below `parentId` in the tree of `places`, which may know it already.
 * @throws {BusinessError} unknown-parent-category, category-cycle, category-too-deep
 */
export function checkCategoryPlace(places: readonly CategoryPlace[], moved: CategoryPlace): void {
  const parents = new Map(places.map(({ id, parentId }) => [id, parentId]));
  if (moved.parentId !== null && !parents.has(moved.parentId)) {
    const message = 'The parent category does not exist.';
    throw new BusinessError('unknown-parent-category', message, [{ field: 'parentId', message }]);
  }
  parents.set(moved.id, moved.parentId);
  const ways = [...parents.keys()].map((id) => wayToRoot(id, parents)).filter((way) => way.includes(moved.id));
  if (ways.every((way) => way.length <= categoryLimits.depth)) return;
  throw new BusinessError('category-too-deep', `Categories may be nested ${categoryLimits.depth} levels deep.`);
}

/**
 * The category and all above it.
 * @throws {BusinessError} category-cycle
 */
function wayToRoot(id: CategoryId, parents: ReadonlyMap<CategoryId, CategoryId | null>): readonly CategoryId[] {
  const way: CategoryId[] = [];
  for (let at: CategoryId | null = id; at !== null; at = parents.get(at) ?? null) {
    if (way.includes(at)) throw new BusinessError('category-cycle', 'A category cannot hang below itself.');
    way.push(at);
  }
  return way;
}
