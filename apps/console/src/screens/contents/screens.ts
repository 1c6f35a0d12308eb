import { editors, type Screen } from '../../navigation/screens.ts';

/** Roles and permissions of people who work with contents. */
const authors = [
  ...editors,
  'content.create',
  'content.read-drafts',
  'content.update',
  'content.publish',
  'content.delete',
];

export const contentScreens: readonly Screen[] = [
  {
    path: '/contents',
    title: ['Contents', '内容'],
    anyOf: authors,
    load: async () => (await import('./contents.tsx')).Contents,
  },
  {
    path: '/contents/new',
    anyOf: [...editors, 'content.create'],
    load: async () => (await import('./content.tsx')).NewContent,
  },
  {
    path: '/contents/search',
    anyOf: authors,
    load: async () => (await import('./search-contents.tsx')).SearchContents,
  },
  {
    path: '/contents/:id',
    anyOf: authors,
    load: async () => (await import('./content.tsx')).ExistingContent,
  },
  {
    path: '/contents/:id/history',
    anyOf: [...editors, 'content.read-drafts'],
    load: async () => (await import('./content-history.tsx')).ContentHistory,
  },
  {
    path: '/contents/:id/draft',
    anyOf: [...editors, 'content.read-drafts', 'content.update'],
    load: async () => (await import('./working-copy.tsx')).WorkingCopy,
  },
];
