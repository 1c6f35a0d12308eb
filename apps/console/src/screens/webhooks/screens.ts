import { texts } from '../../language/language.ts';
import type { Screen } from '../../navigation/screens.ts';

export const webhookScreens: readonly Screen[] = [
  {
    path: '/webhooks',
    title: () => texts().titles.webhooks,
    group: 'service',
    icon: 'mdi:webhook',
    anyOf: ['listWebhooks'],
    load: async () => (await import('./webhooks.tsx')).Webhooks,
  },
  {
    path: '/webhooks/:id',
    anyOf: ['getWebhook'],
    load: async () => (await import('./webhook.tsx')).Webhook,
  },
  {
    path: '/webhooks/:id/deliveries',
    anyOf: ['listDeliveries'],
    load: async () => (await import('./deliveries.tsx')).Deliveries,
  },
];
