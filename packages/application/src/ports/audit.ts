import type { AuditRecord } from '@portcullis/domain';

/** Append-only: no port changes or removes a record. */
export interface AuditLog {
  readonly add: (record: AuditRecord) => Promise<void>;
}
