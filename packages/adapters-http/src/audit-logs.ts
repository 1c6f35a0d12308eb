import { auditSortFields, type AuditSortField, type AuditViews } from '@portcullis/application';
import { present, type AuditRecordId, type UserId } from '@portcullis/domain';
import { administrators } from './access.ts';
import { Moment, OneOf, Optional, Text, Uuid } from './fields.ts';
import { PageParameters } from './list-query.ts';
import { route, type Route } from './route.ts';

class AuditRecordPath {
  @Uuid() id!: AuditRecordId;
}

const event = { min: 1, max: 64 };

class AuditListParameters extends PageParameters {
  @Optional() @Uuid() userId?: UserId;
  @Optional() @Uuid() resourceId?: UserId;
  @Optional() @Text(event) event?: string;
  @Optional() @Moment() from?: string;
  @Optional() @Moment() to?: string;
  @Optional() @OneOf(auditSortFields) sortBy?: AuditSortField;
}

export interface AuditLogRoutes {
  readonly audit: AuditViews;
}

/** Specification, sections 2.8 and 6. No route changes or deletes a record. */
export const auditLogRoutes = ({ audit }: AuditLogRoutes): readonly Route[] => [
  route({
    method: 'GET',
    path: '/audit-logs',
    who: 'holder',
    anyRole: administrators,
    query: AuditListParameters,
    handle: ({ query: { from, to, ...query } }) =>
      audit.list({
        ...query,
        ...(from !== undefined && { from: momentOf(from) }),
        ...(to !== undefined && { to: momentOf(to) }),
      }),
  }),
  route({
    method: 'GET',
    path: '/audit-logs/:id',
    who: 'holder',
    anyRole: administrators,
    params: AuditRecordPath,
    handle: async ({ params: { id } }) => present(await audit.find(id), 'audit-record-not-found'),
  }),
];

/** A moment without a zone is in UTC, wherever the server stands. */
const momentOf = (text: string): Date => new Date(/T[^Z+-]*$/.test(text) ? `${text}Z` : text);
