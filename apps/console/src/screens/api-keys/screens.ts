import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const apiKeyScreens: readonly Screen[] = [
  {
    path: '/api-keys',
    title: () => texts().titles.apiKeys,
    group: 'service',
    icon: 'mdi:key-chain-variant',
    // Only administrators may read the keys of service accounts.
    anyOf: ['createUser'],
    load: async () => (await import('./api-keys.tsx')).ApiKeys,
  },
  {
    path: '/api-keys/new',
    anyOf: ['createUser'],
    load: async () => (await import('./api-keys.tsx')).CreateApiKey,
  },
  {
    path: '/api-keys/assistant',
    anyOf: ['createUser'],
    load: async () => (await import('./assistant.tsx')).ConnectAssistant,
  },
];
