import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead } from '../../parts/elements.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { api, isAdministrator } from '../../session/session.ts';
import { PermissionActions } from './permission-actions.tsx';
import { PermissionHolders } from './permission-holders.tsx';
import { PermissionProfile } from './permission-profile.tsx';

/** Shows a permission. Administrators also see the roles that grant it, and the users of these roles. */
export function Permission({ id, title, up }: ScreenProps) {
  const permission = useLoad((signal) => api.get('/api/permissions/{id}', { params: { path: { id } }, signal }), [id]);
  return (
    <>
      <ScreenHead title={permission.data?.name ?? title} up={up}>
        {permission.data !== undefined && isAdministrator.value ? (
          <PermissionActions permission={permission.data} onChanged={permission.reload} />
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={permission}>
        {(found) => (
          <div class="panels">
            <PermissionProfile permission={found} onSaved={permission.reload} />
            {isAdministrator.value ? <PermissionHolders permission={found} /> : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
