import { ScreenHead, Panel } from '../../parts/elements.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { navigationScreens } from '../../navigation/screens.ts';
import { profile } from '../../session/session.ts';
import { ActivityPanel } from '../../resources/events.tsx';
import { accountMessages } from './messages.ts';
import { OwnFactors } from './own-factors.tsx';
import { OwnIdentities } from './own-identities.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnProfile } from './own-profile.tsx';
import { OwnSessions } from './own-sessions.tsx';

function Codes({ codes }: { readonly codes: readonly string[] }) {
  if (codes.length === 0) return <p class="quiet">{commonMessages().none}</p>;
  return (
    <p>
      {codes.map((code) => (
        <span key={code} class="tag">
          {code}
        </span>
      ))}
    </p>
  );
}

/** The account of the person who is logged in. */
export function Account() {
  const text = accountMessages();
  const own = profile.value;
  if (own === undefined) return null;
  return (
    <>
      <ScreenHead title={text.title} />
      {navigationScreens().length === 0 ? <p>{text.noRights}</p> : undefined}
      <div class="panels">
        <OwnProfile own={own} />
        <Panel title={text.rights}>
          <h3>{text.roles}</h3>
          <Codes codes={own.roles} />
          <h3>{text.permissions}</h3>
          <Codes codes={own.permissions} />
        </Panel>
        {own.hasPassword ? <OwnPassword /> : undefined}
        <OwnFactors />
        <OwnIdentities />
        <OwnSessions />
        <ActivityPanel userId={undefined} />
      </div>
    </>
  );
}
