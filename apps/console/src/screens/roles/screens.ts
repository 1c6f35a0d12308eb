import type { Screen } from '../../navigation/screens.ts';

export const roleScreens: readonly Screen[] = [
  {
    path: '/roles',
    title: ['Roles', '角色'],
    anyOf: ['listRoles'],
    load: async () => (await import('./roles.tsx')).Roles,
  },
  {
    path: '/roles/:id',
    anyOf: ['getRole'],
    load: async () => (await import('./role.tsx')).Role,
  },
];
