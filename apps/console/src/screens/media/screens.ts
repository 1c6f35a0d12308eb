import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const mediaScreens: readonly Screen[] = [
  {
    path: '/media',
    title: () => texts().titles.media,
    group: 'content',
    icon: 'mdi:image-multiple-outline',
    anyOf: ['listMedia'],
    load: async () => (await import('./library.tsx')).Library,
  },
  {
    path: '/media/:id',
    anyOf: ['getMedia'],
    load: async () => (await import('./file.tsx')).MediaFile,
  },
];
