import type { Screen } from '../../navigation/screens.ts';

export const accountScreens: readonly Screen[] = [
  {
    path: '/account',
    load: async () => (await import('./account.tsx')).Account,
  },
];
