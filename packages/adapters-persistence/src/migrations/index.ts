import { Initial1763683200000 } from './1763683200000-initial.ts';

/** In the order they run. A migration that has been released is never edited: add another. */
export const migrations = [Initial1763683200000];
