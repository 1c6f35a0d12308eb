import type { Screen } from '../../navigation/screens.ts';

export const activityScreens: readonly Screen[] = [
  {
    path: '/activity',
    title: ['Activity', '活动记录'],
    anyOf: ['listEvents'],
    load: async () => (await import('./activity.tsx')).Activity,
  },
  {
    path: '/activity/:id',
    anyOf: ['getEvent'],
    load: async () => (await import('./event.tsx')).Event,
  },
];
