import type { CounterStore, LoadDemo, LoginLock, Route } from '@portcullis/adapters-http';
import type { Database, ResourceStores } from '@portcullis/adapters-persistence';
import type {
  DeliveryCounters,
  MarkdownRenderer,
  PasswordHasher,
  SignInLog,
  SystemState,
} from '@portcullis/application';
import { ContainerModule, type Container, type ContainerModuleLoadOptions, type ServiceIdentifier } from 'inversify';
import type { Config } from '../config/config.ts';

/** The parts that a process opens before it builds the container. */
export interface Installation {
  readonly config: Config;
  readonly database: Database;
  readonly counters: CounterStore;
  readonly markdown: MarkdownRenderer;
  readonly hasher: PasswordHasher;
  /** Called when an account was locked after too many failed logins. */
  readonly locked: (lock: LoginLock) => void;
  readonly deliveryCounters: DeliveryCounters;
  /** Called when a sign-in at a provider failed. */
  readonly signInFailed: SignInLog['failed'];
}

/** Counters that do nothing, for processes without metrics. */
export const uncounted: DeliveryCounters = { queued: () => undefined, attempted: () => undefined };

/** The part of a container that resolves values. */
export type PortResolver = Pick<Container, 'get'>;

/** A port or a setting. `make` creates the adapter or returns the value. */
export interface Port<T> {
  readonly key: ServiceIdentifier<T>;
  readonly make: (installation: Installation, from: PortResolver) => T;
}

/** Declares a port. `make` runs once, when the port is first resolved. */
export const port = <T>(
  name: string,
  make: (installation: Installation, from: PortResolver) => NoInfer<T>,
): Port<T> => ({
  key: Symbol(name),
  make,
});

/** Returns the adapter of a port or the value of a setting. */
export const resolvePort = <T>(from: PortResolver, { key }: Port<T>): T => from.get<T>(key);

type Bind = ContainerModuleLoadOptions['bind'];

/** A use case that can be bound to a container. */
export interface Binding<T> {
  readonly key: ServiceIdentifier<T>;
  readonly bindWith: (bind: Bind) => void;
}

type Sources<Dependencies> = { readonly [Name in keyof Dependencies]: Port<Dependencies[Name]> };

/** Makes a use case from its dependencies. */
type UseCaseFactory<UseCase, Dependencies = never> = (use: Dependencies) => UseCase;

/**
 * Declares a use case, and the port for each of its dependencies. Each container has one instance of the use case. The
 * parameter of the factory declares the dependencies, so a missing port or a port of another type is a compile error.
 */
export function useCase<Dependencies extends object, UseCase>(
  factory: UseCaseFactory<UseCase, Dependencies>,
  sources: Sources<NoInfer<Dependencies>>,
): Binding<UseCase> {
  const key = keyOf(factory);
  const names = Object.keys(sources);
  const keys = Object.values<Port<unknown>>(sources).map((source) => source.key);
  const make = (...values: readonly unknown[]) =>
    factory(Object.fromEntries(names.map((name, index) => [name, values[index]])) as Dependencies);
  return { key, bindWith: (bind) => void bind(key).toResolvedValue(make, keys).inSingletonScope() };
}

/** Returns the use case that was declared with this factory. */
export const useCaseOf = <UseCase>(from: PortResolver, factory: UseCaseFactory<UseCase>): UseCase =>
  from.get(keyOf(factory));

const keysByFactory = new WeakMap<object, symbol>();

/** Returns the symbol that identifies a use case in the container. Each factory has its own symbol. */
function keyOf<UseCase>(factory: UseCaseFactory<UseCase>): ServiceIdentifier<UseCase> {
  const key = keysByFactory.get(factory) ?? Symbol(factory.name);
  keysByFactory.set(factory, key);
  return key;
}

type Bindings = Readonly<Record<string, Binding<unknown>>>;
type Resolved<Use extends Bindings> = { readonly [Name in keyof Use]: Use[Name] extends Binding<infer T> ? T : never };

/** Settings of routes. These settings are not in the container. */
export interface RouteSettings
  extends Pick<
    Config,
    'registerPerMinute' | 'registration' | 'userDetails' | 'feedSite' | 'providers' | 'signInPages'
  > {
  readonly isServing: () => boolean;
  readonly systemState: () => SystemState;
  readonly loadDemo: LoadDemo;
}

/** The optional parts of a resource module. */
interface ResourceParts {
  /** The ports of this resource, except those that `ports.ts` already declares. */
  readonly ports?: readonly Port<unknown>[];
  /** The stores of the resource by name, unless `@portcullis/adapters-persistence` already has them. */
  readonly stores?: ResourceStores;
}

/** A resource with its use cases and routes. `module` binds the use cases to a container. */
export interface ResourceModule extends ResourceParts {
  readonly module: ContainerModule;
  readonly routesFrom: (from: PortResolver, settings: RouteSettings) => readonly Route[];
}

/** Returns the stores that resource modules add to those of `@portcullis/adapters-persistence`. */
export const storesOf = (modules: readonly ResourceModule[]): ResourceStores =>
  Object.fromEntries(modules.flatMap(({ stores = {} }) => Object.entries(stores)));

/** Declares a resource module. `routes` gets the use cases under the names of `useCases`. */
export function resourceModule<Use extends Bindings>(
  useCases: Use,
  routes: (use: Resolved<Use>, from: PortResolver, settings: RouteSettings) => readonly Route[],
  parts: ResourceParts = {},
): ResourceModule {
  const entries = Object.entries<Binding<unknown>>(useCases);
  return {
    ...parts,
    module: new ContainerModule(({ bind }) => entries.forEach(([, { bindWith }]) => bindWith(bind))),
    routesFrom: (from, settings) => {
      const use = Object.fromEntries(entries.map(([name, { key }]) => [name, from.get(key)]));
      return routes(use as Resolved<Use>, from, settings);
    },
  };
}

/** Resolves every port to undefined, for callers that only read the descriptions of routes. */
export const emptyResolver: PortResolver = { get: () => undefined as never };
