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
const setupToken = takeSetupToken();
render(<App setupToken={setupToken} />, document.body);
if (setupToken === undefined) await restoreSession();
else sessionState.value = 'setup';
