import type {
  ApiKeyListQuery,
  ApiKeyRepository,
  ApiKeySortField,
  ApiKeyViews,
} from '@portcullis/application/internal/ports/api-keys';
import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type { ApiKey, ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import { EntitySchema, type EntityManager } from 'typeorm';
import { type Reader, sql } from '../postgres/reader.ts';
import type { ResourceStore } from '../resource-store.ts';
import { collectionOf } from '../sql/collection.ts';
import * as column from '../sql/columns.ts';
import { listOf } from '../sql/lists.ts';
import { execute, executeOnly } from '../sql/transaction.ts';

const apiKeys = new EntitySchema<ApiKey>({
  name: 'api_keys',
  columns: {
    id: column.id,
    ownerId: column.link,
    name: column.text,
    secretHash: column.text,
    permissions: { ...column.text, array: true },
    readOnly: column.flag,
    allowedAddresses: { ...column.text, array: true },
    hasFactor: column.flag,
    tokenVersion: column.integer,
    issuedAt: column.timestamp,
    expiresAt: column.timestamp,
    lastUsedAt: column.optionalTimestamp,
    ...column.timestamps,
  },
});

const collection = collectionOf(apiKeys);

const lockOf = sql`SELECT ${column.columnsOf(apiKeys, 'k')} FROM api_keys k WHERE k.owner_id = $1
    ORDER BY k.created_at, k.id FOR NO KEY UPDATE`;

const forgetFactors = sql`UPDATE api_keys SET has_factor = false WHERE owner_id = $1 AND has_factor`;

const endTokens = sql`UPDATE api_keys SET token_version = token_version + 1 WHERE id = $1 AND token_version = $2`;

const recordUse = sql`UPDATE api_keys SET last_used_at = $2
    WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`;

const apiKeyRepository = (db: EntityManager): ApiKeyRepository => ({
  ...collection(db),
  lockOf: (ownerId) => execute<ApiKey>(db, lockOf, [ownerId]),
  forgetFactors: (ownerId) => executeOnly(db, forgetFactors, [ownerId]),
  endTokens: (id, tokenVersion) => executeOnly(db, endTokens, [id, tokenVersion]),
  recordUse: (id, at) => executeOnly(db, recordUse, [id, at]),
});

const shownColumns = column.columnsOf(apiKeys, 't', [
  'id',
  'name',
  'permissions',
  'readOnly',
  'allowedAddresses',
  'hasFactor',
  'issuedAt',
  'expiresAt',
  'lastUsedAt',
  'createdAt',
  'updatedAt',
]);
const columns = `${shownColumns}, (SELECT json_build_object('id', u.id, 'username', u.username, 'kind', u.kind)
  FROM users u WHERE u.id = t.owner_id) AS owner`;

const find = sql`SELECT ${columns} FROM api_keys t WHERE t.id = $1`;

const list = listOf<ApiKeyView, ApiKeySortField, Exclude<keyof ApiKeyListQuery, keyof ListQuery<string>>>({
  table: 'api_keys',
  columns,
  rowBytes: 30_000,
  sort: {
    createdAt: 't.created_at',
    name: 't.name COLLATE "und-x-icu"',
    expiresAt: 't.expires_at',
    lastUsedAt: 't.last_used_at',
  },
  filters: {
    ownerId: 't.owner_id = ?',
    ownerKind: 'EXISTS (SELECT FROM users o WHERE o.id = t.owner_id AND o.kind = ?)',
  },
  defaultSort: { by: 'createdAt', order: 'asc' },
});

const apiKeyViews = (reader: Reader): ApiKeyViews => ({
  find: (id) => reader.row<ApiKeyView>(find, [id]),
  list: (query) => list(reader, query),
});

export const apiKeyStore: ResourceStore<ApiKeyRepository, ApiKeyViews> = {
  table: apiKeys,
  repository: apiKeyRepository,
  views: apiKeyViews,
};
