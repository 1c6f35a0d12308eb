import type { AccessControl } from '@portcullis/domain';

export interface AccessControlRepository {
  /** Reads and locks all of it: no other transaction changes or locks any part before this one ends. */
  readonly lockAll: () => Promise<AccessControl>;
}

export interface AccessControlViews {
  /** Reads all of it as it was at one point in time. */
  readonly all: () => Promise<AccessControl>;
}
