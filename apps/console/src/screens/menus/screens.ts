import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const menuScreens: readonly Screen[] = [
  {
    path: '/menus',
    title: () => texts().titles.menus,
    group: 'navigation',
    icon: 'mdi:sitemap-outline',
    anyOf: ['getMenuTree'],
    load: async () => (await import('./menus.tsx')).Menus,
  },
];
