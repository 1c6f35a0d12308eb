import { render } from 'preact';
import { startLanguage } from '../../src/language/language.ts';
import { ConfirmDialog } from '../../src/parts/actions.tsx';
import { StatusRegion } from '../../src/parts/notices.tsx';
import { startTheme } from '../../src/parts/preferences.tsx';
import { controlParts } from './control-parts.tsx';
import { dataParts } from './data-parts.tsx';

/** Every component of `src/parts`. A journey compares the names with the exports. */
const parts = { ...controlParts, ...dataParts };

/** Shows every component of `src/parts` in every state. */
const PartsPage = () => (
  <main>
    <h1>Parts</h1>
    {Object.entries(parts).map(([name, states]) => (
      <section key={name} class="panel" data-part={name}>
        <h2>{name}</h2>
        {Object.entries(states).map(([state, view]) => (
          <div key={state}>
            <p class="hint">{state}</p>
            {view()}
          </div>
        ))}
      </section>
    ))}
    <ConfirmDialog />
    <StatusRegion />
  </main>
);

await startLanguage();
startTheme();
render(<PartsPage />, document.body);
