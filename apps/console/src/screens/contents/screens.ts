import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

/** The operations of people who work with contents. Visitors may also list and read published contents. */
const anyOf = ['createContent', 'listRevisions', 'updateContent', 'publishContent', 'deleteContent'] as const;

export const contentScreens: readonly Screen[] = [
  {
    path: '/contents',
    title: () => texts().titles.contents,
    group: 'content',
    icon: 'mdi:file-document-outline',
    anyOf,
    load: async () => (await import('./contents.tsx')).Contents,
  },
  {
    path: '/contents/new',
    anyOf: ['createContent'],
    load: async () => (await import('./content.tsx')).NewContent,
  },
  {
    path: '/contents/search',
    anyOf,
    load: async () => (await import('./search-contents.tsx')).SearchContents,
  },
  {
    path: '/contents/bin',
    anyOf: ['listRemovedContents'],
    load: async () => (await import('./bin.tsx')).Bin,
  },
  {
    path: '/contents/:id',
    anyOf,
    load: async () => (await import('./content.tsx')).ExistingContent,
  },
  {
    path: '/contents/:id/history',
    anyOf: ['listRevisions'],
    load: async () => (await import('./content-history.tsx')).ContentHistory,
  },
  {
    path: '/contents/:id/draft',
    anyOf: ['getWorkingCopy'],
    load: async () => (await import('./working-copy.tsx')).WorkingCopy,
  },
];
