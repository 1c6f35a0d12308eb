import { routeMatcher, type RouteMatcher } from '@portcullis/domain/internal/access/route-matcher';
import type { Versioned } from '@portcullis/domain/internal/shared/version';
import type { RouteTableViews } from '../ports/route-tables.ts';

/**
 * The protected routes in a form in which they are found fast. The routes that were read last are kept, but no request
 * relies on them before the database has said that the table has not changed since the request arrived.
 */
export class CurrentRoutes {
  readonly #routeTables: RouteTableViews;
  #last: Versioned & { readonly matcher: RouteMatcher } = {
    version: 0,
    updatedAt: new Date(0),
    matcher: routeMatcher([]),
  };

  constructor({ routeTables }: { readonly routeTables: RouteTableViews }) {
    this.#routeTables = routeTables;
  }

  /** Returns the matcher of the current table. */
  async read(): Promise<RouteMatcher> {
    // A concurrent call may replace `#last`, also by an earlier table if its statement was slower.
    const last = this.#last;
    const changed = await this.#routeTables.findChanged(last);
    if (changed === undefined) return last.matcher;
    const { routes, version, updatedAt } = changed;
    this.#last = { version, updatedAt, matcher: routeMatcher(routes) };
    return this.#last.matcher;
  }
}
