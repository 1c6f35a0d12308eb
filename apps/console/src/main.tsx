import { render } from 'preact';
import { App } from './app.tsx';
import { startLanguage } from './language/language.ts';
import { startTheme } from './layout/theme.ts';
import { followAddress } from './routing/location.ts';
import { takeSetupToken } from './first-start/setup-token.ts';
import { restoreSession, sessionState } from './session/session.ts';

startLanguage();
startTheme();
followAddress();
const showApp = (setupToken?: string): void => render(<App setupToken={setupToken} />, document.body);

/** Shows the form of the first start. @returns whether the address has a setup link */
function openSetupLink(): boolean {
  const token = takeSetupToken();
  if (token === undefined) return false;
  showApp(token);
  sessionState.value = 'setup';
  return true;
}

// A link that is opened in a page of the console changes the fragment only: the page is not loaded again.
window.addEventListener('hashchange', openSetupLink);
showApp();
if (!openSetupLink()) await restoreSession();
