import type { Schemas, Provider } from '@portcullis/client';
import { defineMessages } from '../language/messages.ts';
import { attempt } from '../parts/actions.tsx';
import { Button, Time } from '../parts/elements.tsx';

const sessionListMessages = defineMessages({
  noSessions: ['No open session.', '没有打开的会话。'],
  lastUsed: ['Last used', '最近使用'],
  currentSession: ['this session', '当前会话'],
  endSession: ['End', '结束'],
  endSessionLabel: (agent: string) => [`End the session of ${agent}`, `结束 ${agent} 的会话`],
});

interface SessionListProps {
  readonly sessions: readonly Schemas['Session'][];
  /** Called with the id of a session. If undefined, the sessions cannot be ended. */
  readonly onEnd: ((id: string) => unknown) | undefined;
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
          {session.current || onEnd === undefined ? undefined : (
            <Button label={text.endSessionLabel(agentName(session.userAgent))} onClick={() => onEnd(session.id)}>
              {text.endSession}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export const identityMessages = defineMessages({
  title: ['Sign-in with other accounts', '其他登录方式'],
  none: [
    'You log in with your password. You can also sign in with an account at a provider, if you link it here.',
    '您使用密码登录。在此关联提供方的账号后，也可使用该账号登录。',
  ],
  lastUsed: ['last used', '上次使用'],
  link: (name: string) => [`Link ${name}`, `关联 ${name}`],
  unlink: ['Unlink', '取消关联'],
  unlinkLabel: (name: string) => [`Unlink ${name}`, `取消关联 ${name}`],
  unlinkTitle: (name: string) => [`Unlink ${name}?`, `取消关联 ${name}？`],
  unlinkConsequence: [
    'Signing in with it does not work any more. Open sessions continue.',
    '之后将无法使用此方式登录。已打开的会话不受影响。',
  ],
  unlinked: ['The sign-in was unlinked.', '已取消关联。'],
});

interface IdentityListProps {
  readonly identities: readonly Schemas['Identity'][];
  readonly providers: readonly Provider[];
  /** If undefined, the identities cannot be unlinked. */
  readonly unlink: ((id: string) => Promise<unknown>) | undefined;
  /** Called after every attempt to unlink an account, even if the attempt failed. */
  readonly onChanged: () => void;
}

/** Lists the accounts at identity providers that a user can sign in with. */
export function IdentityList({ identities, providers, unlink, onChanged }: IdentityListProps) {
  const text = identityMessages();
  const nameOf = ({ provider, issuer }: Schemas['Identity']): string =>
    providers.find(({ key }) => key === provider)?.name ?? provider ?? issuer;

  const ask = (send: (id: string) => Promise<unknown>, identity: Schemas['Identity']) =>
    attempt(() => send(identity.id), {
      question: { title: text.unlinkTitle(nameOf(identity)), consequence: text.unlinkConsequence, action: text.unlink },
      done: text.unlinked,
      after: onChanged,
    });

  return (
    <ul class="rows">
      {identities.map((identity) => (
        <li key={identity.id}>
          <div>
            <strong>{nameOf(identity)}</strong>
            <p class="quiet">
              {identity.issuer} · {text.lastUsed} <Time value={identity.lastUsedAt} />
            </p>
          </div>
          {unlink === undefined ? undefined : (
            <Button label={text.unlinkLabel(nameOf(identity))} onClick={() => ask(unlink, identity)}>
              {text.unlink}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
