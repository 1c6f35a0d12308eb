import type {
  AuditListQuery,
  AuditLog,
  AuditSortField,
  AuditViews,
} from '@portcullis/application/internal/ports/audit';
import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { EntitySchema, type EntityManager } from 'typeorm';
import * as column from '../sql/columns.ts';
import { listOf } from '../sql/lists.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import { insertOf } from '../sql/collection.ts';
import type { OpenedTransaction, ResourceStore } from '../resource-store.ts';

const auditRecords = new EntitySchema<AuditRecord>({
  name: 'audit_records',
  columns: {
    id: column.id,
    event: column.text,
    userId: column.link,
    ipAddress: column.text,
    userAgent: column.text,
    resource: column.text,
    resourceId: column.link,
    action: column.text,
    payload: column.json,
    result: column.text,
    createdAt: column.timestamp,
  },
});

const insert = insertOf(auditRecords);

const auditLog = (db: EntityManager, { awaitAtCommit }: OpenedTransaction): AuditLog => ({
  add: async (record) => awaitAtCommit(insert(db, record)),
});

const columns = column.columnsOf(auditRecords, 't');
/** The smallest UUID. */
const firstId = '00000000-0000-0000-0000-000000000000';
// The first condition on $3 is redundant, but lets PostgreSQL skip the partitions that contain only older records.
const before = sql`SELECT ${columns} FROM audit_records t WHERE t.created_at < $1
    AND t.created_at >= $3 AND (t.created_at, t.id) > ($3, $4) ORDER BY t.created_at, t.id LIMIT $2`;
const find = short(sql`SELECT ${columns} FROM audit_records t WHERE t.id = $1`);

const list = listOf<AuditRecord, AuditSortField, Exclude<keyof AuditListQuery, keyof ListQuery<string>>>({
  table: 'audit_records',
  columns,
  rowBytes: 80_000,
  sort: { createdAt: 't.created_at' },
  filters: {
    userId: 't.user_id = ?',
    resourceId: 't.resource_id = ?',
    event: 't.event = ?',
    from: 't.created_at >= ?',
    to: 't.created_at <= ?',
  },
  storedTotals: true,
  defaultSort: { by: 'createdAt', order: 'desc' },
});

const auditViews = (reader: Reader): AuditViews => ({
  find: (id) => reader.row<AuditRecord>(find, [id]),
  list: (query) => list(reader, query),
  before: (timestamp, limit, last) =>
    reader.rows<AuditRecord>(before, [timestamp, limit, last?.createdAt ?? '-infinity', last?.id ?? firstId]),
});

export const auditStore: ResourceStore<AuditLog, AuditViews> = {
  table: auditRecords,
  repository: auditLog,
  views: auditViews,
};
