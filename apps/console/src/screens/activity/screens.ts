import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const activityScreens: readonly Screen[] = [
  {
    path: '/activity',
    title: () => texts().titles.activity,
    group: 'service',
    icon: 'mdi:history',
    anyOf: ['listEvents'],
    load: async () => (await import('./activity.tsx')).Activity,
  },
  {
    path: '/activity/:id',
    anyOf: ['getEvent'],
    load: async () => (await import('./event.tsx')).Event,
  },
];
