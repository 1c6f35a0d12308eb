import type { AuditRecord } from '@portcullis/domain';
import { explained, uuid, listOf, moment, named, object, oneOf, text } from '../../validation/schema.ts';

/** An audit record (docs/interface.md §2.8). */
export const auditRecordSchema = named('AuditRecord', () =>
  object<AuditRecord>({
    id: explained(uuid(), 'The id of the record.'),
    event: explained(oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
    userId: explained(uuid(), 'The id of the acting user.'),
    ipAddress: explained(text, 'The address of the client that sent the request.'),
    userAgent: explained(text, 'The `User-Agent` of the client that sent the request.'),
    resource: explained(oneOf(['User']), 'The kind of resource that changed.'),
    resourceId: explained(uuid(), 'The id of the user whose roles changed.'),
    action: explained(oneOf(['UPDATE']), 'What was done with the resource.'),
    payload: explained(
      object<AuditRecord['payload']>({
        actorId: explained(uuid(), 'The id of the acting user.'),
        userId: explained(uuid(), 'The id of the user whose roles changed.'),
        before: explained(listOf(uuid()), 'The ids of the roles before the change, sorted.'),
        after: explained(listOf(uuid()), 'The ids of the roles after the change, sorted.'),
      }),
      'The details of the change.',
    ),
    result: explained(oneOf(['SUCCESS']), 'The outcome; refused changes are not recorded.'),
    createdAt: explained(moment, 'When the record was written, in UTC.'),
  }),
);
