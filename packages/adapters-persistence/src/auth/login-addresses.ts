import type { LoginAddressRepository } from '@portcullis/application/internal/ports/login-addresses';
import { maxLoginAddresses } from '@portcullis/domain/internal/accounts/login-address';
import { execute } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

/**
 * Records the time of a login and its network (an IPv4 address or an IPv6 /64 network), and deletes the oldest networks of
 * the user.
 * The DELETE sees the table as it was before the INSERT, with or without the recorded network. The DELETE therefore
 * excludes this network, and keeps at most `maxLoginAddresses - 1` other networks.
 */
const record = sql`WITH recorded AS (INSERT INTO login_addresses (user_id, network, last_login_at) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = excluded.last_login_at),
    latest AS (INSERT INTO last_logins (user_id, at) VALUES ($1, $3)
      ON CONFLICT (user_id) DO UPDATE SET at = greatest(last_logins.at, excluded.at))
    DELETE FROM login_addresses WHERE user_id = $1 AND network = ANY (array(SELECT network FROM login_addresses
      WHERE user_id = $1 AND network <> $2 ORDER BY last_login_at DESC, network DESC OFFSET ${maxLoginAddresses - 1}))`;

/** Removes the rows with the oldest logins. Skips rows that a concurrent login has locked. */
const removeOld = sql`DELETE FROM login_addresses a USING (SELECT user_id, network FROM login_addresses
      WHERE last_login_at <= $1 ORDER BY last_login_at LIMIT $2 FOR UPDATE SKIP LOCKED) old
    WHERE a.user_id = old.user_id AND a.network = old.network RETURNING a.user_id`;

const exist = sql`SELECT FROM login_addresses WHERE user_id = $1 LIMIT 1`;

export const loginAddressStore: ResourceStore<LoginAddressRepository> = {
  repository: (db, { awaitAtCommit }) => ({
    record: async ({ userId, network, lastLoginAt }) =>
      awaitAtCommit(execute(db, record, [userId, network, lastLoginAt])),
    exist: async (userId) => (await execute(db, exist, [userId])).length > 0,
    removeOld: async (before, limit) => (await execute(db, removeOld, [before, limit])).length,
  }),
};
