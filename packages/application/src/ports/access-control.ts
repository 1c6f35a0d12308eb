import type { AccessControl } from '@portcullis/domain';

export interface AccessControlRepository {
  /** Reads and locks all permissions, menus, roles and their links until the transaction ends. */
  readonly lockAll: () => Promise<AccessControl>;
}

export interface AccessControlViews {
  /** Reads all permissions, menus, roles and their links in one consistent snapshot. */
  readonly all: () => Promise<AccessControl>;
}
