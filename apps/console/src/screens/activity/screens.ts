import { administrators, type Screen } from '../../navigation/screens.ts';

export const activityScreens: readonly Screen[] = [
  {
    path: '/activity',
    title: ['Activity', '活动记录'],
    anyOf: administrators,
    load: async () => (await import('./activity.tsx')).Activity,
  },
  {
    path: '/activity/:id',
    anyOf: administrators,
    load: async () => (await import('./event.tsx')).Event,
  },
];
