import type {
  DeliveryListQuery,
  DeliveryQueues,
  DeliverySortField,
  DeliveryViews,
} from '@portcullis/application/internal/ports/deliveries';
import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type { Delivery } from '@portcullis/domain/internal/events/delivery';
import { EntitySchema, type EntityManager } from 'typeorm';
import { type Reader, sql } from '../postgres/reader.ts';
import * as column from '../sql/columns.ts';
import { listOf } from '../sql/lists.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

const deliveries = new EntitySchema<Delivery>({
  name: 'deliveries',
  columns: {
    id: column.id,
    kind: column.text,
    queue: column.text,
    messageId: column.link,
    type: column.text,
    payload: column.json,
    state: column.text,
    attempts: column.integer,
    nextAttemptAt: column.optionalTimestamp,
    lastAttemptAt: column.optionalTimestamp,
    responseStatus: column.optionalInteger,
    responseBody: column.optionalText,
    error: column.optionalText,
    ...column.timestamps,
  },
});

const columns = column.columnsOf(deliveries, 't');

/**
 * Inserts or updates the rows of the queues, and thereby locks them until the transaction commits the deliveries. A
 * process has a lease of a queue while it sends the deliveries of the queue. If a process ends its lease at the same
 * time, it waits for the lock and then sees the deliveries.
 */
const createQueues = sql`INSERT INTO delivery_queues (name, kind)
    SELECT DISTINCT queue, kind FROM jsonb_to_recordset($1::jsonb) AS added (queue text, kind text) ORDER BY queue
    ON CONFLICT (name) DO UPDATE SET kind = excluded.kind`;
const add = sql`INSERT INTO deliveries (id, queue, kind, message_id, type, payload, state, attempts, next_attempt_at,
      last_attempt_at, response_status, response_body, error, created_at, updated_at)
    SELECT id, queue, kind, "messageId", type, payload, state, attempts, "nextAttemptAt", "lastAttemptAt",
      "responseStatus", "responseBody", error, "createdAt", "updatedAt"
    FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (id uuid, queue text, kind text, "messageId" uuid, type text,
      payload jsonb, state text, attempts integer, "nextAttemptAt" timestamptz, "lastAttemptAt" timestamptz,
      "responseStatus" integer, "responseBody" text, error text, "createdAt" timestamptz, "updatedAt" timestamptz))
      WITH ORDINALITY AS added ORDER BY ordinality`;
const firstWaiting = `SELECT d.next_attempt_at FROM deliveries d WHERE d.queue = q.name AND d.state = 'waiting'
  ORDER BY d.number LIMIT 1`;
const schedule = sql`UPDATE delivery_queues q SET next_attempt_at = (${firstWaiting}) WHERE q.name = ANY ($1::text[])`;
const scheduleAdded = sql`${schedule.text} AND q.next_attempt_at IS NULL`;
/** The due time of a queue without a waiting delivery becomes NULL, because the subquery then has no row. */
const release = sql`UPDATE delivery_queues q SET lease_id = NULL, leased_until = NULL, next_attempt_at =
    (SELECT greatest(first.next_attempt_at, $2::timestamptz) FROM (${firstWaiting}) first) WHERE q.name = $1`;
const setPaused = sql`INSERT INTO delivery_queues (name, kind, is_paused) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET is_paused = excluded.is_paused`;
const removeQueue = sql`DELETE FROM delivery_queues WHERE name = $1`;
const isDue = `q.kind = $1 AND q.next_attempt_at <= $2 AND NOT q.is_paused
  AND (q.leased_until IS NULL OR q.leased_until <= $2) AND q.name <> ALL ($6::text[])`;
/**
 * The queue of a webhook has the id of the webhook as its name. Other queues have a receiver of their own. Only the
 * first 1000 due queues are considered, because there may be many mails; there are at most 100 webhooks. The due queues
 * are locked in a query of their own, because PostgreSQL cannot lock rows in a query with window functions.
 */
const take = sql`WITH receivers AS (
      SELECT id::text AS queue, substring(lower(url) FROM '^[a-z]+://(\\[[^]]*\\]|[^/:?#]+)') AS host FROM webhooks),
    sending AS (SELECT host, count(*) AS count FROM receivers WHERE queue = ANY ($6::text[]) GROUP BY host),
    considered AS (SELECT q.name, q.next_attempt_at FROM delivery_queues q WHERE ${isDue}
      ORDER BY q.next_attempt_at LIMIT 1000),
    ranked AS (SELECT name, coalesce(sending.count, 0)
        + row_number() OVER (PARTITION BY coalesce(host, name) ORDER BY next_attempt_at, name) AS rank
      FROM considered LEFT JOIN receivers ON queue = name LEFT JOIN sending USING (host)),
    due AS (
      SELECT q.name FROM delivery_queues q
      WHERE q.name IN (SELECT name FROM ranked WHERE rank <= $7) AND ${isDue}
      ORDER BY q.next_attempt_at LIMIT $5 FOR UPDATE SKIP LOCKED),
    taken AS (UPDATE delivery_queues q SET lease_id = $3, leased_until = $4 FROM due WHERE q.name = due.name
      RETURNING q.name)
    SELECT ${columns} FROM taken CROSS JOIN LATERAL (SELECT * FROM deliveries d
      WHERE d.queue = taken.name AND d.state = 'waiting' ORDER BY d.number LIMIT 1) t`;
/** Rows that are locked are skipped: to wait for several of them could cause a deadlock. */
const extend = sql`WITH held AS (
      SELECT q.name FROM delivery_queues q JOIN jsonb_to_recordset($1::jsonb) AS leases (queue text, "leaseId" uuid)
        ON q.name = leases.queue AND q.lease_id = leases."leaseId" FOR UPDATE OF q SKIP LOCKED)
    UPDATE delivery_queues q SET leased_until = $2 FROM held WHERE q.name = held.name RETURNING q.name`;
const lockLeased = sql`SELECT FROM delivery_queues WHERE name = $1 AND lease_id = $2 FOR UPDATE`;
const lock = sql`SELECT ${columns} FROM deliveries t JOIN delivery_queues q ON q.name = t.queue
    WHERE t.id = $1 FOR UPDATE`;
const save = sql`UPDATE deliveries SET state = $2, attempts = $3, next_attempt_at = $4, last_attempt_at = $5,
    response_status = $6, response_body = $7, error = $8, updated_at = $9 WHERE id = $1`;
const takeNext = sql`WITH next AS (SELECT d.* FROM deliveries d WHERE d.queue = $1 AND d.state = 'waiting' ORDER BY d.number LIMIT 1),
    extended AS (UPDATE delivery_queues q SET next_attempt_at = next.next_attempt_at, lease_id = $3, leased_until = $4
      FROM next WHERE q.name = $1 AND NOT q.is_paused AND next.next_attempt_at <= $2 RETURNING q.name)
    SELECT ${columns} FROM next t, extended`;
const removeEnded = sql`DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE state <> 'waiting' AND updated_at < $1
    ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`;

const deliveryQueues = (db: EntityManager): DeliveryQueues => ({
  add: async (added) => {
    if (added.length === 0) return;
    const rows = JSON.stringify(added);
    await Promise.all([
      execute(db, createQueues, [rows]),
      execute(db, add, [rows]),
      execute(db, scheduleAdded, [[...new Set(added.map(({ queue }) => queue))]]),
    ]);
  },
  setPaused: (queue, kind, isPaused) => executeOnly(db, setPaused, [queue, kind, isPaused]),
  removeQueue: (queue) => executeOnly(db, removeQueue, [queue]),
  take: (kind, at, lease, { limit, sending, perReceiver }) =>
    execute<Delivery>(db, take, [kind, at, lease.id, lease.until, limit, sending, perReceiver]),
  extend: async (leases, until) =>
    (await execute<{ name: string }>(db, extend, [JSON.stringify(leases), until])).map(({ name }) => name),
  lockLeased: async (queue, leaseId) => (await execute(db, lockLeased, [queue, leaseId])).length > 0,
  lock: async (id) => (await execute<Delivery>(db, lock, [id]))[0],
  save: async (delivery) => {
    const { id, state, attempts, nextAttemptAt, lastAttemptAt, responseStatus, responseBody, error, updatedAt } =
      delivery;
    const values = [state, attempts, nextAttemptAt, lastAttemptAt, responseStatus, responseBody, error, updatedAt];
    await execute(db, save, [id, ...values]);
  },
  schedule: (queue) => executeOnly(db, schedule, [[queue]]),
  release: (queue, at) => executeOnly(db, release, [queue, at]),
  takeNext: async (queue, at, lease) => (await execute<Delivery>(db, takeNext, [queue, at, lease.id, lease.until]))[0],
  removeEnded: async (before, limit) => (await execute(db, removeEnded, [before, limit])).length,
});

const find = sql`SELECT ${columns} FROM deliveries t WHERE t.id = $1`;
const nextDue = sql`SELECT min(next_attempt_at) AS at FROM delivery_queues
    WHERE next_attempt_at IS NOT NULL AND NOT is_paused`;

const list = listOf<Delivery, DeliverySortField, Exclude<keyof DeliveryListQuery, keyof ListQuery<string>>>({
  table: 'deliveries',
  columns,
  rowBytes: 20_000,
  sort: { createdAt: 't.created_at' },
  filters: { queue: 't.queue = ?', state: 't.state = ?', type: 't.type = ?' },
  defaultSort: { by: 'createdAt', order: 'desc' },
});

const deliveryViews = (reader: Reader): DeliveryViews => ({
  find: (id) => reader.row<Delivery>(find, [id]),
  list: (query) => list(reader, query),
  nextDue: async () => (await reader.row<{ at: Date | null }>(nextDue))?.at ?? undefined,
});

export const deliveryStore: ResourceStore<DeliveryQueues, DeliveryViews> = {
  table: deliveries,
  repository: deliveryQueues,
  views: deliveryViews,
};
