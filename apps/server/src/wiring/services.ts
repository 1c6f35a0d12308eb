import 'reflect-metadata';
import type { EventRouteDependencies, LoadDemo } from '@portcullis/adapters-http';
import {
  viewsOf,
  type RepositoriesOf,
  type ResourceStores,
  type Views,
  type ViewsOf,
} from '@portcullis/adapters-persistence';
import type { GuardedRepositories, SystemState, Transaction, UnitOfWork } from '@portcullis/application';
import { Container } from 'inversify';
import { readConfig } from '../config/config.ts';
import * as limits from '../config/limits.ts';
import { storesOf, type Made, type ModuleParts } from './dependency-injection.ts';
import { modules } from './modules.ts';
import { ports, type Installation } from './ports.ts';

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

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
  readonly loadDemo: LoadDemo;
}

/** A resource whose use cases and routes depend only on services of the process. */
export type ResourceModule = ModuleParts<Services, Services & RouteSettings & EventRouteDependencies>;

const builtIn: readonly ResourceModule[] = modules;

type ModuleFactories = NonNullable<ResourceModule['useCases']>;

type StoreServices<Parts> = Parts extends { readonly stores: infer Stores extends ResourceStores }
  ? ViewsOf<Stores> & { readonly work: UnitOfWork<Transaction & GuardedRepositories<RepositoriesOf<Stores>>> }
  : unknown;

type PartServices<Parts> = StoreServices<Parts> & MadeBy<Parts, 'ports', unknown> & MadeBy<Parts, 'useCases', unknown>;

/**
 * Declares a resource of your own, with the same parts as the built-in ones. Its use cases and routes can also depend on
 * its own parts: the views and repositories of its stores, its ports and its use cases. A dependency that nothing
 * provides is a compile error.
 */
export const resourceModule = <const Parts extends ModuleParts>(
  parts: Parts &
    ModuleParts<
      Services & PartServices<Parts>,
      Services & RouteSettings & EventRouteDependencies & PartServices<Parts>
    >,
): ResourceModule => parts as ModuleParts as ResourceModule;

/** Returns the modules of the service and `further` ones. */
export const allModules = (further: readonly ResourceModule[] = []): readonly ResourceModule[] => [
  ...builtIn,
  ...further,
];

/**
 * Services for callers that only read the descriptions of routes, and call no handler. Their configuration offers every
 * route.
 */
export function describedServices(): Services {
  const config = readConfig({ PUBLIC_URL: 'https://example.com', JWT_PRIVATE_KEY: 'only its presence matters' });
  return { config, registration: config.registration, ...limits } as Partial<Services> as Services;
}

/**
 * Builds the container of a process. Each name of a service is bound once, so a name that two modules use fails here
 * when it is first read.
 */
export function buildServices(opened: Omit<Installation, 'stores'>, further: readonly ResourceModule[] = []): Services {
  const container = new Container();
  const services = {};
  const bind = (name: string, make: () => unknown): void => {
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
  for (const [name, value] of Object.entries({ ...installation, ...limits, ...views })) bind(name, () => value);
  const use = services as Services;
  const factories = allModules(further).flatMap(({ ports: own = {}, useCases = {} }) => [own, useCases]);
  for (const [name, factory] of [ports, ...factories].flatMap((some: ModuleFactories) => Object.entries(some)))
    bind(name, () => factory(use));
  return use;
}
