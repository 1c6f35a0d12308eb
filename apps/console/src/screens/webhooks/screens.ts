import { administrators, type Screen } from '../../navigation/screens.ts';

export const webhookScreens: readonly Screen[] = [
  {
    path: '/webhooks',
    title: ['Webhooks', 'Webhook'],
    anyOf: administrators,
    load: async () => (await import('./webhooks.tsx')).Webhooks,
  },
  {
    path: '/webhooks/:id',
    anyOf: administrators,
    load: async () => (await import('./webhook.tsx')).Webhook,
  },
  {
    path: '/webhooks/:id/deliveries',
    anyOf: administrators,
    load: async () => (await import('./deliveries.tsx')).Deliveries,
  },
];
