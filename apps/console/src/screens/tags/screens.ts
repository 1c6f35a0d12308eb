import { editors, type Screen } from '../../navigation/screens.ts';

export const tagScreens: readonly Screen[] = [
  {
    path: '/tags',
    title: ['Tags', '标签'],
    anyOf: [...editors, 'tag.manage'],
    load: async () => (await import('./tags.tsx')).Tags,
  },
];
