import { render } from 'preact';
import { App } from './app.tsx';
import { startLanguage } from './language/language.ts';
import { startTheme } from './layout/theme.ts';
import { followAddress } from './routing/location.ts';
import { openedLink } from './session/opened-link.ts';
import { restoreSession, sessionState } from './session/session.ts';

startLanguage();
startTheme();
followAddress();

/** Shows the page of a link with a token. @returns whether the address has one */
function openLink(): boolean {
  const link = openedLink();
  if (link === undefined) return false;
  render(<App link={link} />, document.body);
  sessionState.value = 'link';
  return true;
}

// A link that is opened in a page of the console changes the fragment only: the page is not loaded again.
window.addEventListener('hashchange', openLink);
render(<App />, document.body);
if (!openLink()) await restoreSession();
