import { render } from 'preact';
import { App } from './app.tsx';
import { startLanguage } from './language/language.ts';
import { startTheme } from './layout/theme.ts';
import { followAddress } from './routing/location.ts';
import { takeSetupToken } from './first-start/setup-token.ts';
import { readPreviewToken } from './content-preview/preview-token.ts';
import { restoreSession, sessionState } from './session/session.ts';

startLanguage();
startTheme();
followAddress();

/** Shows the page of a link of the first start, or of a preview link. @returns whether the address is one */
function openLink(): boolean {
  const setupToken = takeSetupToken();
  const previewToken = readPreviewToken();
  if (setupToken === undefined && previewToken === undefined) return false;
  render(<App setupToken={setupToken} previewToken={previewToken} />, document.body);
  sessionState.value = setupToken === undefined ? 'preview' : 'setup';
  return true;
}

// A link that is opened in a page of the console changes the fragment only: the page is not loaded again.
window.addEventListener('hashchange', openLink);
render(<App />, document.body);
if (!openLink()) await restoreSession();
