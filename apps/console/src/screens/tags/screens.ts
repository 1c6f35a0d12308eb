import type { Screen } from '../../navigation/screens.ts';

export const tagScreens: readonly Screen[] = [
  {
    path: '/tags',
    title: ['Tags', '标签'],
    anyOf: ['createTag', 'createTags', 'updateTag', 'deleteTag'],
    load: async () => (await import('./tags.tsx')).Tags,
  },
];
