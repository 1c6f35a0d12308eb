import type { IdentityRepository, IdentityViews } from '@portcullis/application/internal/ports/identities';
import type { Identity } from '@portcullis/domain/internal/accounts/identity';
import { EntitySchema, type EntityManager } from 'typeorm';
import { short, type Reader, sql } from '../postgres/reader.ts';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import { taken, type ResourceStore } from '../resource-store.ts';

const identities = new EntitySchema<Identity>({
  name: 'identities',
  columns: {
    id: column.id,
    userId: column.link,
    issuer: column.text,
    subject: column.text,
    createdAt: column.timestamp,
    lastUsedAt: column.timestamp,
  },
});

const insert = insertOf(identities);
const columns = column.columnsOf(identities, 't');
const find = sql`SELECT ${columns} FROM identities t WHERE t.issuer = $1 AND t.subject = $2`;
const setLastUsed = sql`UPDATE identities SET last_used_at = $2 WHERE id = $1`;
const remove = sql`DELETE FROM identities t WHERE t.user_id = $1 AND t.id = $2 RETURNING ${columns}`;
const removeAll = sql`WITH t AS (DELETE FROM identities WHERE user_id = $1 RETURNING *) SELECT ${columns} FROM t
    ORDER BY t.created_at, t.id`;
const listOfUser = short(sql`SELECT ${columns} FROM identities t WHERE t.user_id = $1 ORDER BY t.created_at, t.id`);

const identityRepository = (db: EntityManager): IdentityRepository => ({
  add: (identity) => insert(db, identity),
  find: async ({ issuer, subject }) => (await execute<Identity>(db, find, [issuer, subject]))[0],
  setLastUsed: (id, at) => executeOnly(db, setLastUsed, [id, at]),
  remove: async (userId, id) => (await execute<Identity>(db, remove, [userId, id]))[0],
  removeAll: (userId) => execute<Identity>(db, removeAll, [userId]),
});

const identityViews = (reader: Reader): IdentityViews => ({
  of: (userId) => reader.rows<Identity>(listOfUser, [userId]),
});

export const identityStore: ResourceStore<IdentityRepository, IdentityViews> = {
  constraints: {
    identities_subject_key: taken('identity-taken'),
  },
  repository: identityRepository,
  views: identityViews,
};
