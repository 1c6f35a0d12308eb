import { useEffect, useState } from 'preact/hooks';
import { ConfirmDialog } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { StatusRegion } from '../parts/notices.tsx';
import { hrefOf, currentLocation } from '../routing/location.ts';
import { findScreen, navigationScreens } from '../navigation/screens.ts';
import { LogInForm } from '../log-in/log-in.tsx';
import { logOut, profile, sessionState } from '../session/session.ts';
import { StepUpDialog } from '../log-in/step-up-dialog.tsx';
import { layoutMessages } from './messages.ts';
import { Preferences } from '../parts/preferences.tsx';
import { ScreenView } from './screen-view.tsx';
import { Button } from '../parts/button.tsx';

function Navigation({ isOpen }: { readonly isOpen: boolean }) {
  const text = layoutMessages();
  const current = findScreen(currentLocation.value.path)?.screen.path;
  return (
    <nav class={isOpen ? 'navigation is-open' : 'navigation'} id="navigation" aria-label={text.navigation}>
      <ul>
        {navigationScreens().map(({ path, title }) => (
          <li key={path}>
            <a
              href={hrefOf(path)}
              aria-current={current === path ? 'page' : current?.startsWith(`${path}/`) === true ? 'true' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <div class="navigation-foot">
        <a href="/api/docs">{text.api}</a>
        <Preferences />
        <Button onClick={logOut}>{text.logOut}</Button>
      </div>
    </nav>
  );
}

/** Shows the header, the navigation, the dialogs, and the current screen. */
export function Layout() {
  const text = layoutMessages();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [currentLocation.value.path]);
  return (
    <div class="layout">
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <header class="top">
        <button
          type="button"
          class="menu-button"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          {text.menu}
        </button>
        <a class="brand" href={hrefOf('/')}>
          Portcullis
        </a>
        <a class="account" href={hrefOf('/account')}>
          {profile.value?.nickName ?? profile.value?.username}
        </a>
      </header>
      <Navigation isOpen={isOpen} />
      <main id="content" tabIndex={-1}>
        <ScreenView key={currentLocation.value.path} />
      </main>
      <ConfirmDialog />
      <StepUpDialog />
      {sessionState.value === 'ended' ? (
        <Dialog title={text.ended}>
          <p>{text.endedHint}</p>
          <LogInForm username={profile.value?.username ?? ''} />
          <Button kind="link" onClick={logOut}>
            {text.logOut}
          </Button>
        </Dialog>
      ) : undefined}
      <StatusRegion />
    </div>
  );
}
