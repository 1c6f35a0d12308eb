import type { Screen } from '../../navigation/screens.ts';

export const categoryScreens: readonly Screen[] = [
  {
    path: '/categories',
    title: ['Categories', '分类'],
    anyOf: ['createCategory', 'updateCategory', 'deleteCategory'],
    load: async () => (await import('./categories.tsx')).Categories,
  },
];
