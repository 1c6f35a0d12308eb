import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const roleScreens: readonly Screen[] = [
  {
    path: '/roles',
    title: () => texts().titles.roles,
    group: 'people',
    icon: 'mdi:shield-account-outline',
    anyOf: ['listRoles'],
    load: async () => (await import('./roles.tsx')).Roles,
  },
  {
    path: '/roles/new',
    anyOf: ['createRole'],
    load: async () => (await import('./new-role.tsx')).NewRole,
  },
  {
    path: '/roles/:id',
    anyOf: ['getRole'],
    load: async () => (await import('./role.tsx')).Role,
  },
];
