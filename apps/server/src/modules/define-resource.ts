import type { ConsoleScreen } from '@portcullis/adapters-http/internal/routes/console';
import { entryReader } from '@portcullis/adapters-http/internal/routes/own-imports';
import { ownRequests } from '@portcullis/adapters-http/internal/routes/own-requests';
import { ownRoutes } from '@portcullis/adapters-http/internal/routes/own-resources';
import { ownStore, type ResourceStore } from '@portcullis/adapters-persistence';
import { importEntries } from '@portcullis/application/internal/import-entries';
import { ownChange, ownUseCases, type OwnChangeInput } from '@portcullis/application/internal/own-resources';
import type { OwnRepository, OwnViews } from '@portcullis/application/internal/ports/own-resources';
import type { EventKind } from '@portcullis/domain/internal/events/event';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type {
  FieldSettings,
  FieldType,
  JsonContainer,
  OwnFields,
  OwnTarget,
} from '@portcullis/domain/internal/own-fields';
import {
  ownResource,
  type OwnDefinition,
  type OwnDraft,
  type OwnEntity,
  type OwnOperations,
  type OwnResource,
} from '@portcullis/domain/internal/own-resource';
import { declareEvent, recordedFields } from '@portcullis/domain/internal/shared/declare-event';
import { importBodyLimits } from '../config/limits.ts';
import { readOwnText } from '../moving/own-rows.ts';
import type { EntryTransfer } from '../wiring/module-parts.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';
import type { RouteServices, Services } from '../wiring/services.ts';

type DottedName = `${string}.${string}`;

/** The value of a field in sample data, by the type of the field. */
interface ValueOfType extends Readonly<Record<keyof FieldSettings, unknown>> {
  text: string;
  markdown: string;
  integer: number;
  decimal: string;
  flag: boolean;
  choice: string;
  date: string;
  time: string | Date;
  json: JsonContainer;
  list: readonly (string | number)[];
  email: string;
  url: string;
  reference: string;
  references: readonly string[];
  file: string;
}

type ValueOf<Field> = Field extends { readonly type: 'choice'; readonly values: readonly (infer Value)[] }
  ? Value
  : Field extends { readonly type: infer Type extends FieldType }
    ? ValueOfType[Type]
    : never;

type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends
    | { readonly optional: true }
    | { readonly default: unknown }
    | { readonly type: 'references' }
    ? Name
    : never;
}[keyof Fields];

/** The values of an entry. Optional fields can be missing. */
type SampleOf<Fields> = { readonly [Name in Exclude<keyof Fields, OptionalName<Fields>>]: ValueOf<Fields[Name]> } & {
  readonly [Name in OptionalName<Fields>]?: ValueOf<Fields[Name]> | null;
};

/** A name with dots in camel case: `acmeLabels` for `acme.labels`. */
type Camel<Name extends string> = Name extends `${infer Prefix}.${infer Rest}`
  ? `${Prefix}${Capitalize<Camel<Rest>>}`
  : Name;

/** What `defineResource` needs to know of a resource. */
export interface ResourceDefinition<
  Name extends DottedName,
  Fields extends OwnFields,
  Plural extends string = string,
  Action extends string = string,
> extends OwnDefinition<Fields> {
  /** A prefix of your own, a dot and a noun in the singular, such as `acme.label`. */
  readonly name: Name;
  /** The name in the plural, with the prefix. Default: the name with an `s`. */
  readonly plural?: Plural;
  /** The versions of Portcullis that the resource works with, as a semver range. */
  readonly fits?: string;
  /**
   * The timestamp of a migration that creates the table in its present shape, in milliseconds. Never change it. Without
   * it, a written migration creates the table.
   */
  readonly since?: number;
  /** Written migrations of the table. */
  readonly migrations?: NonNullable<ResourceStore['migrations']>;
  /** The last words of further permissions, such as `close`, for routes of your own. The first migration adds them. */
  readonly actions?: readonly Action[];
  /** Sample data, which `portcullis seed modules` adds if there is no entry yet. */
  readonly samples?: readonly SampleOf<Fields>[];
  /** Screens with code of your own, in addition to the list and the page of an entry, or instead of them. */
  readonly screens?: readonly ConsoleScreen[];
}

/**
 * The module of a resource that `defineResource` returns. To add use cases, routes, events or commands of your own, pass
 * its members and yours to `resourceModule`.
 */
export interface DefinedResource<
  Name extends string,
  Plural extends string = `${Name}s`,
  Action extends string = never,
  Field extends string = string,
> extends ResourceModule {
  readonly name: Name;
  /** The description from which the routes, the store and the use cases are made. `ownFake` makes a fake from it. */
  readonly resource: OwnResource;
  /** The codes of the permissions that the routes require. */
  readonly permissions: {
    readonly [Each in 'read' | 'create' | 'update' | 'delete' | Action]: `${Name}.${Each}`;
  };
  /** Returns a condition for roles that get one of the permissions. Another attribute than a field does not compile. */
  readonly condition: (condition: Condition<Field>) => Condition;
  /** Declares an event of yours, such as `acme.label.closed` for `closed`, that records these fields. Add it to `events`. */
  readonly event: (ending: string, ...recorded: readonly Field[]) => EventKind<OwnEntity, OwnEntity, OwnEntity>;
  /**
   * Makes a use case that changes an entry with an event of yours, for those who reach it. The rules are not checked.
   * @param change returns the new values, and throws a `BusinessError` if the change is not allowed
   */
  readonly change: (
    event: EventKind<OwnEntity, OwnEntity, OwnEntity>,
    change: (stored: OwnEntity) => OwnDraft,
  ) => (use: Pick<Services, 'work' | 'clock' | 'ids'>) => (input: OwnChangeInput) => Promise<OwnEntity>;
  /** The store, under the name of the repository in transactions, and of the views. */
  readonly stores: { readonly [Store in Camel<Plural>]: ResourceStore<OwnRepository, OwnViews> };
  readonly events: NonNullable<ResourceModule['events']>;
  readonly routes: readonly [NonNullable<ResourceModule['routes']>[number]];
  /** The types of the events, for webhooks and readers of the event log. */
  readonly eventTypes: { readonly [Ending in 'created' | 'updated' | 'deleted']: `${Name}.${Ending}` };
  /** The operation ids of the routes, for `can` of the client and screens of the console. */
  readonly operations: OwnOperations<Name, Plural>;
}

/** Returns the name of the repository and the views of a resource: `acmeLabels` for the plural `acme.labels`. */
const storeOf = (plural: string): string =>
  plural.replaceAll(/\.([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/**
 * Defines a resource that clients list, read, create, change and delete, with its table, permissions, events and routes.
 * @throws {TypeError} if the name of the resource or of a field is not allowed
 * @example
 * const labels = defineResource({
 *   name: 'acme.label',
 *   since: 1795280000000,
 *   fields: { name: { type: 'text', min: 1, max: 64, unique: true, search: true, sort: true } },
 *   namedBy: 'name',
 * });
 * console.log(labels.permissions.read); // acme.label.read
 */
export function defineResource<
  const Name extends DottedName,
  const Fields extends OwnFields,
  const Plural extends string = `${Name}s`,
  const Action extends string = never,
>(
  definition: ResourceDefinition<Name, Fields, Plural, Action>,
): DefinedResource<Name, Plural, Action, keyof Fields & string>;
export function defineResource(
  definition: ResourceDefinition<DottedName, OwnFields>,
): DefinedResource<DottedName, string, string> {
  const { name, plural = `${name}s`, since, migrations, fits, samples = [], screens = [], actions = [] } = definition;
  const resource = ownResource(name, plural, definition, actions);
  const { events } = resource;
  const store = storeOf(plural);
  const repository = (tx: object): OwnRepository => {
    const found: OwnRepository = Reflect.get(tx, store);
    return found;
  };
  const partsOf = (use: Services) => {
    const views: OwnViews = Reflect.get(use, store);
    const { work, clock, ids, markdown } = use;
    const htmlOf = async (text: string): Promise<string> => {
      const { html } = await markdown.render(text);
      return typeof html === 'string' ? html : new TextDecoder().decode(html.bytes);
    };
    const deps = { work, clock, ids, htmlOf, repository, views };
    const useCases = ownUseCases(resource, deps);
    const dryRuns: Services['work'] = { run: (write, options) => work.run(write, { ...options, isDryRun: true }) };
    const checked = ownUseCases(resource, { ...deps, work: dryRuns });
    const importAll = importEntries(resource, { views, useCases: (isDryRun) => (isDryRun ? checked : useCases) });
    return { views, useCases, importAll };
  };
  const routes = (use: RouteServices) => {
    const { useCases, importAll } = partsOf(use);
    const { users, roles, contents, categories, tags, media, mediaOrigin } = use;
    const ownViews = (target: OwnTarget): OwnViews => {
      const found: OwnViews = Reflect.get(use, storeOf(target.plural));
      return found;
    };
    return ownRoutes(resource, useCases, {
      views: { users, roles, contents, categories, tags, media, mediaOrigin, ownViews },
      importEntries: importAll,
      readRows: readOwnText,
      bodyLimits: importBodyLimits,
    });
  };
  const seed = (use: Services) => async (actor: Actor) => {
    const { views, useCases } = partsOf(use);
    if ((await views.list({ page: 1, pageSize: 1 })).total > 0) return 0;
    for (const draft of samples) await useCases.create({ actor, draft });
    return samples.length;
  };
  const entries = (use: Services): EntryTransfer => {
    const { useCases, importAll } = partsOf(use);
    const requests = ownRequests(resource);
    return {
      columns: requests.columns,
      keys: ['id', ...resource.uniqueFields],
      pages: () => useCases.pages({ query: {} }),
      readEntry: entryReader(resource, requests),
      importEntries: importAll,
    };
  };
  return {
    name,
    entries,
    ...(fits !== undefined && { fits }),
    resource,
    permissions: {
      read: `${name}.read`,
      create: `${name}.create`,
      update: `${name}.update`,
      delete: `${name}.delete`,
      ...Object.fromEntries(actions.map((action) => [action, `${name}.${action}`])),
    },
    condition: (condition) => condition,
    event: (ending, ...recorded) =>
      declareEvent(resource.subject, `${name}.${ending}`, recordedFields<OwnEntity>()(...recorded)),
    change:
      (event, change) =>
      ({ work, clock, ids }) =>
        ownChange(resource, { work, clock, ids, repository }, event, change),
    events,
    eventTypes: { created: `${name}.created`, updated: `${name}.updated`, deleted: `${name}.deleted` },
    operations: resource.operations,
    stores: { [store]: ownStore(resource, since, migrations) },
    routes: [routes],
    ...(samples.length > 0 && { seed }),
    console: { resources: [resource], screens },
  };
}
