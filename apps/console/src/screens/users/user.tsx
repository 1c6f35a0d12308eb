import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, StatusTag, Button } from '../../parts/elements.tsx';
import { confirmFirst, notify } from '../../parts/actions.tsx';
import { useLoad, LoadBoundary, messageOf } from '../../parts/load.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { ifVersion } from '../../forms/values.ts';
import { go } from '../../routing/location.ts';
import { api, isAdministrator, profile } from '../../session/session.ts';
import { ActivityPanel } from '../../resources/events.tsx';
import { usersMessages } from './messages.ts';
import { UserAccess } from './user-access.tsx';
import { UserInvitation } from './user-invitation.tsx';
import { UserFactors } from './user-factors.tsx';
import { UserIdentities } from './user-identities.tsx';
import { UserPassword } from './user-password.tsx';
import { UserProfile } from './user-profile.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserSessions } from './user-sessions.tsx';
import type { ShownUser } from '../../resources/references.ts';

interface ActionsProps {
  readonly user: ShownUser;
  readonly onChanged: () => void;
}

/** The buttons that disable, enable and delete the user. They are hidden for the person's own account. */
function UserActions({ user, onChanged }: ActionsProps) {
  const text = usersMessages();
  const common = commonMessages();
  const { id, username, status, version } = user;
  const params = { path: { id }, header: ifVersion(version) };

  async function setStatus(to: 0 | 1): Promise<void> {
    const question = {
      title: text.disableTitle(username),
      consequence: text.disableConsequence(username),
      action: text.disable,
    };
    if (to === 0 && !(await confirmFirst(question))) return;
    try {
      await api.patch('/api/users/{id}', { params, body: { status: to } });
      notify(common.saved);
    } catch (error) {
      notify(messageOf(error), 'error');
    }
    onChanged();
  }

  async function remove(): Promise<void> {
    const isConfirmed = await confirmFirst({
      title: text.deleteTitle(username),
      consequence: text.deleteConsequence(username),
      action: common.delete,
    });
    if (!isConfirmed) return;
    try {
      await api.delete('/api/users/{id}', { params });
      notify(text.deletedNotice(username));
      go('/users', { replace: true });
    } catch (error) {
      notify(messageOf(error), 'error');
      onChanged();
    }
  }

  return (
    <>
      <Button onClick={() => setStatus(status === 1 ? 0 : 1)}>{status === 1 ? text.disable : text.enable}</Button>
      <Button kind="danger" onClick={remove}>
        {common.delete}
      </Button>
    </>
  );
}

export function User({ id, title, up }: ScreenProps) {
  const text = usersMessages();
  const user = useLoad((signal) => api.get('/api/users/{id}', { params: { path: { id } }, signal }), [id]);
  return (
    <>
      <ScreenHead title={user.data?.username ?? title} up={up}>
        {user.data !== undefined && isAdministrator.value && profile.value?.id !== id ? (
          <UserActions user={user.data} onChanged={user.reload} />
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={user}>
        {(found) => (
          <>
            <p>
              <StatusTag isEnabled={found.status === 1} />
              {found.invitedUntil === null ? undefined : <span class="tag">{text.invited}</span>}
            </p>
            <div class="panels">
              <UserProfile user={found} onSaved={user.reload} />
              <UserRoles user={found} onSaved={user.reload} />
              {isAdministrator.value ? (
                <>
                  <UserAccess user={found} />
                  {found.invitedUntil === null ? undefined : <UserInvitation user={found} onSent={user.reload} />}
                  <UserPassword user={found} />
                  <UserFactors user={found} />
                  <UserIdentities user={found} />
                  <UserSessions user={found} />
                  <ActivityPanel userId={id} />
                </>
              ) : undefined}
            </div>
          </>
        )}
      </LoadBoundary>
    </>
  );
}
