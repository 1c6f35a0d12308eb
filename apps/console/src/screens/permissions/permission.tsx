import { ifVersion, type Schemas } from '@portcullis/client';
import { updatePermissionBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { StatusActions } from '../../parts/actions.tsx';
import { Code } from '../../parts/codes.tsx';
import { Fact, Panel, ScreenHead, StatusTag, Timestamps } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { contentActs } from '../../resources/access-answer.ts';
import { permissionName, roleName } from '../../resources/built-in-names.ts';
import { HoldersPanel } from '../../resources/holders.tsx';
import { api, can, ifAllowed } from '../../session/session.ts';
import { isContentCode } from './content-permissions.tsx';
import { bodyOf, PermissionFields, valuesOf } from './permission-fields.tsx';

interface PermissionProfileProps {
  readonly permission: Schemas['Permission'];
  readonly onSaved: () => void;
}

/** The fields of a permission, which people who may not change it can only read. */
function PermissionProfile({ permission, onSaved }: PermissionProfileProps) {
  const text = texts().permissions;
  const { code, isSystem, status, createdAt, updatedAt } = permission;
  const form = useResourceForm({
    resource: '/api/permissions/{id}',
    limits: updatePermissionBody,
    stored: permission,
    valuesOf,
    bodyOf,
    onSaved,
  });
  return (
    <Panel title={text.profile}>
      {isSystem ? <p class="quiet">{text.systemHint}</p> : undefined}
      {status === 0 ? <p class="quiet">{text.disabledHint}</p> : undefined}
      {isContentCode(code) ? <p class="quiet">{texts().contentCodes[code]}</p> : undefined}
      {contentActs.includes(code) ? <p class="quiet">{text.needsReading}</p> : undefined}
      <FormView form={form} isReadOnly={!can('updatePermission')}>
        <PermissionFields form={form} codeHint={text.codeChangeHint} />
      </FormView>
      <dl class="facts">
        {status === 1 ? undefined : (
          <Fact label={texts().common.status}>
            <StatusTag isEnabled={false} />
          </Fact>
        )}
        <Timestamps createdAt={createdAt} updatedAt={updatedAt} />
      </dl>
    </Panel>
  );
}

function RoleLine({ role }: { readonly role: Schemas['RoleSummary'] }) {
  const text = texts().permissions;
  const { id, code, status, userCount } = role;
  return (
    <li>
      <div>
        <ScreenLink path={`/roles/${id}`}>{roleName(role)}</ScreenLink> <Code of={code} />
        {status === 1 ? undefined : <p class="quiet">{text.roleDisabled}</p>}
      </div>
      {userCount === 0 ? (
        <span class="quiet">{text.noUsers}</span>
      ) : (
        <ScreenLink class="all-users" path={`/users?roleCode=${code}`}>
          {text.allUsers({ count: userCount })}
        </ScreenLink>
      )}
    </li>
  );
}

/** Shows the roles that grant a permission, and how many users have each of them. */
function PermissionRoles({ permission }: { readonly permission: Schemas['Permission'] }) {
  const text = texts().permissions;
  const { id, status } = permission;
  const roles = useLoad((signal) => api.get('/api/permissions/{id}/roles', { params: { path: { id } }, signal }), [id]);
  return (
    <Panel title={text.holders}>
      {status === 0 ? <p class="quiet">{text.holdersOff}</p> : undefined}
      <LoadBoundary of={roles}>
        {(found) =>
          found.length === 0 ? (
            <p class="quiet">{text.noHolders}</p>
          ) : (
            <ul class="rows">
              {found.map((role) => (
                <RoleLine key={role.id} role={role} />
              ))}
            </ul>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}

/** Shows a permission, the roles that grant it, and the users who have it, as far as the person may read them. */
export function Permission({ id, title, up }: ScreenProps) {
  const params = { path: { id } };
  const loaded = useLoad(
    (signal) => api.get('/api/permissions/{id}', { params, signal }),
    [id],
    concerns('permission', id),
  );
  const permission = loaded.data;
  const ofVersion = ({ version }: Schemas['Permission']) => ({ ...params, header: ifVersion(version) });
  return (
    <>
      <ScreenHead title={permission === undefined ? title : permissionName(permission)} up={up}>
        {permission === undefined ? undefined : (
          <StatusActions
            name={permissionName(permission)}
            status={permission.status}
            text={texts().permissions}
            countAffected={async () => (await api.get('/api/permissions/{id}/roles', { params })).length}
            saveStatus={ifAllowed('updatePermission', (status) =>
              api.patch('/api/permissions/{id}', { params: ofVersion(permission), body: { status } }),
            )}
            remove={ifAllowed('deletePermission', () =>
              api.delete('/api/permissions/{id}', { params: ofVersion(permission) }),
            )}
            listPath="/permissions"
            onChanged={loaded.reload}
          />
        )}
      </ScreenHead>
      <LoadBoundary of={loaded} skeleton="panels">
        {(found) => (
          <div class="panels">
            <PermissionProfile permission={found} onSaved={loaded.reload} />
            {can('listPermissionRoles') ? <PermissionRoles permission={found} /> : undefined}
            {can('listPermissionHolders') ? (
              <HoldersPanel
                permission={found.code}
                read={(query, signal) =>
                  api.get('/api/permissions/{id}/holders', { params: { ...params, query }, signal })
                }
              />
            ) : undefined}
          </div>
        )}
      </LoadBoundary>
    </>
  );
}
