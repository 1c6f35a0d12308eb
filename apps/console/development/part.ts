import type { ComponentChildren } from 'preact';

/** A component of `src/parts` in each of its states. */
export interface Part {
  /** The name that the component is exported with. */
  readonly name: string;
  readonly states: Readonly<Record<string, () => ComponentChildren>>;
}
