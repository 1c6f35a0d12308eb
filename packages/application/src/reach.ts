import {
  BusinessError,
  permits,
  type AttributeValues,
  type Category,
  type CategoryId,
  type CategoryPath,
  type Reach,
} from '@portcullis/domain/internal';
import type { Uses } from './ports/unit-of-work.ts';

/** Whether a resource with these attributes is reached. */
export const isReached = (reach: Reach, resource: AttributeValues, pathOf: CategoryPath): boolean =>
  typeof reach === 'boolean' ? reach : permits(reach, { resource, subject: {}, pathOf });

/** The refusal of a change for which the permissions of the caller have no sufficient condition. */
export const outOfReach = (): BusinessError =>
  new BusinessError('permission-required', 'Your permissions do not allow this.');

/** Returns the path of a category to the root, among these categories. Ends even if parents form a cycle. */
export function pathsAmong(categories: readonly Pick<Category, 'id' | 'parentId'>[]): CategoryPath {
  const parents = new Map<string, CategoryId | null>(categories.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    const path = new Set([id]);
    for (const each of path) {
      const parentId = parents.get(each);
      if (typeof parentId === 'string') path.add(parentId);
    }
    return [...path];
  };
}

/** Reads the paths of categories to the root of the tree. */
export async function categoryPaths(
  tx: Uses<'categories'>,
  ids: readonly (CategoryId | null)[],
): Promise<CategoryPath> {
  const existing = ids.filter((id) => id !== null);
  const paths = existing.length === 0 ? undefined : await tx.categories.pathsOf(existing);
  const byId = new Map<string, readonly string[]>(paths);
  return (id) => byId.get(id) ?? [id];
}
