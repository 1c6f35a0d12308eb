import type { Schemas } from '@portcullis/client';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { TreeView } from '../../parts/tree.tsx';
import { api } from '../../session/session.ts';
import { MenuLabel } from '../../resources/menu-label.tsx';
import { menusMessages } from './messages.ts';
import { seenByRole } from './seen-by-role.ts';

interface RolePreviewProps {
  readonly tree: readonly Schemas['MenuNode'][];
  readonly role: Schemas['Role'];
}

/** Shows the menus of a user who has only this role. */
export function RolePreview({ tree, role }: RolePreviewProps) {
  const text = menusMessages();
  const { id, status, name } = role;
  const granted = useLoad(
    (signal) => api.get('/api/roles/{roleId}/menus', { params: { path: { roleId: id } }, signal }),
    [id],
  );
  return (
    <>
      <p class="quiet">{text.seenByHint}</p>
      <LoadBoundary of={granted}>
        {(menus) => {
          if (status === 0) return <p>{text.roleDisabled}</p>;
          const nodes = seenByRole(tree, new Set(menus.map((menu) => menu.id)));
          if (nodes.length === 0) return <p>{text.noMenus}</p>;
          return (
            <TreeView label={`${text.seenBy} ${name}`} nodes={nodes} content={(menu) => <MenuLabel menu={menu} />} />
          );
        }}
      </LoadBoundary>
    </>
  );
}
