import {
  BusinessError,
  permits,
  type AttributeValues,
  type CategoryId,
  type CategoryPath,
  type Reach,
} from '@portcullis/domain';
import type { Uses } from './ports/unit-of-work.ts';

/** Whether a resource with these attributes is reached. */
export const isReached = (reach: Reach, resource: AttributeValues, pathOf: CategoryPath): boolean =>
  typeof reach === 'boolean' ? reach : permits(reach, { resource, subject: {}, pathOf });

/** The refusal of a change for which the permissions of the caller have no sufficient condition. */
export const outOfReach = (): BusinessError =>
  new BusinessError('permission-required', 'Your permissions do not allow this.');

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
