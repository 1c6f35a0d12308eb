import type { AuditRecord } from '@portcullis/domain';
import { explained, uuid, listOf, moment, named, object, oneOf, text } from '../../validation/schema.ts';

/** An audit record (docs/interface.md §2.8). */
export const auditRecordSchema = named('AuditRecord', () =>
  object<AuditRecord>({
    id: uuid(),
    event: oneOf(['user.roles.set']),
    userId: explained(uuid(), 'Who acted.'),
    ipAddress: text,
    userAgent: text,
    resource: oneOf(['User']),
    resourceId: explained(uuid(), 'Whose roles changed.'),
    action: oneOf(['UPDATE']),
    payload: object<AuditRecord['payload']>({
      actorId: uuid(),
      userId: uuid(),
      before: explained(listOf(uuid()), 'Role ids, sorted.'),
      after: explained(listOf(uuid()), 'Role ids, sorted.'),
    }),
    result: oneOf(['SUCCESS']),
    createdAt: moment,
  }),
);
