import type { Screen } from '../../navigation/screens.ts';

export const userScreens: readonly Screen[] = [
  {
    path: '/users',
    title: ['Users', '用户'],
    anyOf: ['listUsers'],
    load: async () => (await import('./users.tsx')).Users,
  },
  {
    path: '/users/:id',
    anyOf: ['listUsers'],
    load: async () => (await import('./user.tsx')).User,
  },
];
