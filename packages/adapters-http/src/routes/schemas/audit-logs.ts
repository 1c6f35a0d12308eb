import type { AuditRecord } from '@portcullis/domain';
import { withDescription, uuid, listOf, timestamp, named, object, oneOf, text } from '../../validation/schema.ts';

/** An audit record (docs/interface.md §2.8). */
export const auditRecordSchema = named('AuditRecord', () =>
  object<AuditRecord>({
    id: withDescription(uuid(), 'The id of the record.'),
    event: withDescription(oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
    userId: withDescription(uuid(), 'The id of the acting user.'),
    ipAddress: withDescription(text, 'The address of the client that sent the request.'),
    userAgent: withDescription(text, 'The `User-Agent` of the client that sent the request.'),
    resource: withDescription(oneOf(['User']), 'The kind of resource that changed.'),
    resourceId: withDescription(uuid(), 'The id of the user whose roles changed.'),
    action: withDescription(oneOf(['UPDATE']), 'The action on the resource.'),
    payload: withDescription(
      object<AuditRecord['payload']>({
        actorId: withDescription(uuid(), 'The id of the acting user.'),
        userId: withDescription(uuid(), 'The id of the user whose roles changed.'),
        before: withDescription(listOf(uuid()), 'The ids of the roles before the change, sorted.'),
        after: withDescription(listOf(uuid()), 'The ids of the roles after the change, sorted.'),
      }),
      'The details of the change.',
    ),
    result: withDescription(oneOf(['SUCCESS']), 'The outcome. Rejected changes are not recorded.'),
    createdAt: withDescription(timestamp, 'When the record was written, in UTC.'),
  }),
);
