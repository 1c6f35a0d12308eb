import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import { BusinessError, orNotFound, type NotFound } from '@portcullis/domain/internal/shared/errors';
import { permits, type AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import type { Page } from './ports/lists.ts';
import type { Uses } from './ports/unit-of-work.ts';

/** The resources that a caller reaches who may not read or may not change all of them. */
export interface CallerReach {
  /** The resources for which the caller may perform the operation. */
  readonly changes: Reach;
  /** The resources that the caller may read. Public ones are not part of it, because everybody may read them. */
  readonly reads: Reach;
}

/** The reach of the caller of a use case. */
export interface ReachInput {
  /** Undefined if the caller may read and change all resources. */
  readonly reach?: CallerReach | undefined;
}

/** The reach of the caller of a use case for categories or tags, which everybody may read. */
export interface ManagedReach {
  /** The categories or tags that the caller may manage. Undefined: all. */
  readonly reach?: Reach | undefined;
}

/** Without categories, no path to a root is needed. */
const itself: CategoryPath = (id) => [id];

/** Whether a resource with these attributes is reached. */
export const isReached = (reach: Reach, resource: AttributeValues, pathOf = itself): boolean =>
  typeof reach === 'boolean' ? reach : permits(reach, { resource, subject: {}, pathOf });

/** What must be known of a resource to decide whether a caller may change it. */
interface StoredReach {
  readonly isReadable: boolean;
  readonly isChangeable: boolean;
}

/**
 * Checks that a caller may change a resource. What the caller may not read is not found, whatever else the caller may do
 * with it, because every other response would tell that it exists.
 * @throws {BusinessError} `notFound`, permission-required
 */
export function requireReadableAndChangeable({ isReadable, isChangeable }: StoredReach, notFound: NotFound): void {
  orNotFound(isReadable || undefined, notFound);
  if (!isChangeable) throw outOfReach();
}

/**
 * Checks that a caller may change a resource in its stored state.
 * @throws {BusinessError} `notFound`, if the caller may not read the resource; permission-required
 */
export function requireStored(
  reach: CallerReach | undefined,
  attributes: AttributeValues,
  notFound: NotFound,
  pathOf = itself,
): void {
  if (reach === undefined) return;
  const [isReadable, isChangeable] = [reach.reads, reach.changes].map((each) => isReached(each, attributes, pathOf));
  requireReadableAndChangeable({ isReadable: isReadable === true, isChangeable: isChangeable === true }, notFound);
}

/**
 * Checks that a caller may store a resource in this state.
 * @param changes undefined: every resource may be stored
 * @throws {BusinessError} permission-required
 */
export function requireResult(changes: Reach | undefined, attributes: AttributeValues, pathOf = itself): void {
  if (changes !== undefined && !isReached(changes, attributes, pathOf)) throw outOfReach();
}

/** Returns a page of those resources that the caller reaches. Undefined: of all. */
export async function reachedPage<Item>(
  reach: Reach | undefined,
  { page, pageSize }: Pick<Page<Item>, 'page' | 'pageSize'>,
  list: (condition: Condition | undefined) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  if (reach === false) return { items: [], total: 0, page, pageSize };
  return list(reach === true ? undefined : reach);
}

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
