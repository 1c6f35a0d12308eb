import type { AccessViews, SessionRepository, SessionView, SessionViews } from '@portcullis/application';
import type { Session, Standing } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import * as column from './columns.ts';
import { columnsOf, type Reader } from './statements.ts';

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

export function sessionRepository(db: EntityManager): SessionRepository {
  const { add, save, remove } = collection(db, sessions);
  return {
    add,
    save,
    end: remove,
    lockLive: async (id, at) => {
      const [session]: Session[] = await db.query(
        `SELECT ${columnsOf(sessions, 's')} FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.id = $1 AND s.expires_at > $2 AND u.status = 1 FOR NO KEY UPDATE OF s`,
        [id, at],
      );
      return session;
    },
    endAll: async (userId, except) => {
      await db.query('DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2', [userId, except ?? null]);
    },
  };
}

/**
 * The access check: asks 'which of these codes', never 'all codes of this user', so that its cost does not grow with
 * the number of permissions. `OFFSET 0` keeps the codes asked for in front: planned as a join, the check would begin with
 * the roles and walk their permissions.
 */
const standing = {
  name: 'access standing',
  text: `SELECT
    array(SELECT r.code FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND r.status = 1 AND r.code = ANY ($3)) AS roles,
    array(SELECT p.code FROM permissions p WHERE p.code = ANY ($4) AND p.status = 1 AND EXISTS (
      SELECT FROM role_permissions rp JOIN user_roles ur ON ur.role_id = rp.role_id AND ur.user_id = u.id
      JOIN roles r ON r.id = rp.role_id AND r.status = 1 WHERE rp.permission_id = p.id OFFSET 0)) AS permissions
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > now() AND u.status = 1`,
};

export const accessViews = (reader: Reader): AccessViews => ({
  standing: ({ sessionId, userId, roles, permissions }) =>
    reader.row<Standing>(standing, [sessionId, userId, roles, permissions]),
});

const shown = ['id', 'ipAddress', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'] as const;
const ofUser = {
  name: 'sessions of user',
  text: `SELECT ${columnsOf(sessions, 't', shown)} FROM sessions t
    WHERE t.user_id = $1 AND t.expires_at > now() ORDER BY t.last_used_at DESC, t.id`,
};

export const sessionViews = (reader: Reader): SessionViews => ({
  ofUser: (userId) => reader.rows<SessionView>(ofUser, [userId]),
});
