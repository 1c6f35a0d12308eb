import { useState } from 'preact/hooks';
import { api } from '../session/session.ts';
import { EventPages } from './event-pages.tsx';
import { eventMessages } from './event-messages.ts';
import { Panel } from '../parts/panel.tsx';

const limit = 10;

/**
 * Lists the actions of a user and the changes to the user's account, newest first.
 * @param userId the user; undefined for the person who is logged in
 */
export function ActivityPanel({ userId }: { readonly userId: string | undefined }) {
  const text = eventMessages();
  const [before, setBefore] = useState<number | undefined>(undefined);
  return (
    <Panel title={text.title}>
      <EventPages
        limit={limit}
        before={before}
        onTurn={setBefore}
        source={userId ?? ''}
        load={(query, signal) =>
          userId === undefined
            ? api.get('/api/auth/activity', { params: { query }, signal })
            : api.get('/api/users/{id}/activity', { params: { path: { id: userId }, query }, signal })
        }
      />
    </Panel>
  );
}
