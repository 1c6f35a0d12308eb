import type { AccessControl } from '@portcullis/domain';

export interface AccessControlRepository {
  /** Reads all permissions, menus and roles and the links between them, and locks them until the transaction ends. */
  readonly lockAll: () => Promise<AccessControl>;
}

export interface AccessControlViews {
  /** Reads all permissions, menus and roles and the links between them in one consistent snapshot. */
  readonly all: () => Promise<AccessControl>;
}
