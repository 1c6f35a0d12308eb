import 'reflect-metadata';
import type { ConsoleRouteDependencies } from '@portcullis/adapters-http/internal/routes/console';
import type { LoadDemo } from '@portcullis/adapters-http/internal/routes/setup';
import type { RepositoriesOf, ResourceStores, ViewsOf } from '@portcullis/adapters-persistence/internal/resource-store';
import { viewsOf, type Views } from '@portcullis/adapters-persistence/internal/views';
import type { GuardedRepositories } from '@portcullis/application/internal/ports/collection';
import type { InstallationFinding, SystemState } from '@portcullis/application/internal/ports/system-state';
import type { Transaction, UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import { Container } from 'inversify';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import * as limits from '../config/limits.ts';
import type { ValuesOf, Variables } from '../config/variable.ts';
import { storesOf, type Intersection, type Made, type ModuleParts } from './dependency-injection.ts';
import { modules } from './modules.ts';
import { ports, type Installation } from './ports.ts';

type MadeBy<Parts, Kind extends 'ports' | 'useCases', None> =
  Parts extends Readonly<Record<Kind, infer All>> ? Made<All> : None;

/** Everything that use cases and routes can depend on, by name. Each service is made when it is first read. */
export type Services = Installation &
  typeof limits &
  Views &
  Made<typeof ports> &
  Intersection<MadeBy<(typeof modules)[number], 'useCases', never>>;

/** Dependencies that only routes can have. */
export interface RouteSettings {
  readonly isServing: () => boolean;
  readonly systemState: () => SystemState;
  readonly checkInstallation: () => Promise<readonly InstallationFinding[]>;
  readonly loadDemo: LoadDemo;
}

type AnyModule = ModuleParts<Services, Services & RouteSettings & ConsoleRouteDependencies>;

/** A resource of your own, whose use cases and routes depend only on services of the process. */
export type ResourceModule = AnyModule & Named;

interface Named {
  readonly name: string;
}

const builtIn: readonly AnyModule[] = modules;

type ModuleFactories = NonNullable<AnyModule['useCases']>;

type StoreServices<Parts> = Parts extends { readonly stores: infer Stores extends ResourceStores }
  ? ViewsOf<Stores> & { readonly work: UnitOfWork<Transaction & GuardedRepositories<RepositoriesOf<Stores>>> }
  : unknown;

type VariableServices<Parts> = Parts extends { readonly variables: infer Table extends Variables }
  ? ValuesOf<Table>
  : unknown;

type PartServices<Parts> = StoreServices<Parts> &
  VariableServices<Parts> &
  MadeBy<Parts, 'ports', unknown> &
  MadeBy<Parts, 'useCases', unknown>;

/**
 * Declares a resource of your own, with the same parts as the built-in ones. Its use cases and routes can also depend on
 * its own parts: the views and repositories of its stores, its ports, its use cases and the values of its variables. A
 * dependency that nothing provides is a compile error.
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
      Services & PartServices<Parts>,
      Services & RouteSettings & ConsoleRouteDependencies & PartServices<Parts>
    >,
): ResourceModule => parts as ModuleParts as ResourceModule;

/** Returns the modules of the service and `further` ones. */
export const allModules = (further: readonly ResourceModule[] = []): readonly AnyModule[] => [...builtIn, ...further];

/**
 * Services for callers that only read the descriptions of routes, and call no handler. Their configuration offers every
 * route.
 */
export function describedServices(): Services {
  const config = readConfig({ PUBLIC_URL: 'https://example.com', JWT_PRIVATE_KEY: 'only its presence matters' });
  return { config, registration: config.registration, ...limits } as Partial<Services> as Services;
}

/**
 * Builds the container of a process.
 * @throws {ConfigError} if two modules use the same name for a service, or the configuration lacks their variables
 */
export function buildServices(opened: Omit<Installation, 'stores'>, further: readonly ResourceModule[] = []): Services {
  const container = new Container();
  const services = {};
  const bind = (name: string, make: () => unknown): void => {
    if (name in services) {
      throw new ConfigError(`Two modules, or a module and the service, use the name '${name}': rename yours.`);
    }
    container.bind(name).toDynamicValue(make).inSingletonScope();
    Object.defineProperty(services, name, {
      configurable: true,
      get() {
        const value: unknown = container.get(name);
        // Later reads do not ask the container again.
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  };
  const installation = { ...opened, stores: storesOf(further) };
  const views = viewsOf(opened.database.reader, installation.stores);
  const settings = settingsOf(opened, further);
  for (const values of [installation, limits, views, settings])
    for (const [name, value] of Object.entries(values)) bind(name, () => value);
  Object.defineProperty(services, Symbol('copy'), { enumerable: true, get: refuseCopy });
  const use = services as Services;
  const factories = allModules(further).flatMap(({ ports: own = {}, useCases = {} }) => [own, useCases]);
  for (const [name, factory] of [ports, ...factories].flatMap((some: ModuleFactories) => Object.entries(some)))
    bind(name, () => factory(use));
  return use;
}

/**
 * The getters of the services are not enumerable, so `{ ...use }` and `({ one, ...others }: Use)` would silently contain
 * none of them.
 */
function refuseCopy(): never {
  throw new TypeError('Name each service that is needed: a copy of the services has none of them.');
}

/** Returns the values of the variables that modules declare. */
function settingsOf(
  { config }: Pick<Installation, 'config'>,
  further: readonly ResourceModule[],
): Readonly<Record<string, unknown>> {
  const missing = further.find(({ variables = {} }) =>
    Object.keys(variables).some((key) => !(key in config.ofModules)),
  );
  if (missing !== undefined)
    throw new ConfigError(`readConfig needs the module ${missing.name}, to read its variables.`);
  return config.ofModules;
}
