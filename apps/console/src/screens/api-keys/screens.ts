import type { Screen } from '../../navigation/screens.ts';

export const apiKeyScreens: readonly Screen[] = [
  {
    path: '/api-keys',
    title: ['API keys', 'API 密钥'],
    // Only administrators may read the keys of service accounts.
    anyOf: ['createUser'],
    load: async () => (await import('./api-keys.tsx')).ApiKeys,
  },
];
