import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead } from '../../parts/elements.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { api, isAdministrator } from '../../session/session.ts';
import { RoleActions } from './role-actions.tsx';
import { RoleMenus } from './role-menus.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { RoleProfile } from './role-profile.tsx';

/** Shows a role. Only administrators see which permissions and menus the role grants. */
export function Role({ id, title, up }: ScreenProps) {
  const params = { path: { id } };
  const loaded = useLoad(
    async (signal) => {
      const [role, stats] = await Promise.all([
        api.get('/api/roles/{id}', { params, signal }),
        isAdministrator.value ? api.get('/api/roles/{id}/stats', { params, signal }) : undefined,
      ]);
      return { role, stats };
    },
    [id],
  );
  const role = loaded.data?.role;
  return (
    <>
      <ScreenHead title={role?.name ?? title} up={up}>
        {role !== undefined && isAdministrator.value && !role.isSystem ? (
          <RoleActions role={role} onChanged={loaded.reload} />
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={loaded}>
        {(found) => (
          <div class="role">
            <RoleProfile role={found.role} stats={found.stats} onSaved={loaded.reload} />
            {found.stats === undefined ? undefined : (
              <div class="grants">
                <RolePermissions role={found.role} userCount={found.stats.userCount} />
                <RoleMenus role={found.role} userCount={found.stats.userCount} />
              </div>
            )}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
