import type { RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { Versioning } from './collection.ts';

/** Writes the table of protected routes in a transaction. */
export interface RouteTableRepository {
  /** Reads the table and locks it until the transaction ends. */
  readonly lock: () => Promise<RouteTable>;
  /**
   * Stores the routes. If they differ from the stored ones, the version is incremented and `updatedAt` is saved;
   * otherwise both stay the same.
   * @returns the version and the time of the last change
   */
  readonly save: Versioning<(table: RouteTable) => Promise<Versioned>>;
}

/** Reads the table of protected routes. */
export interface RouteTableViews {
  readonly find: () => Promise<RouteTable>;
  /** Returns the table, or `undefined` if it has this version and this time of the last change. Takes one round trip. */
  readonly findChanged: (known: Versioned) => Promise<RouteTable | undefined>;
}
