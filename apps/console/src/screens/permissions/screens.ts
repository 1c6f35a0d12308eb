import { administrators, type Screen } from '../../navigation/screens.ts';

export const permissionScreens: readonly Screen[] = [
  {
    path: '/permissions',
    title: ['Permissions', '权限'],
    anyOf: ['permission.read', ...administrators],
    load: async () => (await import('./permissions.tsx')).Permissions,
  },
  {
    path: '/permissions/:id',
    anyOf: ['permission.read', ...administrators],
    load: async () => (await import('./permission.tsx')).Permission,
  },
];
