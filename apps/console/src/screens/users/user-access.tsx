import { texts } from '../../language/language.ts';
import { Panel } from '../../parts/elements.tsx';
import { Fold } from '../../parts/fold.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { PathSentences } from '../../resources/access-paths.tsx';
import { AccessQuestion } from '../../resources/access-question.tsx';
import { permissionName } from '../../resources/built-in-names.ts';
import type { ShownUser } from '../../resources/references.ts';
import { api } from '../../session/session.ts';

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
export function UserAccess({ user }: { readonly user: ShownUser }) {
  const text = texts().users;
  return (
    <Panel title={text.why}>
      <AccessQuestion user={{ value: user.id, label: user.username }} />
      <Fold title={text.allPermissions}>{() => <Permissions user={user} />}</Fold>
    </Panel>
  );
}
