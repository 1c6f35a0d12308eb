import type { Screen } from '../../navigation/screens.ts';

export const userScreens: readonly Screen[] = [
  {
    path: '/users',
    title: ['Users', '用户'],
    anyOf: ['user.read'],
    load: async () => (await import('./users.tsx')).Users,
  },
  {
    path: '/users/:id',
    anyOf: ['user.read'],
    load: async () => (await import('./user.tsx')).User,
  },
];
