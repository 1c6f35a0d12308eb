import type { Schemas } from '@portcullis/client';
import { updateRoleBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { ifVersion } from '../../forms/values.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { StatusActions } from '../../parts/actions.tsx';
import { Fact, Panel, ScreenHead, StatusTag, Timestamps } from '../../parts/elements.tsx';
import { fieldNames } from '../../parts/field-names.ts';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { hrefOf } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';
import { bodyOf, RoleFields, valuesOf } from './role-fields.tsx';
import { RoleMenus, RolePermissions } from './role-grants.tsx';

interface RoleFormProps {
  readonly role: Schemas['Role'];
  readonly onSaved: () => void;
}

function RoleForm({ role, onSaved }: RoleFormProps) {
  const path = { id: role.id };
  const form = useEditForm(
    {
      limits: updateRoleBody,
      stored: role,
      read: () => api.get('/api/roles/{id}', { params: { path } }),
      valuesOf,
      bodyOf,
      write: (body, header) => api.patch('/api/roles/{id}', { params: { path, header }, body }),
      onSaved,
    },
    role.id,
  );
  return (
    <FormView form={form}>
      <RoleFields form={form} isSystem={role.isSystem} />
    </FormView>
  );
}

interface RoleProfileProps extends RoleFormProps {
  /** The numbers of users, permissions and menus; undefined if the person may not read them. */
  readonly stats: Schemas['RoleStats'] | undefined;
}

/** Shows the fields of a role. Administrators get a form for the fields that can be changed. */
function RoleProfile({ role, stats, onSaved }: RoleProfileProps) {
  const text = rolesMessages();
  const common = commonMessages();
  const mayEdit = isAdministrator.value;
  return (
    <Panel title={text.profile}>
      {role.isSystem ? <p class="quiet">{text.systemHint}</p> : undefined}
      {role.status === 0 ? <p class="quiet">{text.disabledHint}</p> : undefined}
      <div class="form-and-facts">
        {mayEdit ? <RoleForm role={role} onSaved={onSaved} /> : undefined}
        <dl class="facts">
          {mayEdit && !role.isSystem ? undefined : (
            <>
              <Fact label={fieldNames().code}>
                <code>{role.code}</code>
              </Fact>
              <Fact label={fieldNames().description}>{role.description ?? '–'}</Fact>
            </>
          )}
          <Fact label={common.status}>
            <StatusTag isEnabled={role.status === 1} />
          </Fact>
          {mayEdit || !role.requiresFactor ? undefined : (
            <>
              <Fact label={fieldNames().requiresFactor}>{common.yes}</Fact>
            </>
          )}
          {stats === undefined ? undefined : (
            <>
              <Fact label={text.users}>
                <a href={hrefOf(`/users?roleCode=${role.code}`)}>{stats.userCount}</a>
              </Fact>
            </>
          )}
          <Timestamps createdAt={role.createdAt} updatedAt={role.updatedAt} />
        </dl>
      </div>
    </Panel>
  );
}

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
  const ofVersion = ({ version }: Schemas['Role']) => ({ ...params, header: ifVersion(version) });
  return (
    <>
      <ScreenHead title={role?.name ?? title} up={up}>
        {role !== undefined && isAdministrator.value && !role.isSystem ? (
          <StatusActions
            name={role.name}
            status={role.status}
            text={rolesMessages()}
            countAffected={async () => (await api.get('/api/roles/{id}/stats', { params })).userCount}
            saveStatus={(status) => api.patch('/api/roles/{id}', { params: ofVersion(role), body: { status } })}
            remove={() => api.delete('/api/roles/{id}', { params: ofVersion(role) })}
            listPath="/roles"
            onChanged={loaded.reload}
          />
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
