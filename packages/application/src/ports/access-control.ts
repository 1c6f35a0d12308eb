import type { AccessControl } from '@portcullis/domain/internal/access/access-control';

/** Writes permissions, menus and roles together in a transaction. */
export interface AccessControlRepository {
  /** Reads all permissions, menus and roles and the links between them, and locks them until the transaction ends. */
  readonly lockAll: () => Promise<AccessControl>;
}

/** Reads permissions, menus and roles together. */
export interface AccessControlViews {
  /** Reads all permissions, menus and roles and the links between them in one consistent snapshot. */
  readonly all: () => Promise<AccessControl>;
}
