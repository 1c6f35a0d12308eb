import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const overviewScreens: readonly Screen[] = [
  {
    path: '/overview',
    title: () => texts().titles.overview,
    icon: 'mdi:view-dashboard-outline',
    anyOf: ['getOverview'],
    load: async () => (await import('./overview.tsx')).Overview,
  },
  {
    path: '/service',
    title: () => texts().overview.service,
    group: 'service',
    icon: 'mdi:api',
    anyOf: ['getOverview'],
    load: async () => (await import('./service.tsx')).Service,
  },
];
