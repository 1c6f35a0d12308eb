import { administrators, type Screen } from '../../navigation/screens.ts';

export const overviewScreens: readonly Screen[] = [
  {
    path: '/overview',
    title: ['Overview', '概览'],
    anyOf: administrators,
    load: async () => (await import('./overview.tsx')).Overview,
  },
];
