import type { AuditRecord, AuditRecordId, UserId } from '@portcullis/domain';
import type { ListQuery, Page } from './lists.ts';

/** Append-only: no port changes or removes a record. */
export interface AuditLog {
  readonly add: (record: AuditRecord) => Promise<void>;
}

export const auditSortFields = ['createdAt'] as const;
export type AuditSortField = (typeof auditSortFields)[number];

export interface AuditListQuery extends Omit<ListQuery<AuditSortField>, 'search'> {
  /** Who acted. */
  readonly userId?: UserId;
  /** Whom it happened to. */
  readonly resourceId?: UserId;
  readonly event?: string;
  /** First moment, included. */
  readonly from?: Date;
  /** Last moment, included. */
  readonly to?: Date;
}

export interface AuditViews {
  readonly find: (id: AuditRecordId) => Promise<AuditRecord | undefined>;
  readonly list: (query: AuditListQuery) => Promise<Page<AuditRecord>>;
  /** At most `limit` records of before a moment, the oldest first; only those that come after `last`. */
  readonly before: (moment: Date, limit: number, last?: AuditRecord) => Promise<readonly AuditRecord[]>;
}
