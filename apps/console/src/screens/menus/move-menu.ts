import type { Schemas } from '@portcullis/client';
import type { TreeMove } from '../../parts/tree-moves.ts';
import { api } from '../../session/session.ts';
import { placementAmong } from './sibling-order.ts';

type MenuNode = Schemas['MenuNode'];

/** @returns the menu with the id, anywhere in the tree. */
export function findMenu(nodes: readonly MenuNode[], id: string): MenuNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findMenu(node.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Moves a menu in the service. The menu goes first, so that a refused move changes no order.
 * @throws {PortcullisError} directory-menu-has-parent, menu-cycle, menu-too-deep, menu-not-found
 */
export async function moveMenu(tree: readonly MenuNode[], { id, parentId, index }: TreeMove): Promise<void> {
  const family = parentId === undefined ? tree : (findMenu(tree, parentId)?.children ?? []);
  const { order, changes } = placementAmong(
    family.filter((sibling) => sibling.id !== id),
    index,
  );
  await api.post('/api/menus/{id}/move', { params: { path: { id } }, body: { parentId: parentId ?? null, order } });
  for (const change of changes) {
    await api.patch('/api/menus/{id}', { params: { path: { id: change.id } }, body: { order: change.order } });
  }
}
