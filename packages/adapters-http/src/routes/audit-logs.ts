import { auditSortFields, type AuditSortField } from '@portcullis/application';
import { orNotFound, type AuditRecordId, type UserId } from '@portcullis/domain';
import { administrators } from './access.ts';
import { Describe } from '../validation/descriptions.ts';
import { Timestamp, OneOf, Optional, Text, Uuid } from '../validation/fields.ts';
import { only, PageParameters, sorts } from './list-query.ts';
import { route, type Route } from './route.ts';
import { pageOf } from '../validation/schema.ts';
import { auditRecordSchema } from './schemas/audit-logs.ts';

class AuditRecordPath {
  @Uuid() @Describe('The id of the record.') id!: AuditRecordId;
}

const event = { min: 1, max: 64 };

class AuditListParameters extends PageParameters {
  @Optional() @Uuid() @Describe('Only records of the acting user with this id.') userId?: UserId;
  @Optional() @Uuid() @Describe('Only records about the user with this id.') resourceId?: UserId;
  @Optional() @Text(event) @Describe(only('event')) event?: string;
  @Optional() @Timestamp() @Describe('Only records from this time or later.') from?: string;
  @Optional() @Timestamp() @Describe('Only records from this time or earlier.') to?: string;
  @Optional() @OneOf(auditSortFields) @Describe(sorts('`createdAt`, newest first')) sortBy?: AuditSortField;
}

/** The audit routes (docs/interface.md §4.7). No route changes or deletes a record. */
export const auditLogRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/audit-logs',
    operation: 'listAuditRecords',
    summary: 'List audit records',
    description: 'The newest records come first. The range includes `from` and `to`.',
    access: 'authorized',
    anyRole: administrators,
    query: AuditListParameters,
    data: pageOf(auditRecordSchema),
    read: ({ query: { from, to, ...query } }, { audit }) =>
      audit.list({
        ...query,
        ...(from !== undefined && { from: dateOf(from) }),
        ...(to !== undefined && { to: dateOf(to) }),
      }),
  }),
  route({
    method: 'GET',
    path: '/audit-logs/:id',
    operation: 'getAuditRecord',
    summary: 'Read an audit record',
    access: 'authorized',
    anyRole: administrators,
    params: AuditRecordPath,
    data: auditRecordSchema,
    refuses: ['audit-record-not-found'],
    read: async ({ params: { id } }, { audit }) => orNotFound(await audit.find(id), 'audit-record-not-found'),
  }),
];

/** Parses a timestamp. Without a time zone, the timestamp is in UTC, regardless of the time zone of the server. */
const dateOf = (text: string): Date => new Date(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
