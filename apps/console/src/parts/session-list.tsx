import type { Schemas } from '@portcullis/client';
import { sessionListMessages } from './session-messages.ts';
import { Time } from './time.tsx';
import { Button } from './button.tsx';

interface SessionListProps {
  readonly sessions: readonly Schemas['Session'][];
  readonly onEnd: (session: Schemas['Session']) => void;
}

/** Returns the browser and the operating system of a User-Agent. If both are unknown, returns the start of the text. */
function agentName(userAgent: string): string {
  const browser = /(Firefox|Edg|Chrome|Safari|curl)\/(\d+)/u.exec(userAgent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/u.exec(userAgent);
  const names = [browser === null ? undefined : `${browser[1]} ${browser[2]}`, system?.[1]];
  const known = names.filter((name) => name !== undefined).join(', ');
  return known === '' ? userAgent.slice(0, 40) || '–' : known;
}

export function SessionList({ sessions, onEnd }: SessionListProps) {
  const text = sessionListMessages();
  if (sessions.length === 0) return <p class="quiet">{text.noSessions}</p>;
  return (
    <ul class="rows">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <strong title={session.userAgent}>{agentName(session.userAgent)}</strong>{' '}
            {session.current ? <span class="tag tag-good">{text.currentSession}</span> : undefined}
            <p class="quiet">
              {session.ipAddress} · {text.lastUsed} <Time value={session.lastUsedAt} />
            </p>
          </div>
          {session.current ? undefined : (
            <Button label={text.endSessionLabel(agentName(session.userAgent))} onClick={() => onEnd(session)}>
              {text.endSession}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
