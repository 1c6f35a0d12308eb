import { ScreenHead } from '../../layout/screen-head.tsx';
import { offeredScreens } from '../../screens.ts';
import { profile } from '../../session/session.ts';
import { accountMessages } from './messages.ts';
import { OwnPassword } from './own-password.tsx';
import { OwnProfile } from './own-profile.tsx';
import { OwnSessions } from './own-sessions.tsx';

/** The account of the person who is logged in. */
export function Account() {
  const text = accountMessages();
  const own = profile.value;
  if (own === undefined) return null;
  return (
    <>
      <ScreenHead title={text.title} />
      {offeredScreens().length === 0 ? <p>{text.noRights}</p> : undefined}
      <div class="panels">
        <OwnProfile own={own} />
        <section class="panel">
          <h2>{text.rights}</h2>
          <h3>{text.roles}</h3>
          <p>
            {own.roles.map((code) => (
              <span key={code} class="tag">
                {code}
              </span>
            ))}
          </p>
          <h3>{text.permissions}</h3>
          <p>
            {own.permissions.map((code) => (
              <span key={code} class="tag">
                {code}
              </span>
            ))}
          </p>
        </section>
        <OwnPassword />
        <OwnSessions />
      </div>
    </>
  );
}
