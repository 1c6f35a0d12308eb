import type { SessionRepository, SessionView, SessionViews } from '@portcullis/application';
import type { Session } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collectionOf } from './collection.ts';
import * as column from './columns.ts';
import { ask } from './open-transaction.ts';
import { columnsOf, insertOf, type Reader } from './statements.ts';

export const sessions = new EntitySchema<Session>({
  name: 'sessions',
  columns: {
    id: column.id,
    userId: column.link,
    refreshHash: column.text,
    previousHash: column.optionalText,
    rotatedAt: column.optionalMoment,
    ipAddress: column.text,
    userAgent: column.text,
    createdAt: column.moment,
    lastUsedAt: column.moment,
    expiresAt: column.moment,
  },
});

const collection = collectionOf(sessions);
const insert = insertOf(sessions);

const lockLive = {
  name: 'sessions lock live',
  isHarmless: true,
  text: `SELECT ${columnsOf(sessions, 's')} FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.expires_at > $2 AND u.status = 1 FOR NO KEY UPDATE OF s`,
};

export function sessionRepository(db: EntityManager): SessionRepository {
  const { save, remove } = collection(db);
  return {
    add: (session) => insert(db, session),
    save,
    end: remove,
    lockLive: async (id, at) => {
      const [session] = await ask<Session>(db, lockLive, [id, at]);
      return session;
    },
    endAll: async (userId, except) => {
      await db.query('DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2', [userId, except ?? null]);
    },
    removeExpired: async (at, limit) => {
      // Who holds a row is ending that session anyhow: it is not waited for.
      const [, removed]: [unknown, number] = await db.query(
        `DELETE FROM sessions WHERE id = ANY (array(
           SELECT id FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [at, limit],
      );
      return removed;
    },
  };
}

const shown = ['id', 'ipAddress', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'] as const;
const ofUser = {
  name: 'sessions of user',
  isBrief: true,
  text: `SELECT ${columnsOf(sessions, 't', shown)} FROM sessions t
    WHERE t.user_id = $1 AND t.expires_at > now() ORDER BY t.last_used_at DESC, t.id`,
};

export const sessionViews = (reader: Reader): SessionViews => ({
  ofUser: (userId) => reader.rows<SessionView>(ofUser, [userId]),
});
