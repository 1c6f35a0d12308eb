import type { ConsolePart, Route } from '@portcullis/adapters-http';
import type { ResourceStores } from '@portcullis/adapters-persistence/internal/resource-store';
import type { Actor } from '@portcullis/domain/internal/actor';
import type { EventKind } from '@portcullis/domain/internal/event';
import type { Variables } from '../config/variable.ts';

/**
 * Makes a port, a use case or routes from its dependencies, which the type of the parameter declares by name. The
 * members are getters that are not enumerable: `{ ...use }` copies none of them.
 */
type Factory<Use = never, Result = unknown> = (use: Use) => Result;

type Factories<Use = never> = Readonly<Record<string, Factory<Use>>>;

/** The products of the factories, by the names of the factories. */
export type Made<All> = { readonly [Name in keyof All]: All[Name] extends Factory<never, infer One> ? One : never };

/** The intersection of all members of a union. */
export type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

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

/**
 * A resource: its parts from each package in one value. The names of ports and use cases must be unique among all
 * modules.
 */
export interface ModuleParts<Use = never, RouteUse = Use> {
  /** The name of a module of your own: a prefix, a dot and a word, such as `acme.labels`. */
  readonly name?: string;
  /** The versions of Portcullis that a module of your own works with, as a semver range such as `^1.2.0`. */
  readonly fits?: string;
  /**
   * The environment variables of a module of your own. Use cases, ports and routes get their values by the keys of this
   * table, so a key must be unique among all modules.
   */
  readonly variables?: Variables;
  /** The stores of the resource by name, unless `@portcullis/adapters-persistence` already has them. */
  readonly stores?: ResourceStores;
  /** The ports of this resource, except those that `ports.ts` already declares. */
  readonly ports?: Factories<Use>;
  readonly useCases?: Factories<Use>;
  /** The events of the resource, unless `@portcullis/domain` already declares them. */
  readonly events?: Readonly<Record<string, EventKind<never, never, never>>>;
  readonly routes?: readonly Factory<RouteUse, readonly Route[]>[];
  /** The commands of a module of your own, by names that begin with its prefix, such as `acme.closeProjects`. */
  readonly commands?: Readonly<Record<string, ModuleCommand<Use>>>;
  /**
   * Adds sample data that does not exist yet, for `portcullis seed modules` and for the demo data of a new installation.
   * Resolves with the number of added entries.
   */
  readonly seed?: Factory<Use, (actor: Actor) => Promise<number>>;
  /** What the module adds to the console. */
  readonly console?: ConsolePart;
}

/** Returns the stores that resource modules add to those of `@portcullis/adapters-persistence`. */
export const storesOf = (modules: readonly Pick<ModuleParts, 'stores'>[]): ResourceStores =>
  Object.fromEntries(modules.flatMap(({ stores = {} }) => Object.entries(stores)));

/**
 * Returns a factory that gets some of its dependencies from `own` instead of by their names.
 * @example
 * const clockOf = ({ clock }: { readonly clock: string }): string => clock;
 * const renamed = supply(clockOf, ({ time }: { readonly time: string }) => ({ clock: time }));
 * console.log(renamed({ time: '12:00' })); // 12:00
 */
export const supply =
  <Use extends object, From extends object, Own extends Partial<Use>, Result>(
    factory: Factory<Use, Result>,
    own: (use: From) => Own,
  ): Factory<NoInfer<From> & Omit<Use, keyof Own>, Result> =>
  (use) =>
    factory(withOwn(use, own(use)) as object as Use);

/** Returns an object with the members of `use`, except those that `own` replaces. Getters stay getters. */
export const withOwn = <Use extends object, Own extends object>(use: Use, own: Own): Omit<Use, keyof Own> & Own =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(use), ...Object.getOwnPropertyDescriptors(own) },
  ) as Omit<Use, keyof Own> & Own;
