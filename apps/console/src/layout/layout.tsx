import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useId, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { LogInForm, StepUpDialog } from '../log-in/log-in.tsx';
import {
  findScreen,
  isAllowed,
  navigationScreens,
  screenGroups,
  type Screen,
  type ScreenGroup,
  type ScreenProps,
} from '../navigation/screens.tsx';
import { ConfirmDialog, Dialog } from '../parts/actions.tsx';
import { Brand, Button, ScreenHead, Time } from '../parts/elements.tsx';
import { Icon } from '../parts/icon.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';
import { StatusRegion } from '../parts/notices.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { isConnected, lastSave } from '../parts/save-state.ts';
import { Preferences } from '../parts/preferences.tsx';
import { dropUnsaved } from '../parts/unsaved.ts';
import { currentLocation, hrefOf } from '../routing/location.ts';
import { isEndedElsewhere, logOut, logOutIfAllowed, profile, sessionState } from '../session/session.ts';
import { PaletteButton } from './palette-button.tsx';

interface ProblemPageProps {
  readonly title: string;
  readonly hint: string;
  readonly children?: ComponentChildren;
}

function ProblemPage({ title, hint, children }: ProblemPageProps) {
  return (
    <>
      <ScreenHead title={title} />
      <p>{hint}</p>
      <p>{children ?? <a href={hrefOf('/')}>{texts().layout.home}</a>}</p>
    </>
  );
}

function LoadedScreen({ screen, props }: { readonly screen: Screen; readonly props: ScreenProps }) {
  const loaded = useLoad(async () => ({ Component: await screen.load() }), []);
  return <LoadBoundary of={loaded}>{({ Component }) => <Component {...props} />}</LoadBoundary>;
}

/** Shows the screen for the current URL, or the reason why the screen cannot be shown. */
function ScreenView() {
  const text = texts().layout;
  const [error, forget] = useErrorBoundary((thrown: unknown) => console.error(thrown));
  if (error !== undefined) {
    const reload = (): void => {
      forget();
      window.location.reload();
    };
    return (
      <ProblemPage title={text.broken} hint={text.brokenHint}>
        <Button onClick={reload}>{text.reload}</Button>
      </ProblemPage>
    );
  }
  const found = findScreen(currentLocation.value.path);
  if (found === undefined) return <ProblemPage title={text.notFound} hint={text.notFoundHint} />;
  if (!isAllowed(found.screen)) return <ProblemPage title={text.forbidden} hint={text.forbiddenHint} />;
  return <LoadedScreen {...found} />;
}

/** The screens of a group that the person may open, or those without a group. */
function NavigationList({ group }: { readonly group: ScreenGroup | undefined }) {
  const id = useId();
  const current = findScreen(currentLocation.value.path)?.screen.path;
  const screens = navigationScreens().filter((screen) => screen.group === group);
  if (screens.length === 0) return null;
  return (
    <>
      {group === undefined ? undefined : (
        <h2 id={id} class="navigation-group">
          {texts().layout.groups[group]}
        </h2>
      )}
      <ul aria-labelledby={group === undefined ? undefined : id}>
        {screens.map(({ path, title, icon }) => (
          <li key={path}>
            <a
              href={hrefOf(path)}
              aria-current={current === path ? 'page' : current?.startsWith(`${path}/`) === true ? 'true' : undefined}
            >
              <Icon name={icon ?? ''} />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Navigation({ isOpen }: { readonly isOpen: boolean }) {
  const text = texts().layout;
  return (
    <nav class={isOpen ? 'navigation is-open' : 'navigation'} id="navigation" aria-label={text.navigation}>
      <div class="navigation-lists">
        <NavigationList group={undefined} />
        {screenGroups.map((group) => (
          <NavigationList key={group} group={group} />
        ))}
      </div>
    </nav>
  );
}

/** The menu of the person: the own account, the preferences of this browser, and the log-out. */
function AccountMenu() {
  const text = texts().layout;
  const menu = useRef<HTMLDivElement>(null);
  const name = profile.value?.nickName ?? profile.value?.username ?? '';
  useEffect(() => menu.current?.hidePopover(), [currentLocation.value.path]);
  return (
    <>
      <button type="button" class="account" popovertarget="account-menu" aria-label={text.account({ name })}>
        <bdi>{name}</bdi>
      </button>
      <div ref={menu} id="account-menu" class="account-menu" popover="auto">
        <a href={hrefOf('/account')}>{texts().account.title}</a>
        <a href="/api/docs">{text.api}</a>
        <Preferences />
        <Button onClick={logOutIfAllowed}>{text.logOut}</Button>
      </div>
    </>
  );
}

/** Brings the message about what was not saved into view. */
const showProblem = (): void => {
  document.querySelector('[aria-invalid="true"], .form-problem')?.scrollIntoView({ block: 'center' });
};

/** Says whether the service responds, and what became of the last save. */
function StateLine() {
  const text = texts().layout;
  const save = isConnected.value ? lastSave.value : undefined;
  const isBad = !isConnected.value || save?.kind === 'failed';
  return (
    <p class={isBad ? 'state-line is-bad' : 'state-line'} role="status">
      {isConnected.value ? undefined : text.offline}
      {save?.kind === 'saving' ? texts().common.saving : undefined}
      {save?.kind === 'saved' ? (
        <>
          {text.savedAt} <Time value={save.at} />
        </>
      ) : undefined}
      {save?.kind === 'failed' ? (
        <>
          {text.notSaved}{' '}
          <Button kind="link" onClick={showProblem}>
            {text.showProblem}
          </Button>
        </>
      ) : undefined}
    </p>
  );
}

/** Shows the header, the navigation, the dialogs, and the current screen. */
export function Layout() {
  const text = texts().layout;
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
          <Brand />
        </a>
        <PaletteButton />
        <StateLine />
        <AccountMenu />
      </header>
      <Navigation isOpen={isOpen} />
      <main id="content" tabIndex={-1}>
        <ScreenView key={currentLocation.value.path} />
        <SaveBar />
      </main>
      <ConfirmDialog />
      <StepUpDialog />
      {sessionState.value === 'ended' ? (
        <Dialog title={text.ended}>
          <p>{isEndedElsewhere.value ? text.endedElsewhere : text.endedHint}</p>
          <LogInForm username={profile.value?.username ?? ''} />
          <Button
            kind="link"
            onClick={() => {
              dropUnsaved();
              return logOut();
            }}
          >
            {text.logOut}
          </Button>
        </Dialog>
      ) : undefined}
      <StatusRegion />
    </div>
  );
}
