import type { ConsolePart, Route } from '@portcullis/adapters-http';
import type { entryReader } from '@portcullis/adapters-http/internal/routes/own-imports';
import type { ResourceStore, ResourceStores } from '@portcullis/adapters-persistence/internal/resource-store';
import type { importEntries } from '@portcullis/application/internal/import-entries';
import type { OwnEntity, OwnResource } from '@portcullis/domain';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { EventKind } from '@portcullis/domain/internal/events/event';
import type { Variables } from '../config/variable.ts';

/** Makes a port, a use case or routes from its dependencies, which the type of the parameter declares by name. */
export type Factory<Use = never, Result = unknown> = (use: Use) => Result;

export type Factories<Use = never> = Readonly<Record<string, Factory<Use>>>;

/** The products of factories, by the names of the factories. */
export type Made<All> = { readonly [Name in keyof All]: All[Name] extends Factory<never, infer One> ? One : never };

/** Calls each factory with the same dependencies. A dependency that `use` lacks is a compile error. */
export const makeAll = <Use, All extends Factories<Use>>(factories: All, use: Use): Made<All> =>
  Object.fromEntries(Object.entries<Factory<Use>>(factories).map(([name, make]) => [name, make(use)])) as Made<All>;

/** The call of a command that a module of your own declares. */
export interface CommandCall {
  /** The arguments after the name of the command. */
  readonly args: readonly string[];
  /** The operating-system user, for the events of changes. */
  readonly actor: Actor;
  /** Writes a line to standard output. */
  readonly say: (line: string) => void;
}

/** A command of a module of your own: `portcullis run acme.closeProjects --modules ./modules.js`. */
export interface ModuleCommand<Use = never> {
  /** What the command does, for the list that `portcullis run` prints without the name of a command. */
  readonly summary: string;
  /** The names of the arguments, such as `['project', 'date']`. All of them are required. Default: none. */
  readonly args?: readonly string[];
  readonly run: Factory<Use, (call: CommandCall) => Promise<void>>;
}

/** How the entries of a resource are written to files and read from them. */
export interface EntryTransfer {
  /** The names of the fields of a file. */
  readonly columns: readonly string[];
  /** The fields that can name the entry of a row. */
  readonly keys: readonly string[];
  /** Reads all entries, one part of them at a time. */
  readonly pages: () => AsyncIterable<readonly OwnEntity[]>;
  readonly readEntry: ReturnType<typeof entryReader>;
  readonly importEntries: ReturnType<typeof importEntries>;
}

/**
 * A resource of your own: its parts from each package in one value. The names of ports and use cases must be unique among
 * all modules.
 */
export interface ModuleParts<PortUse = never, UseCaseUse = PortUse, Use = UseCaseUse, RouteUse = Use> {
  /** A prefix of your own, a dot and a word, such as `acme.labels`. */
  readonly name?: string;
  /** The versions of Portcullis that the module works with, as a semver range such as `^1.2.0`. */
  readonly fits?: string;
  /**
   * The environment variables of the module. Its parts get the values by the keys of this table, so a key must be unique
   * among all modules.
   */
  readonly variables?: Variables;
  /** The stores of the resource, by the names of their views and repositories. */
  readonly stores?: ResourceStores;
  /** Written migrations, which run in the order of the timestamps at the end of their names. */
  readonly migrations?: NonNullable<ResourceStore['migrations']>;
  /** The ports of this resource. They can depend on services, stores and variables, and use cases also on these ports. */
  readonly ports?: Factories<PortUse>;
  readonly useCases?: Factories<UseCaseUse>;
  readonly events?: Readonly<Record<string, EventKind<never, never, never>>>;
  readonly routes?: readonly Factory<RouteUse, readonly Route[]>[];
  /** The commands, by names that begin with its prefix, such as `acme.closeProjects`. */
  readonly commands?: Readonly<Record<string, ModuleCommand<Use>>>;
  /**
   * Adds sample data that does not exist yet, for `portcullis seed modules` and for the demo data of a new installation.
   * Resolves with the number of added entries.
   */
  readonly seed?: Factory<Use, (actor: Actor) => Promise<number>>;
  /** Exports and imports the entries of the module, for `portcullis export` and `portcullis import` with its name. */
  readonly entries?: Factory<Use, EntryTransfer>;
  /** What the module adds to the console. */
  readonly console?: ConsolePart;
}

/** Returns the stores of modules. */
export const storesOf = (modules: readonly Pick<ModuleParts, 'stores'>[]): ResourceStores =>
  Object.fromEntries(modules.flatMap(({ stores = {} }) => Object.entries(stores)));

/** Returns the events that modules declare. */
export const eventsOf = (modules: readonly Pick<ModuleParts, 'events'>[]): readonly EventKind<never, never, never>[] =>
  modules.flatMap(({ events = {} }) => Object.values(events));

/** Returns the resources of modules that are defined with `defineResource`. */
export const resourcesOf = (modules: readonly Pick<ModuleParts, 'stores'>[]): readonly OwnResource[] =>
  Object.values(storesOf(modules)).flatMap(({ own }) => own ?? []);

/** Returns the stores of modules, and one for the migrations of each module that has some. */
export const migratedStoresOf = (
  modules: readonly Pick<ModuleParts, 'name' | 'stores' | 'migrations'>[],
): ResourceStores => ({
  ...storesOf(modules),
  ...Object.fromEntries(
    modules.flatMap(({ name = '', migrations }) =>
      migrations === undefined ? [] : [[`${name} migrations`, { migrations }]],
    ),
  ),
});
