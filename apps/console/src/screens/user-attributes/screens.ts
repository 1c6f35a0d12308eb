import type { Screen } from '../../navigation/screens.ts';

export const userAttributeScreens: readonly Screen[] = [
  {
    path: '/user-attributes',
    title: ['User attributes', '用户属性'],
    anyOf: ['getUserAttributes'],
    load: async () => (await import('./user-attributes.tsx')).UserAttributes,
  },
];
