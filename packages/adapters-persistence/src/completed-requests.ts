import type {
  CompletedRequestRepository,
  CompletedRequestViews,
} from '@portcullis/application/internal/ports/idempotency';
import type { CompletedRequest, StoredResponse } from '@portcullis/domain/internal/shared/idempotency';
import type { EntityManager } from 'typeorm';
import { short, type Reader, sql } from './postgres/reader.ts';
import { removeExpiredFrom } from './sql/remove-expired.ts';
import { execute, executeOnly } from './sql/transaction.ts';
import type { ResourceStore } from './resource-store.ts';

type Row = Omit<CompletedRequest, 'response'> & StoredResponse;

const find = short(sql`SELECT id, user_id AS "userId", body_hash AS "bodyHash", status, version, body,
      resource_id AS "resourceId", expires_at AS "expiresAt"
    FROM completed_requests WHERE id = $1 AND expires_at > $2`);

// The caller holds the lock of the request, so a row with the same id has expired.
const add = sql`INSERT INTO completed_requests (id, user_id, body_hash, status, version, body, resource_id, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, body_hash = excluded.body_hash,
      status = excluded.status, version = excluded.version, body = excluded.body, resource_id = excluded.resource_id,
      expires_at = excluded.expires_at`;

// Concurrent requests of the same user remove the same rows. Waiting for each other could end in a deadlock, so locked
// rows are skipped.
const removeOldest = sql`DELETE FROM completed_requests WHERE id = ANY (array(
    SELECT id FROM completed_requests WHERE user_id = $1 ORDER BY expires_at DESC OFFSET $2 FOR UPDATE SKIP LOCKED))`;

const removeExpired = removeExpiredFrom('completed_requests', 'id', '<=');

const requestOf = ({ status, version, body, resourceId, ...request }: Row): CompletedRequest => ({
  ...request,
  response: { status, version, body, resourceId },
});

const completedRequestViews = (reader: Reader): CompletedRequestViews => ({
  find: async (id, at) => {
    const row = await reader.row<Row>(find, [id, at]);
    return row && requestOf(row);
  },
});

const completedRequestRepository = (db: EntityManager): CompletedRequestRepository => ({
  find: async (id, at) => {
    const [row] = await execute<Row>(db, find, [id, at]);
    return row && requestOf(row);
  },
  add: ({ id, userId, bodyHash, response: { status, version, body, resourceId }, expiresAt }) =>
    executeOnly(db, add, [id, userId, bodyHash, status, version, body, resourceId, expiresAt]),
  removeOldest: (userId, keep) => executeOnly(db, removeOldest, [userId, keep]),
  removeExpired: (at, limit) => removeExpired(db, at, limit),
});

export const completedRequestStore: ResourceStore<CompletedRequestRepository, CompletedRequestViews> = {
  repository: completedRequestRepository,
  views: completedRequestViews,
};
