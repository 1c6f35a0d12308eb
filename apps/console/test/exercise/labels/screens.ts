import { administrators, type Screen } from '../../../src/navigation/screens.ts';

/** The screen of the exercise of docs/architecture.md. */
export const labelScreens: readonly Screen[] = [
  {
    path: '/labels',
    title: ['Labels', '标记'],
    anyOf: administrators,
    load: async () => (await import('./labels.tsx')).Labels,
  },
];
