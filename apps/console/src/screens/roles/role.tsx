import { ifVersion, type Schemas } from '@portcullis/client';
import { updateRoleBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { StatusActions } from '../../parts/actions.tsx';
import { Fact, Panel, ScreenHead, StatusTag, Timestamps } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { roleName } from '../../resources/built-in-names.ts';
import { HoldersPanel } from '../../resources/holders.tsx';
import { api, can, ifAllowed } from '../../session/session.ts';
import { bodyOf, RoleFields, valuesOf } from './role-fields.tsx';
import { RoleConditions } from './role-conditions.tsx';
import { RoleMenus, RolePermissions } from './role-grants.tsx';

interface RoleProfileProps {
  readonly role: Schemas['Role'];
  /** The numbers of users, permissions and menus; undefined if the person may not read them. */
  readonly stats: Schemas['RoleStats'] | undefined;
  readonly onSaved: () => void;
}

/** The fields of a role, which people who may not change them can only read. */
function RoleProfile({ role, stats, onSaved }: RoleProfileProps) {
  const text = texts().roles;
  const form = useResourceForm({
    resource: '/api/roles/{id}',
    limits: updateRoleBody,
    stored: role,
    valuesOf,
    bodyOf,
    onSaved,
  });
  return (
    <Panel title={text.profile}>
      {role.isSystem ? <p class="quiet">{text.systemHint}</p> : undefined}
      {role.status === 0 ? <p class="quiet">{text.disabledHint}</p> : undefined}
      <div class="form-and-facts">
        <FormView form={form} isReadOnly={!can('updateRole')}>
          <RoleFields form={form} isSystem={role.isSystem} />
        </FormView>
        <dl class="facts">
          {role.isSystem ? (
            <>
              <Fact label={texts().fields.code}>
                <code>{role.code}</code>
              </Fact>
              <Fact label={texts().fields.description}>{role.description ?? '–'}</Fact>
            </>
          ) : undefined}
          {stats === undefined ? undefined : (
            <Fact label={text.users}>
              <ScreenLink path={`/users?roleCode=${role.code}`}>{stats.userCount}</ScreenLink>
            </Fact>
          )}
          <Timestamps createdAt={role.createdAt} updatedAt={role.updatedAt} />
        </dl>
      </div>
    </Panel>
  );
}

/** Shows a role, and the permissions and menus that it grants as far as the person may read them. */
export function Role({ id, title, up }: ScreenProps) {
  const params = { path: { id } };
  const loaded = useLoad(
    async (signal) => {
      const [role, stats] = await Promise.all([
        api.get('/api/roles/{id}', { params, signal }),
        can('getRoleStats') ? api.get('/api/roles/{id}/stats', { params, signal }) : undefined,
      ]);
      return { role, stats };
    },
    [id],
    concerns('role', id),
  );
  const role = loaded.data?.role;
  const ofVersion = ({ version }: Schemas['Role']) => ({ ...params, header: ifVersion(version) });
  return (
    <>
      <ScreenHead title={role === undefined ? title : roleName(role)} up={up}>
        {role === undefined ? undefined : <StatusTag isEnabled={role.status === 1} />}
        {role !== undefined && !role.isSystem ? (
          <StatusActions
            name={roleName(role)}
            status={role.status}
            text={texts().roles}
            countAffected={async () => (await api.get('/api/roles/{id}/stats', { params })).userCount}
            saveStatus={ifAllowed('updateRole', (status) =>
              api.patch('/api/roles/{id}', { params: ofVersion(role), body: { status } }),
            )}
            remove={ifAllowed('deleteRole', () => api.delete('/api/roles/{id}', { params: ofVersion(role) }))}
            listPath="/roles"
            onChanged={loaded.reload}
          />
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={loaded} skeleton="panels">
        {(found) => (
          <div class="role">
            <RoleProfile role={found.role} stats={found.stats} onSaved={loaded.reload} />
            {found.stats === undefined ? undefined : (
              <div class="grants">
                {can('listRolePermissions') ? (
                  <RolePermissions role={found.role} userCount={found.stats.userCount} onSaved={loaded.reload} />
                ) : undefined}
                {can('listRoleMenus') && can('getMenuTree') ? (
                  <RoleMenus role={found.role} userCount={found.stats.userCount} onSaved={loaded.reload} />
                ) : undefined}
              </div>
            )}
            {can('getPermissionGrants') ? <RoleConditions role={found.role} /> : undefined}
            {can('listRoleHolders') ? (
              <HoldersPanel
                read={(query, signal) => api.get('/api/roles/{id}/holders', { params: { ...params, query }, signal })}
              />
            ) : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
