import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type {
  SessionListQuery,
  SessionRepository,
  SessionSortField,
  SessionView,
  SessionViews,
} from '@portcullis/application/internal/ports/sessions';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collectionOf, insertOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { listOf } from '../sql/lists.ts';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import { type Reader, sql } from '../postgres/reader.ts';
import type { OpenedTransaction, ResourceStore } from '../resource-store.ts';

const sessions = new EntitySchema<Session>({
  name: 'sessions',
  columns: {
    id: column.id,
    userId: column.link,
    refreshHash: column.text,
    previousHash: column.optionalText,
    rotatedAt: column.optionalTimestamp,
    ipAddress: column.text,
    userAgent: column.text,
    hasFactor: column.flag,
    passkeyId: column.optionalLink,
    authenticatedAt: column.optionalTimestamp,
    createdAt: column.timestamp,
    lastUsedAt: column.timestamp,
    expiresAt: column.timestamp,
  },
});

const collection = collectionOf(sessions);
const insert = insertOf(sessions);

const lockLive = sql`SELECT ${column.columnsOf(sessions, 's')} FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.expires_at > $2 AND u.status = 1 FOR NO KEY UPDATE OF s`;

const endLive = sql`DELETE FROM sessions WHERE id = $1 AND user_id = $2 AND expires_at > $3 RETURNING id`;

const endLeastRecentlyUsed = sql`DELETE FROM sessions WHERE id = ANY (array(SELECT id FROM sessions
    WHERE user_id = $1 AND expires_at > $2 ORDER BY last_used_at DESC, id DESC OFFSET $3)) RETURNING id`;

const endAll = sql`DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING id`;

const endBegunWith = sql`DELETE FROM sessions WHERE user_id = $1 AND passkey_id = ANY ($2) AND id IS DISTINCT FROM $3
    RETURNING id`;

const forgetFactors = sql`UPDATE sessions SET has_factor = false WHERE user_id = $1 AND has_factor`;

// Skips locked rows, because another transaction is ending or refreshing these sessions. A later run removes the rows
// that still exist.
const removeExpired = removeExpiredFrom('sessions', 'id', '<=');

type Ended = Pick<Session, 'id'>;
const idsOf = (ended: readonly Ended[]) => ended.map(({ id }) => id);

function sessionRepository(db: EntityManager, { awaitAtCommit }: OpenedTransaction): SessionRepository {
  const { save, remove } = collection(db);
  return {
    add: async (session) => awaitAtCommit(insert(db, session)),
    save,
    end: remove,
    lockLive: async (id, at) => {
      const [session] = await execute<Session>(db, lockLive, [id, at]);
      return session;
    },
    endLive: async (userId, id, at) => (await execute(db, endLive, [id, userId, at])).length > 0,
    endLeastRecentlyUsed: async (userId, keep, at) =>
      idsOf(await execute<Ended>(db, endLeastRecentlyUsed, [userId, at, keep])),
    endAll: async (userId, except) => idsOf(await execute<Ended>(db, endAll, [userId, except ?? null])),
    endBegunWith: async (userId, passkeyIds, except) =>
      idsOf(await execute<Ended>(db, endBegunWith, [userId, passkeyIds, except])),
    forgetFactors: (userId) => executeOnly(db, forgetFactors, [userId]),
    removeExpired: (at, limit) => removeExpired(db, at, limit),
  };
}

const viewFields = ['id', 'ipAddress', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'] as const;

const list = listOf<SessionView, SessionSortField, Exclude<keyof SessionListQuery, keyof ListQuery<string>>>({
  table: 'sessions',
  columns: column.columnsOf(sessions, 't', viewFields),
  rowBytes: 2500,
  sort: { lastUsedAt: 't.last_used_at', createdAt: 't.created_at' },
  filters: { userId: 't.user_id = ? AND t.expires_at > now()' },
  defaultSort: { by: 'lastUsedAt', order: 'desc' },
});

const sessionViews = (reader: Reader): SessionViews => ({ list: (query) => list(reader, query) });

export const sessionStore: ResourceStore<SessionRepository, SessionViews> = {
  table: sessions,
  repository: sessionRepository,
  views: sessionViews,
};
