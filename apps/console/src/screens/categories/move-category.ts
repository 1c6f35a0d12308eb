import type { Schemas } from '@portcullis/client';
import { placementAmong, findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { ifAnyVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';

const patch = (id: string, body: Schemas['UpdateCategoryBody']) =>
  api.patch('/api/categories/{id}', { params: { path: { id }, header: ifAnyVersion }, body });

/**
 * Moves a category. The category is saved before its siblings, so that the order of the siblings stays unchanged if the
 * service rejects the move.
 * @throws {PortcullisError} category-not-found, unknown-parent-category, category-cycle, category-too-deep
 */
export async function moveCategory(
  tree: readonly Schemas['CategoryNode'][],
  { id, parentId, index }: TreeMove,
): Promise<void> {
  const family = parentId === undefined ? tree : (findNode(tree, parentId)?.children ?? []);
  const { order, changes } = placementAmong(
    family.filter((sibling) => sibling.id !== id),
    index,
  );
  await patch(id, { parentId: parentId ?? null, order });
  for (const change of changes) await patch(change.id, { order: change.order });
}
