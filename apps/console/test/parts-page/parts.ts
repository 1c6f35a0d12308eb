import type { ComponentChildren } from 'preact';

/** Components of `src/parts` in each of their states, by the names that the components are exported with. */
export type Parts = Readonly<Record<string, Readonly<Record<string, () => ComponentChildren>>>>;
