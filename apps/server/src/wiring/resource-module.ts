import type { RepositoriesOf, ResourceStores, ViewsOf } from '@portcullis/adapters-persistence/internal/resource-store';
import type { GuardedRepositories } from '@portcullis/application/internal/ports/collection';
import type { Transaction, UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import type { ValuesOf, Variables } from '../config/variable.ts';
import type { Made, ModuleParts } from './module-parts.ts';
import type { RouteServices, Services } from './services.ts';

interface Named {
  readonly name: string;
}

/** A resource of your own, whose parts depend only on services of the process. */
export type ResourceModule = ModuleParts<Services, Services, Services, RouteServices> & Named;

type MadeBy<Parts, Kind extends 'ports' | 'useCases'> =
  Parts extends Readonly<Record<Kind, infer All>> ? Made<All> : unknown;

type StoreServices<Parts> = Parts extends { readonly stores: infer Stores extends ResourceStores }
  ? ViewsOf<Stores> & { readonly work: UnitOfWork<Transaction & GuardedRepositories<RepositoriesOf<Stores>>> }
  : unknown;

type VariableServices<Parts> = Parts extends { readonly variables: infer Table extends Variables }
  ? ValuesOf<Table>
  : unknown;

type OwnServices<Parts> = StoreServices<Parts> & VariableServices<Parts>;

/**
 * Declares a resource of your own. Its ports can depend on the services of the process, on the views and repositories of
 * its stores and on the values of its variables, its use cases also on its ports, and its routes, commands and sample
 * data also on its use cases. A dependency that nothing provides is a compile error.
 * @example
 * const hello = resourceModule({
 *   name: 'acme.hello',
 *   routes: [
 *     ({ clock }: Pick<Services, 'clock'>) => [
 *       route({
 *         method: 'GET',
 *         path: '/acme/time',
 *         operation: 'readAcmeTime',
 *         summary: 'Read the time',
 *         access: 'public',
 *         data: schema.timestamp,
 *         handle: async () => clock.now(),
 *       }),
 *     ],
 *   ],
 * });
 */
export const resourceModule = <const Parts extends ModuleParts & Named>(
  parts: Parts &
    ModuleParts<
      Services & OwnServices<Parts>,
      Services & OwnServices<Parts> & MadeBy<Parts, 'ports'>,
      Services & OwnServices<Parts> & MadeBy<Parts, 'ports'> & MadeBy<Parts, 'useCases'>,
      RouteServices & OwnServices<Parts> & MadeBy<Parts, 'ports'> & MadeBy<Parts, 'useCases'>
    >,
): ResourceModule => parts as ModuleParts as ResourceModule;
