import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const tagScreens: readonly Screen[] = [
  {
    path: '/tags',
    title: () => texts().titles.tags,
    group: 'content',
    icon: 'mdi:tag-outline',
    anyOf: ['createTag', 'createTags', 'updateTag', 'deleteTag'],
    load: async () => (await import('./tags.tsx')).Tags,
  },
];
