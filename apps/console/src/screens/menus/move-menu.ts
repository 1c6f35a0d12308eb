import { ifAnyVersion } from '../../forms/values.ts';
import type { TreeMove } from '../../parts/tree-moves.ts';
import { api } from '../../session/session.ts';

/**
 * Moves a menu.
 * @throws {PortcullisError} menu-not-found, directory-menu-has-parent, unknown-parent-menu, menu-cycle, menu-too-deep
 */
export async function moveMenu({ id, parentId, index }: TreeMove): Promise<void> {
  await api.post('/api/menus/{id}/move', {
    params: { path: { id }, header: ifAnyVersion },
    body: { parentId: parentId ?? null, position: index },
  });
}
