import { auditSortFields, type AuditSortField } from '@portcullis/application/internal/ports/audit';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { AuditRecordId, UserId } from '@portcullis/domain/internal/shared/ids';
import { administrators } from '../access/access.ts';
import { periodOf } from '../../validation/checks.ts';
import { Describe } from '../../validation/descriptions.ts';
import { OneOf, Optional, Text, Timestamp, Uuid } from '../../validation/fields.ts';
import { PageParameters, only, sorts } from '../list-query.ts';
import { route, type Route } from '../route.ts';
import * as schema from '../../validation/schema.ts';

/** An audit record (docs/interface.md §2.8). */
const auditRecordSchema = schema.namedObject<AuditRecord>('AuditRecord', {
  id: schema.withDescription(schema.uuid(), 'The id of the record.'),
  event: schema.withDescription(schema.oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
  userId: schema.withDescription(
    schema.uuid(),
    'The id of the acting user. Commands have the id `00000000-0000-4000-8000-400000000001`.',
  ),
  ipAddress: schema.withDescription(schema.text, 'The address of the client that sent the request.'),
  userAgent: schema.withDescription(schema.text, 'The `User-Agent` of the client that sent the request.'),
  resource: schema.withDescription(schema.oneOf(['User']), 'The kind of resource that changed.'),
  resourceId: schema.withDescription(schema.uuid(), 'The id of the user whose roles changed.'),
  action: schema.withDescription(schema.oneOf(['UPDATE']), 'The action on the resource.'),
  payload: schema.withDescription(
    schema.object<AuditRecord['payload']>({
      actorId: schema.withDescription(schema.uuid(), 'The id of the acting user.'),
      userId: schema.withDescription(schema.uuid(), 'The id of the user whose roles changed.'),
      before: schema.withDescription(schema.listOf(schema.uuid()), 'The ids of the roles before the change, sorted.'),
      after: schema.withDescription(schema.listOf(schema.uuid()), 'The ids of the roles after the change, sorted.'),
    }),
    'The details of the change.',
  ),
  result: schema.withDescription(schema.oneOf(['SUCCESS']), 'The outcome. Rejected changes are not recorded.'),
  createdAt: schema.withDescription(schema.timestamp, 'When the record was written, in UTC.'),
});

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
    data: schema.pageOf(auditRecordSchema),
    read: ({ query: { from, to, ...query } }, { audit }) => audit.list({ ...query, ...periodOf(from, to) }),
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
