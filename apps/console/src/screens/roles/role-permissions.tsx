import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { api } from '../../session/session.ts';
import type { RoleWithUserCount } from './change-summary.tsx';
import { GrantsForm } from './grants-form.tsx';
import { rolesMessages } from './messages.ts';
import { PermissionMatrixView } from './permission-matrix-view.tsx';
import { matrixOf } from './permission-matrix.ts';
import { Panel } from '../../parts/elements.tsx';

/** The form that selects the permissions of a role from all permissions. */
export function RolePermissions({ role, userCount }: RoleWithUserCount) {
  const text = rolesMessages();
  const params = { path: { roleId: role.id } };
  const readIds = async (): Promise<readonly string[]> => {
    const granted = await api.get('/api/roles/{roleId}/permissions', { params });
    return granted.map(({ id }) => id);
  };
  const loaded = useLoad(async () => {
    const [byResource, grantedIds] = await Promise.all([api.get('/api/permissions/by-resource'), readIds()]);
    return { all: Object.values(byResource).flat(), grantedIds };
  }, [role.id]);
  return (
    <Panel title={text.permissions}>
      <LoadBoundary of={loaded}>
        {({ all, grantedIds }) =>
          all.length === 0 ? (
            <p class="quiet">{text.noPermissions}</p>
          ) : (
            <GrantsForm
              role={role}
              userCount={userCount}
              name="permissions"
              label={text.permissions}
              grantedIds={grantedIds}
              read={readIds}
              write={(permissionIds, header) =>
                api.post('/api/roles/{roleId}/permissions', { params: { ...params, header }, body: { permissionIds } })
              }
              nameOf={(id) => {
                const found = all.find((permission) => permission.id === id);
                return found === undefined ? id : `${found.name} (${found.code})`;
              }}
            >
              {(chosen, choose) => <PermissionMatrixView matrix={matrixOf(all)} chosen={chosen} onChoose={choose} />}
            </GrantsForm>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}
