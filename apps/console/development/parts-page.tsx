import { ConfirmDialog } from '../src/parts/actions.tsx';
import { StatusRegion } from '../src/parts/notices.tsx';
import { actionParts } from './action-parts.tsx';
import { elementParts } from './element-parts.tsx';
import { listParts } from './list-parts.tsx';
import { loadParts } from './load-parts.tsx';
import type { Part } from './part.ts';
import { treeParts } from './tree-parts.tsx';

/** Every component of `src/parts`. A journey compares the names with the exports. */
const parts: readonly Part[] = [...elementParts, ...actionParts, ...loadParts, ...listParts, ...treeParts];

/** Shows every component of `src/parts` in every state. */
export const PartsPage = () => (
  <main>
    <h1>Parts</h1>
    {parts.map(({ name, states }) => (
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
