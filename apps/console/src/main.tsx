import { render } from 'preact';
import { App } from './app.tsx';
import { startLanguage } from './language/language.ts';
import { startTheme } from './layout/theme.ts';
import { followAddress } from './routing/location.ts';
import { takeOpenedLink, type OpenedLink } from './session/opened-link.ts';
import { restoreSession, sessionState } from './session/session.ts';

startLanguage();
startTheme();
followAddress();
const showApp = (link?: OpenedLink): void => render(<App link={link} />, document.body);

/** Shows the page of a link with a token. @returns whether the address has one */
function openLink(): boolean {
  const link = takeOpenedLink();
  if (link === undefined) return false;
  showApp(link);
  sessionState.value = 'link';
  return true;
}

// A link that is opened in a page of the console changes the fragment only: the page is not loaded again.
window.addEventListener('hashchange', openLink);
showApp();
if (!openLink()) await restoreSession();
