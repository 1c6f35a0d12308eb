import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

/**
 * Everybody who is logged in may read permissions. They are of use to people who look at roles or change permissions.
 */
const anyOf = ['listRoles', 'createPermission', 'updatePermission'] as const;

export const permissionScreens: readonly Screen[] = [
  {
    path: '/permissions',
    title: () => texts().titles.permissions,
    group: 'people',
    icon: 'mdi:key-outline',
    anyOf,
    load: async () => (await import('./permissions.tsx')).Permissions,
  },
  {
    path: '/permissions/:id',
    anyOf,
    load: async () => (await import('./permission.tsx')).Permission,
  },
];
