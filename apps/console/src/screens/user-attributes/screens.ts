import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const userAttributeScreens: readonly Screen[] = [
  {
    path: '/user-attributes',
    title: () => texts().titles.userAttributes,
    group: 'people',
    icon: 'mdi:card-account-details-outline',
    anyOf: ['getUserAttributes'],
    load: async () => (await import('./user-attributes.tsx')).UserAttributes,
  },
];
