import type { Webhook, WebhookView } from '@portcullis/domain';
import type { ListQuery, WebhookSortField, WebhookViews } from '@portcullis/application';
import { pageOf, type ListRules } from '../pages.ts';
import type { State } from '../state.ts';

const listed: ListRules<WebhookView, WebhookSortField, ListQuery<WebhookSortField>> = {
  sort: {
    createdAt: (webhook) => webhook.createdAt,
    updatedAt: (webhook) => webhook.updatedAt,
    url: (webhook) => webhook.url,
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ url, description }) => [url, description],
};

const viewOf = ({ secret: _secret, previousSecret: _previous, startPosition: _start, ...view }: Webhook): WebhookView =>
  view;

export const webhookViews = (now: () => State): WebhookViews => ({
  find: async (id) => {
    const webhook = now().webhooks.get(id);
    return webhook && viewOf(webhook);
  },
  list: async (query) => pageOf([...now().webhooks.values()].map(viewOf), query, listed),
  findSealed: async (id) => now().webhooks.get(id),
  queuePosition: async () => {
    const starts = [...now().webhooks.values()]
      .filter(({ enabled }) => enabled)
      .map(({ startPosition }) => startPosition);
    if (starts.length === 0) return undefined;
    return { queued: now().queuedPosition.get('webhooks') ?? 0, start: Math.min(...starts) };
  },
});
