import type {
  QueuePosition,
  WebhookRepository,
  WebhookSortField,
  WebhookViews,
} from '@portcullis/application/internal/ports/webhooks';
import type { Webhook, WebhookView } from '@portcullis/domain/internal/events/webhook';
import { EntitySchema, type EntityManager } from 'typeorm';
import { type Reader, sql } from '../postgres/reader.ts';
import { collectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { listOf, timeSort } from '../sql/lists.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

const webhooks = new EntitySchema<Webhook>({
  name: 'webhooks',
  columns: {
    id: column.id,
    url: column.text,
    types: column.json,
    description: column.optionalText,
    enabled: column.flag,
    disabledReason: column.optionalText,
    failingSince: column.optionalTimestamp,
    startPosition: column.safeInteger,
    secret: column.text,
    previousSecret: column.optionalText,
    previousSecretUntil: column.optionalTimestamp,
    ...column.timestamps,
  },
});

const collection = collectionOf(webhooks);
const sealedColumns = column.columnsOf(webhooks, 't');

const count = sql`SELECT count(*)::int AS count FROM webhooks`;
const enabled = sql`SELECT ${sealedColumns} FROM webhooks t WHERE t.enabled ORDER BY t.created_at, t.id`;
const lockPosition = sql`SELECT position FROM webhook_position FOR UPDATE`;
const setPosition = sql`UPDATE webhook_position SET position = $1`;

const webhookRepository = (db: EntityManager): WebhookRepository => ({
  ...collection(db),
  count: async () => (await execute<{ count: number }>(db, count, []))[0]?.count ?? 0,
  enabled: () => execute<Webhook>(db, enabled, []),
  lockPosition: async () => (await execute<{ position: number }>(db, lockPosition, []))[0]?.position ?? 0,
  setPosition: (position) => executeOnly(db, setPosition, [position]),
});

const columns = column.columnsOf(webhooks, 't', [
  'id',
  'url',
  'types',
  'description',
  'enabled',
  'disabledReason',
  'failingSince',
  'previousSecretUntil',
  'createdAt',
  'updatedAt',
]);
const find = sql`SELECT ${columns} FROM webhooks t WHERE t.id = $1`;
const findSealed = sql`SELECT ${sealedColumns} FROM webhooks t WHERE t.id = $1`;
const queuePosition = sql`SELECT position AS queued, start FROM webhook_position,
    (SELECT min(start_position) AS start FROM webhooks WHERE enabled) enabled WHERE start IS NOT NULL`;

const list = listOf<WebhookView, WebhookSortField, never>({
  table: 'webhooks',
  columns,
  rowBytes: 8000,
  sort: { ...timeSort, url: 't.url COLLATE "C"' },
  filters: {},
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const webhookViews = (reader: Reader): WebhookViews => ({
  find: (id) => reader.row<WebhookView>(find, [id]),
  list: (query) => list(reader, query),
  findSealed: (id) => reader.row<Webhook>(findSealed, [id]),
  queuePosition: () => reader.row<QueuePosition>(queuePosition),
});

export const webhookStore: ResourceStore<WebhookRepository, WebhookViews> = {
  table: webhooks,
  repository: webhookRepository,
  views: webhookViews,
};
