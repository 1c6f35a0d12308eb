import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const categoryScreens: readonly Screen[] = [
  {
    path: '/categories',
    title: () => texts().titles.categories,
    group: 'content',
    icon: 'mdi:folder-outline',
    anyOf: ['createCategory', 'updateCategory', 'deleteCategory'],
    load: async () => (await import('./categories.tsx')).Categories,
  },
];
