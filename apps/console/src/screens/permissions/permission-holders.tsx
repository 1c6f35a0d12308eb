import type { Schemas } from '@portcullis/client';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api, hasPermission } from '../../session/session.ts';
import { permissionsMessages } from './messages.ts';
import { Panel } from '../../parts/elements.tsx';

/** Maximum number of user names that are shown for a role. */
const named = 5;

interface Holder {
  readonly role: Schemas['RoleSummary'];
  /** The users with the role; undefined if the person may not read users. */
  readonly users: { readonly items: readonly Schemas['User'][]; readonly total: number } | undefined;
}

function HolderLine({ role, users }: Holder) {
  const text = permissionsMessages();
  const { id, code, name, status } = role;
  return (
    <li>
      <div>
        <a href={hrefOf(`/roles/${id}`)}>{name}</a> <code class="quiet">{code}</code>
        {status === 1 ? undefined : <p class="quiet">{text.roleDisabled}</p>}
        {users === undefined ? undefined : (
          <p>
            {users.total === 0 ? <span class="quiet">{text.noUsers}</span> : undefined}
            {users.items.map((user, index) => (
              <span key={user.id}>
                {index === 0 ? '' : ', '}
                <a href={hrefOf(`/users/${user.id}`)}>{user.username}</a>
              </span>
            ))}
            {users.total > users.items.length ? ` ${text.more(users.total - users.items.length)}` : ''}
          </p>
        )}
      </div>
      {users === undefined || users.total === 0 ? undefined : (
        <a class="all-users" href={hrefOf(`/users?roleCode=${code}`)}>
          {text.allUsers(users.total)}
        </a>
      )}
    </li>
  );
}

/** Shows the roles that grant a permission, and the users with each of these roles. */
export function PermissionHolders({ permission }: { readonly permission: Schemas['Permission'] }) {
  const text = permissionsMessages();
  const { id, status } = permission;
  const holders = useLoad(
    async (signal) => {
      const roles = await api.get('/api/permissions/{id}/roles', { params: { path: { id } }, signal });
      const usersOf = (roleCode: string) =>
        api.get('/api/users', { params: { query: { roleCode, pageSize: named, sortBy: 'username' } }, signal });
      return await Promise.all(
        roles.map(async (role) => ({ role, users: hasPermission('user.read') ? await usersOf(role.code) : undefined })),
      );
    },
    [id],
  );
  return (
    <Panel title={text.holders}>
      {status === 0 ? <p class="quiet">{text.holdersOff}</p> : undefined}
      <LoadBoundary of={holders}>
        {(found: readonly Holder[]) =>
          found.length === 0 ? (
            <p class="quiet">{text.noHolders}</p>
          ) : (
            <ul class="rows">
              {found.map(({ role, users }) => (
                <HolderLine key={role.id} role={role} users={users} />
              ))}
            </ul>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}
