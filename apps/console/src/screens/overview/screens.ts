import type { Screen } from '../../navigation/screens.ts';

export const overviewScreens: readonly Screen[] = [
  {
    path: '/overview',
    title: ['Overview', '概览'],
    anyOf: ['getOverview'],
    load: async () => (await import('./overview.tsx')).Overview,
  },
];
