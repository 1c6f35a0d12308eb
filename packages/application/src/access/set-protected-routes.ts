import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import {
  routesWithout,
  routeTableErrors,
  routeTableEvents,
  type ProtectedRoute,
  type RouteTable,
} from '@portcullis/domain/internal/access/protected-routes';
import { changeEntity, inTransaction } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** What `setProtectedRoutes` needs. */
export interface SetProtectedRoutesInput extends IfMatchInput {
  readonly actor: Actor;
  readonly routes: readonly ProtectedRoute[];
}

/**
 * Replaces the table of the routes that gateways protect. The event contains only the removed and the added entries.
 * @throws {BusinessError} routes-unacceptable, version-changed
 */
export const setProtectedRoutes = inTransaction(
  async (
    tx: Uses<'routeTables' | 'events'>,
    deps,
    { actor, routes, ifMatch }: SetProtectedRoutesInput,
  ): Promise<RouteTable> => {
    const errors = routeTableErrors(routes);
    if (errors.length > 0) throw new BusinessError('routes-unacceptable', 'Some of the routes are not valid.', errors);
    const stored = await tx.routeTables.lock();
    const change = { actor, event: routeTableEvents.updated, stored, ifMatch };
    const { table } = await changeEntity(tx, deps, change, async (allow) => {
      const changed = { ...stored, routes, updatedAt: deps.clock.now() };
      const saved = await tx.routeTables.save(allow(changed));
      return {
        table: { ...changed, ...saved },
        before: { routes: routesWithout(stored.routes, routes) },
        after: { routes: routesWithout(routes, stored.routes) },
      };
    });
    return table;
  },
);
