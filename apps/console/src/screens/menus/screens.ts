import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const menuScreens: readonly Screen[] = [
  {
    path: '/menus',
    title: () => texts().titles.menus,
    anyOf: ['getMenuTree'],
    load: async () => (await import('./menus.tsx')).Menus,
  },
];
