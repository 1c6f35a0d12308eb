import type { AuditListQuery, AuditLog, AuditSortField, AuditViews, ListQuery } from '@portcullis/application';
import type { AuditRecord } from '@portcullis/domain';
import { EntitySchema, type EntityManager } from 'typeorm';
import { collection } from './collection.ts';
import * as column from './columns.ts';
import { listOf } from './lists.ts';
import { columnsOf, type Reader } from './statements.ts';

export const auditRecords = new EntitySchema<AuditRecord>({
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
    createdAt: column.moment,
  },
});

export const auditLog = (db: EntityManager): AuditLog => ({ add: collection(db, auditRecords).add });

const columns = columnsOf(auditRecords, 't');
const find = { name: 'audit find', text: `SELECT ${columns} FROM audit_records t WHERE t.id = $1` };

const list = listOf<AuditRecord, AuditSortField, Exclude<keyof AuditListQuery, keyof ListQuery<string>>>({
  table: 'audit_records',
  columns,
  sort: { createdAt: 't.created_at' },
  filters: {
    userId: 't.user_id = ?',
    resourceId: 't.resource_id = ?',
    event: 't.event = ?',
    from: 't.created_at >= ?',
    to: 't.created_at <= ?',
  },
  defaultSort: { by: 'createdAt', order: 'desc' },
});

export const auditViews = (reader: Reader): AuditViews => ({
  find: (id) => reader.row<AuditRecord>(find, [id]),
  list: (query) => list(reader, query),
});
