import type { Screen } from '../../navigation/screens.ts';

export const menuScreens: readonly Screen[] = [
  {
    path: '/menus',
    title: ['Menus', '菜单'],
    anyOf: ['getMenuTree'],
    load: async () => (await import('./menus.tsx')).Menus,
  },
];
