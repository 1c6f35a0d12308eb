import { editors, type Screen } from '../../navigation/screens.ts';

export const contentScreens: readonly Screen[] = [
  {
    path: '/contents',
    title: ['Contents', '内容'],
    anyOf: editors,
    load: async () => (await import('./contents.tsx')).Contents,
  },
  {
    path: '/contents/new',
    anyOf: editors,
    load: async () => (await import('./content.tsx')).NewContent,
  },
  {
    path: '/contents/search',
    anyOf: editors,
    load: async () => (await import('./search-contents.tsx')).SearchContents,
  },
  {
    path: '/contents/:id',
    anyOf: editors,
    load: async () => (await import('./content.tsx')).ExistingContent,
  },
  {
    path: '/contents/:id/history',
    anyOf: editors,
    load: async () => (await import('./content-history.tsx')).ContentHistory,
  },
  {
    path: '/contents/:id/draft',
    anyOf: editors,
    load: async () => (await import('./working-copy.tsx')).WorkingCopy,
  },
];
