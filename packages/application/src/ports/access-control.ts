import type { AccessControl } from '@portcullis/domain';

export interface AccessControlRepository {
  /** All of it; nobody else changes or removes a part of it, or asks this, before the transaction ends. */
  readonly lockAll: () => Promise<AccessControl>;
}

export interface AccessControlViews {
  /** All of it, as it was at one moment. */
  readonly all: () => Promise<AccessControl>;
}
