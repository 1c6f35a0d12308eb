import type { Schemas, Provider } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { Button, Time } from '../parts/elements.tsx';
import { disappearing, postpone, confirmFirst } from '../parts/notices.tsx';

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
  const text = texts().sessions;
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
            <Button
              label={text.endSessionLabel({ agent: agentName(session.userAgent) })}
              onClick={() => onEnd(session.id)}
            >
              {text.endSession}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

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
  const text = texts().identities;
  const nameOf = ({ provider, issuer }: Schemas['Identity']): string =>
    providers.find(({ key }) => key === provider)?.name ?? provider ?? issuer;

  async function ask(send: (id: string) => Promise<unknown>, identity: Schemas['Identity']): Promise<void> {
    const title = text.unlinkTitle({ name: nameOf(identity) });
    if (!(await confirmFirst({ title, consequence: text.unlinkConsequence, action: text.unlink }))) return;
    postpone({
      ids: [identity.id],
      doing: text.unlinking({ name: nameOf(identity) }),
      done: text.unlinked,
      action: () => send(identity.id).finally(onChanged),
    });
  }

  const shown = identities.filter(({ id }) => !disappearing.value.has(id));
  return (
    <ul class="rows">
      {shown.map((identity) => (
        <li key={identity.id}>
          <div>
            <strong>{nameOf(identity)}</strong>
            <p class="quiet">
              {identity.issuer} · {text.lastUsed} <Time value={identity.lastUsedAt} />
            </p>
          </div>
          {unlink === undefined ? undefined : (
            <Button label={text.unlinkLabel({ name: nameOf(identity) })} onClick={() => ask(unlink, identity)}>
              {text.unlink}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export type Factor = Schemas['OwnFactors']['factors'][number];

interface FactorListProps {
  readonly found: Schemas['OwnFactors'];
  /** The text without factors. */
  readonly none: string;
  /** If undefined, the factors cannot be removed one by one. */
  readonly onRemove?: (factor: Factor) => unknown;
}

/** Lists the passkeys and the authenticator apps of a user, and says how many recovery codes are left. */
export function FactorList({ found: { factors, recoveryCodesLeft }, none, onRemove }: FactorListProps) {
  const text = texts().factors;
  if (factors.length === 0) return <p>{none}</p>;
  return (
    <>
      <ul class="rows">
        {factors.map((factor) => {
          const { id, name, createdAt, lastUsedAt } = factor;
          const label = name === null ? text.removeLabel({ added: createdAt }) : text.removePasskeyLabel({ name });
          return (
            <li key={id}>
              <div>
                <strong dir="auto">{name === null ? text.app : text.passkey({ name })}</strong>
                <p class="quiet">
                  {text.added} <Time value={createdAt} /> · {text.lastUsed} <Time value={lastUsedAt} />
                </p>
              </div>
              {onRemove === undefined ? undefined : (
                <Button label={label} onClick={() => onRemove(factor)}>
                  {text.remove}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p class="quiet">{text.codesLeft({ count: recoveryCodesLeft })}</p>
    </>
  );
}
