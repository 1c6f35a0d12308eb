import { editors, type Screen } from '../../navigation/screens.ts';

export const categoryScreens: readonly Screen[] = [
  {
    path: '/categories',
    title: ['Categories', '分类'],
    anyOf: [...editors, 'category.manage'],
    load: async () => (await import('./categories.tsx')).Categories,
  },
];
