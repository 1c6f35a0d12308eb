import type { Schemas } from '@portcullis/client';
import { placementAmong } from '../../parts/sibling-order.ts';
import { findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { ifAnyVersion } from '../../parts/versions.ts';
import { api } from '../../session/session.ts';

type MenuNode = Schemas['MenuNode'];

/**
 * Moves a menu. The menu is saved before its siblings, so that the order of the siblings stays unchanged if the service
 * rejects the move.
 * @throws {PortcullisError} menu-not-found, directory-menu-has-parent, unknown-parent-menu, menu-cycle, menu-too-deep
 */
export async function moveMenu(tree: readonly MenuNode[], { id, parentId, index }: TreeMove): Promise<void> {
  const family = parentId === undefined ? tree : (findNode(tree, parentId)?.children ?? []);
  const { order, changes } = placementAmong(
    family.filter((sibling) => sibling.id !== id),
    index,
  );
  await api.post('/api/menus/{id}/move', {
    params: { path: { id }, header: ifAnyVersion },
    body: { parentId: parentId ?? null, order },
  });
  for (const change of changes) {
    await api.patch('/api/menus/{id}', {
      params: { path: { id: change.id }, header: ifAnyVersion },
      body: { order: change.order },
    });
  }
}
