import type { WebhookRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { table } from '../tables.ts';

export const webhookRepository = (state: State): WebhookRepository => ({
  ...table(state.webhooks),
  count: async () => state.webhooks.size,
  enabled: async () => [...state.webhooks.values()].filter(({ enabled }) => enabled),
  lockPosition: async () => state.queuedPosition.get('webhooks') ?? 0,
  setPosition: async (position) => void state.queuedPosition.set('webhooks', position),
});
