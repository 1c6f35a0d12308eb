import { confirmFirst, notify } from '../../parts/actions.tsx';
import { useLoad, LoadBoundary, messageOf } from '../../parts/load.tsx';
import { SessionList } from '../../resources/account-lists.tsx';
import { api, logOut } from '../../session/session.ts';
import { accountMessages } from './messages.ts';
import { Button, Panel } from '../../parts/elements.tsx';

/** The sessions of the person who is logged in. The current session can only be ended by logging out. */
export function OwnSessions() {
  const text = accountMessages();
  const sessions = useLoad(
    (signal) => api.get('/api/auth/sessions', { params: { query: { pageSize: 50 } }, signal }),
    [],
  );

  async function end(id: string): Promise<void> {
    try {
      await api.delete('/api/auth/sessions/{id}', { params: { path: { id } } });
      notify(text.ended);
    } catch (error) {
      notify(messageOf(error), 'error');
    }
    sessions.reload();
  }

  async function endAll(): Promise<void> {
    const isConfirmed = await confirmFirst({
      title: text.endAllTitle,
      consequence: text.endAllConsequence,
      action: text.endAll,
    });
    if (isConfirmed) await logOut({ everywhere: true });
  }

  return (
    <Panel
      title={text.sessions}
      actions={
        <Button kind="danger" onClick={endAll}>
          {text.endAll}
        </Button>
      }
    >
      <LoadBoundary of={sessions}>
        {({ items }) => <SessionList sessions={items} onEnd={({ id }) => void end(id)} />}
      </LoadBoundary>
    </Panel>
  );
}
