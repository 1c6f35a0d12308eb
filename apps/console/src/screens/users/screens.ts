import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const userScreens: readonly Screen[] = [
  {
    path: '/users',
    title: () => texts().titles.users,
    group: 'people',
    icon: 'mdi:account-multiple-outline',
    anyOf: ['listUsers'],
    load: async () => (await import('./users.tsx')).Users,
  },
  {
    path: '/users/:id',
    anyOf: ['listUsers'],
    load: async () => (await import('./user.tsx')).User,
  },
];
