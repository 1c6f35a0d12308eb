import { render } from 'preact';
import { startLanguage } from '../src/language/language.ts';
import { startTheme } from '../src/parts/preferences.tsx';
import { PartsPage } from './parts-page.tsx';

await startLanguage();
startTheme();
render(<PartsPage />, document.body);
