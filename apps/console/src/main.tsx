import { render } from 'preact';
import { App } from './app.tsx';
import { startLanguage } from './language/language.ts';
import { startTheme } from './layout/theme.ts';
import { followAddress } from './routing/location.ts';
import { restoreSession } from './session/session.ts';

startLanguage();
startTheme();
followAddress();
render(<App />, document.body);
await restoreSession();
