import { routeMatcher, type RouteMatcher } from '@portcullis/domain';
import type { RouteTableViews } from '../ports/route-tables.ts';

/**
 * The protected routes in a form in which they are found fast. The routes that were read last are kept, but no request
 * relies on them before the database has said that the table has not changed since the request arrived.
 */
export class CurrentRoutes {
  readonly #routeTables: RouteTableViews;
  #version = 0;
  #matcher: RouteMatcher = routeMatcher([]);

  constructor({ routeTables }: { readonly routeTables: RouteTableViews }) {
    this.#routeTables = routeTables;
  }

  /** Returns the matcher of the routes that were read last. */
  get last(): RouteMatcher {
    return this.#matcher;
  }

  /** Returns the matcher of the current table: the same object as before if the table has not changed. */
  async read(): Promise<RouteMatcher> {
    const newer = await this.#routeTables.findNewer(this.#version);
    if (newer === undefined) return this.#matcher;
    const matcher = routeMatcher(newer.routes);
    // A slower statement may have read an earlier version.
    if (newer.version < this.#version) return matcher;
    this.#version = newer.version;
    this.#matcher = matcher;
    return matcher;
  }
}
