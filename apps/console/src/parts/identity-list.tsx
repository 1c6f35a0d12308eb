import type { Provider, Schemas } from '@portcullis/client';
import { confirmFirst } from './confirm.tsx';
import { attempt } from './attempt.ts';
import { identityMessages } from './identity-messages.ts';
import { notify } from './notices.tsx';
import { Time } from './time.tsx';
import { Button } from './button.tsx';

interface IdentityListProps {
  readonly identities: readonly Schemas['Identity'][];
  readonly providers: readonly Provider[];
  readonly unlink: (id: string) => Promise<unknown>;
  /** Called after every attempt to unlink an account, even if the attempt failed. */
  readonly onChanged: () => void;
}

/** Lists the accounts at identity providers that a user can sign in with. */
export function IdentityList({ identities, providers, unlink, onChanged }: IdentityListProps) {
  const text = identityMessages();
  const nameOf = ({ provider, issuer }: Schemas['Identity']): string =>
    providers.find(({ key }) => key === provider)?.name ?? provider ?? issuer;

  async function ask(identity: Schemas['Identity']): Promise<void> {
    const title = text.unlinkTitle(nameOf(identity));
    if (!(await confirmFirst({ title, consequence: text.unlinkConsequence, action: text.unlink }))) return;
    if (await attempt(() => unlink(identity.id))) notify(text.unlinked);
    onChanged();
  }

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
          <Button label={text.unlinkLabel(nameOf(identity))} onClick={() => ask(identity)}>
            {text.unlink}
          </Button>
        </li>
      ))}
    </ul>
  );
}
