import type { SetupLinkRepository } from '@portcullis/application/internal/ports/setup-links';
import type { SetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

const add = sql`INSERT INTO setup_links (user_id, token_hash, expires_at, used_at) VALUES ($1, $2, $3, $4)`;

const lockLatest = sql`SELECT user_id AS "userId", token_hash AS "tokenHash", expires_at AS "expiresAt", used_at AS "usedAt"
    FROM setup_links ORDER BY expires_at DESC LIMIT 1 FOR UPDATE`;

const save = sql`UPDATE setup_links SET token_hash = $2, expires_at = $3, used_at = $4 WHERE user_id = $1`;

const valuesOf = ({ userId, tokenHash, expiresAt, usedAt }: SetupLink) => [userId, tokenHash, expiresAt, usedAt];

export const setupLinkStore: ResourceStore<SetupLinkRepository> = {
  repository: (db) => ({
    add: (link) => executeOnly(db, add, valuesOf(link)),
    lockLatest: async () => (await execute<SetupLink>(db, lockLatest, []))[0],
    save: (link) => executeOnly(db, save, valuesOf(link)),
  }),
};
