import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import type { AuditRecordId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { ListQuery, Page } from './lists.ts';

/**
 * The audit log is append-only: no port changes or removes a record. Only whole months of old records can be removed,
 * by the retention that the operator has configured or by a command, outside the use cases.
 */
export interface AuditLog {
  readonly add: (record: AuditRecord) => Promise<void>;
}

/** The fields by which audit records can be sorted. */
export const auditSortFields = ['createdAt'] as const;
/** A field by which audit records can be sorted. */
export type AuditSortField = (typeof auditSortFields)[number];

/** Which page of audit records is read, with filters and an order. */
export interface AuditListQuery extends Omit<ListQuery<AuditSortField>, 'search'> {
  /** The user who acted. */
  readonly userId?: UserId;
  /** The user whose account was changed. */
  readonly resourceId?: UserId;
  readonly event?: string;
  /** Earliest timestamp, inclusive. */
  readonly from?: Date;
  /** Latest timestamp, inclusive. */
  readonly to?: Date;
}

/** Reads audit records. */
export interface AuditViews {
  readonly find: (id: AuditRecordId) => Promise<AuditRecord | undefined>;
  readonly list: (query: AuditListQuery) => Promise<Page<AuditRecord>>;
  /**
   * Reads at most `limit` records that were created before `timestamp`, oldest first.
   * @param last the last record of the previous batch; only later records are returned
   */
  readonly before: (timestamp: Date, limit: number, last?: AuditRecord) => Promise<readonly AuditRecord[]>;
}
