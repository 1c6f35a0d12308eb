import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type {
  WebhookRepository,
  WebhookSortField,
  WebhookViews,
} from '@portcullis/application/internal/ports/webhooks';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';
import type { Webhook, WebhookView } from '@portcullis/domain/internal/events/webhook';
import { type ListRules, pageOf } from '../tables/pages.ts';

export const contracts = [() => import('../contracts/webhooks.ts')];

export const repository = (state: State): WebhookRepository => ({
  ...table(state.webhooks),
  count: async () => state.webhooks.size,
  enabled: async () => [...state.webhooks.values()].filter(({ enabled }) => enabled),
  lockPosition: async () => state.queuedPosition.get('webhooks') ?? 0,
  setPosition: async (position) => void state.queuedPosition.set('webhooks', position),
});

const listed: ListRules<WebhookView, WebhookSortField, ListQuery<WebhookSortField>> = {
  sort: {},
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ url, description }) => [url, description],
};

const viewOf = ({ secret: _secret, previousSecret: _previous, startPosition: _start, ...view }: Webhook): WebhookView =>
  view;

export const views = (now: () => State): WebhookViews => ({
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
