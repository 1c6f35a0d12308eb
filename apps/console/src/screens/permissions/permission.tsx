import { ScreenHead } from '../../layout/screen-head.tsx';
import { useLoad } from '../../parts/load.ts';
import { LoadBoundary } from '../../parts/states.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { permissionsMessages } from './messages.ts';
import { PermissionActions } from './permission-actions.tsx';
import { PermissionHolders } from './permission-holders.tsx';
import { PermissionProfile } from './permission-profile.tsx';

/** Shows a permission. Administrators also see the roles that grant it, and the users of these roles. */
export function Permission({ id }: { readonly id: string }) {
  const text = permissionsMessages();
  const permission = useLoad((signal) => api.get('/api/permissions/{id}', { params: { path: { id } }, signal }), [id]);
  return (
    <>
      <ScreenHead title={permission.data?.name ?? text.title} up={{ href: hrefOf('/permissions'), label: text.title }}>
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
