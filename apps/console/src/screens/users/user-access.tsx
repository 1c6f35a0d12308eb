import type { Schemas } from '@portcullis/client';
import { Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import type { ShownUser } from '../../resources/references.ts';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';

type Access = Schemas['UserAccess'];

/** Returns a sentence that explains why the user has or does not have a permission. */
function reasonOf({ status, roles }: Access, permission: Access['permissions'][number]): string {
  const text = usersMessages();
  const enabled = permission.roles.filter((code) => roles.some((role) => role.code === code && role.status === 1));
  if (status === 0) return text.userIsDisabled;
  if (permission.status === 0) return text.permissionIsDisabled;
  if (enabled.length === 0) return text.rolesAreDisabled(permission.roles.join(', '));
  return permission.needsFactor ? text.grantedWithFactor(enabled.join(', ')) : text.grantedBy(enabled.join(', '));
}

/** Shows each permission of the user's roles, whether it is in effect, and why. */
export function UserAccess({ user }: { readonly user: ShownUser }) {
  const text = usersMessages();
  const { id, updatedAt } = user;
  const roleIds = user.roles.map((role) => role.id).join();
  const access = useLoad(
    (signal) => api.get('/api/users/{id}/access', { params: { path: { id } }, signal }),
    [id, updatedAt, roleIds],
  );
  return (
    <Panel title={text.why}>
      <LoadBoundary of={access}>
        {(found) =>
          found.permissions.length === 0 ? (
            <p class="quiet">{text.noPermissions}</p>
          ) : (
            <ul class="rows access">
              {found.permissions.map((permission) => (
                <li key={permission.id}>
                  <div>
                    <code>{permission.code}</code>
                    <p class="quiet">{reasonOf(found, permission)}</p>
                  </div>
                  <span class={permission.granted ? 'tag tag-good' : 'tag tag-off'}>
                    {permission.granted ? text.granted : text.notGranted}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}
