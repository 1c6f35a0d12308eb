import type { Screen } from '../../navigation/screens.ts';

/**
 * Everybody who is logged in may read permissions. They are of use to people who look at roles or change permissions.
 */
const anyOf = ['listRoles', 'createPermission', 'updatePermission'] as const;

export const permissionScreens: readonly Screen[] = [
  {
    path: '/permissions',
    title: ['Permissions', '权限'],
    anyOf,
    load: async () => (await import('./permissions.tsx')).Permissions,
  },
  {
    path: '/permissions/:id',
    anyOf,
    load: async () => (await import('./permission.tsx')).Permission,
  },
];
