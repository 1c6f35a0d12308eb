import { confirmFirst, notify } from '../../parts/actions.tsx';
import { useLoad, LoadBoundary, messageOf } from '../../parts/load.tsx';
import { SessionList } from '../../resources/account-lists.tsx';
import { api } from '../../session/session.ts';
import { usersMessages } from './messages.ts';
import type { ShownUser } from '../../resources/references.ts';
import { Button, Panel } from '../../parts/elements.tsx';

/** Lists the open sessions of a user. Each session has a button that ends it, except the person's current session. */
export function UserSessions({ user }: { readonly user: ShownUser }) {
  const text = usersMessages();
  const { id, username } = user;
  const sessions = useLoad(
    (signal) => api.get('/api/users/{id}/sessions', { params: { path: { id }, query: { pageSize: 50 } }, signal }),
    [id],
  );

  async function afterwards(ended: Promise<unknown>): Promise<void> {
    try {
      await ended;
      notify(text.sessionsEnded);
    } catch (error) {
      notify(messageOf(error), 'error');
    }
    sessions.reload();
  }

  async function endAll(): Promise<void> {
    const isConfirmed = await confirmFirst({
      title: text.endAllTitle(username),
      consequence: text.endAllConsequence(username),
      action: text.endAll,
    });
    if (isConfirmed) await afterwards(api.delete('/api/users/{id}/sessions', { params: { path: { id } } }));
  }

  return (
    <Panel
      title={text.sessions}
      actions={
        (sessions.data?.total ?? 0) > 0 ? (
          <Button kind="danger" onClick={endAll}>
            {text.endAll}
          </Button>
        ) : undefined
      }
    >
      <LoadBoundary of={sessions}>
        {({ items }) => (
          <SessionList
            sessions={items}
            onEnd={(session) =>
              void afterwards(
                api.delete('/api/users/{id}/sessions/{sessionId}', { params: { path: { id, sessionId: session.id } } }),
              )
            }
          />
        )}
      </LoadBoundary>
    </Panel>
  );
}
