import { ifVersion } from '@portcullis/client';
import { updateUserBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { TextField } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { StatusActions } from '../../parts/actions.tsx';
import { Panel, ScreenHead, StatusTag, Timestamps } from '../../parts/elements.tsx';
import { Fold } from '../../parts/fold.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { PathSentences } from '../../resources/access-paths.tsx';
import { AccessQuestion } from '../../resources/access-question.tsx';
import { ApiKeyPanel } from '../../resources/api-keys.tsx';
import { permissionName } from '../../resources/built-in-names.ts';
import { ActivityPanel } from '../../resources/events.tsx';
import { bodyOf, valuesOf } from '../../resources/profile-values.ts';
import type { ShownUser } from '../../resources/references.ts';
import { api, can, ifAllowed, profile } from '../../session/session.ts';
import { UserAttributes } from './user-attributes.tsx';
import { UserLogIn } from './user-log-in.tsx';
import { UserRoles } from './user-roles.tsx';

/** Lists the permissions of the roles of a user, with the roles that give them. */
function Permissions({ user: { id, version } }: { readonly user: ShownUser }) {
  const text = texts().users;
  const access = useLoad(
    (signal) => api.get('/api/users/{id}/access', { params: { path: { id }, query: { ids: 'listUsers' } }, signal }),
    [id, version],
  );
  return (
    <LoadBoundary of={access}>
      {({ permissions }) => (
        <ul class="rows access">
          {permissions.length === 0 ? <li class="quiet">{text.noPermissions}</li> : undefined}
          {permissions.map(({ granted, needsFactor, paths, nearMisses, ...permission }) => (
            <li key={permission.id}>
              <div>
                <span dir="auto">{permissionName(permission)}</span>
                <PathSentences permission={permission.code} paths={paths} nearMisses={nearMisses} />
              </div>
              {granted && !needsFactor ? undefined : (
                <span class={granted ? 'tag' : 'tag tag-off'}>
                  {granted ? text.grantedWithFactor : text.notGranted}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </LoadBoundary>
  );
}

/** Answers whether the user may do something, and lists what the user may do. */
function UserAccess({ user }: { readonly user: ShownUser }) {
  const text = texts().users;
  return (
    <Panel title={text.why}>
      <AccessQuestion user={{ value: user.id, label: user.username }} />
      <Fold title={text.allPermissions}>{() => <Permissions user={user} />}</Fold>
    </Panel>
  );
}

/** The fields of a user, which people who may not change them can only read. */
function UserProfile({ user, onSaved }: { readonly user: ShownUser; readonly onSaved: () => void }) {
  const form = useResourceForm({
    resource: '/api/users/{id}',
    limits: updateUserBody,
    stored: user,
    valuesOf,
    bodyOf,
    onSaved,
  });
  return (
    <Panel title={texts().users.profile}>
      <FormView form={form} isReadOnly={!can('updateUser')}>
        <div class="field-row">
          <TextField form={form} name="username" />
          <TextField form={form} name="email" />
        </div>
        <div class="field-row">
          <TextField form={form} name="nickName" />
          <TextField form={form} name="phone" />
          <TextField form={form} name="gender" />
        </div>
      </FormView>
      <dl class="facts">
        <Timestamps createdAt={user.createdAt} updatedAt={user.updatedAt} />
      </dl>
    </Panel>
  );
}

/** The texts for a service account, which has API keys instead of sessions. */
function serviceTexts() {
  const text = texts().users;
  return {
    ...text,
    disableConsequence: text.disableServiceConsequence,
    deleteConsequence: text.deleteServiceConsequence,
  };
}

/** The API keys of a service account. Only administrators, who create service accounts, may read them. */
const ServiceKeys = ({ id }: { readonly id: string }) => (can('createUser') ? <ApiKeyPanel ownerId={id} /> : null);

export function User({ id, title, up }: ScreenProps) {
  const text = texts().users;
  const params = { path: { id } };
  const loaded = useLoad((signal) => api.get('/api/users/{id}', { params, signal }), [id], concerns('user', id));
  const user = loaded.data;
  // Everybody may read the own access with the same operation. Who may list the holders may read that of others.
  const mayExplain = can('getUserAccess') && (profile.value?.id === id || can('listPermissionHolders'));
  const ofVersion = ({ version }: ShownUser) => ({ ...params, header: ifVersion(version) });
  return (
    <>
      <ScreenHead title={user?.username ?? title} up={up}>
        {user !== undefined && profile.value?.id !== id ? (
          <StatusActions
            name={user.username}
            status={user.status}
            text={user.kind === 'SERVICE' ? serviceTexts() : text}
            saveStatus={ifAllowed('updateUser', (status) =>
              api.patch('/api/users/{id}', { params: ofVersion(user), body: { status } }),
            )}
            remove={ifAllowed('deleteUser', () => api.delete('/api/users/{id}', { params: ofVersion(user) }))}
            listPath="/users"
            onChanged={loaded.reload}
          />
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={loaded} skeleton="panels">
        {(found) => (
          <>
            <p>
              <StatusTag isEnabled={found.status === 1} />
              {found.kind === 'SERVICE' ? <span class="tag">{text.kinds.SERVICE}</span> : undefined}
              {found.invitedUntil === null ? undefined : <span class="tag">{text.invited}</span>}
            </p>
            <div class="panels">
              <UserProfile user={found} onSaved={loaded.reload} />
              {can('getUserAttributes') ? <UserAttributes user={found} onSaved={loaded.reload} /> : undefined}
              <UserRoles user={found} onSaved={loaded.reload} />
              {mayExplain ? <UserAccess user={found} /> : undefined}
              {found.kind === 'SERVICE' ? (
                <ServiceKeys id={id} />
              ) : (
                <UserLogIn user={found} onChanged={loaded.reload} />
              )}
              {can('listUserActivity') ? (
                <ActivityPanel
                  of={found}
                  load={(query, signal) =>
                    api.get('/api/users/{id}/activity', { params: { ...params, query }, signal })
                  }
                />
              ) : undefined}
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}
