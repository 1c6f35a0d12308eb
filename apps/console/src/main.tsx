import { render } from 'preact';
import { App } from './app.tsx';
import { startStoringDrafts } from './forms/drafts.ts';
import { startLanguage } from './language/language.ts';
import { openedLink } from './log-in/link-pages.tsx';
import { startNavigation } from './navigation/screens.tsx';
import { startTheme } from './parts/preferences.tsx';
import { discardUnsaved, hasUnsaved, startUnsavedWarning } from './parts/unsaved.ts';
import { startRouter } from './routing/location.ts';
import { screens } from './screens.ts';
import { finishSignIn, takeReturnedSignIn, restoreSession, sessionState } from './session/session.ts';

await startLanguage();
startTheme();
const returned = takeReturnedSignIn();
startRouter({ mustAsk: () => hasUnsaved(), ask: () => discardUnsaved() });
startUnsavedWarning();
startStoringDrafts();
startNavigation(screens);

/** If the current URL is a link with a token, shows the page of the link. @returns whether the page is shown */
function openLink(): boolean {
  const link = openedLink();
  if (link === undefined) return false;
  render(<App link={link} />, document.body);
  sessionState.value = 'link';
  return true;
}

// If the console is already open, a link with a token changes only the fragment, and the browser does not reload the
// page.
window.addEventListener('hashchange', openLink);
render(<App />, document.body);
if (!openLink()) await (returned === undefined ? restoreSession() : finishSignIn(returned));
