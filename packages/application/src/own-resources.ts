import type { Reach } from '@portcullis/domain/internal/access/reach';
import { allOf } from '@portcullis/domain/internal/conditions/simplify-condition';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { isId, type Id } from '@portcullis/domain/internal/shared/ids';
import {
  attributeValues,
  newValues,
  requireRules,
  storedValues,
  type OwnDraft,
  type OwnEntity,
  type OwnResource,
} from '@portcullis/domain/internal/own-resource';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import type { EventKind } from '@portcullis/domain/internal/events/event';
import { addEntity, changeEntity, removeEntity, updateEntity, type EventDependencies } from './changes.ts';
import type { EntityInput } from './dependencies.ts';
import type { Counts, Page } from './ports/lists.ts';
import type { OwnFilterQuery, OwnListQuery, OwnViews, OwnWork } from './ports/own-resources.ts';
import type { Uses } from './ports/unit-of-work.ts';
import {
  categoryPaths,
  reachedPage,
  requireResult,
  requireStored,
  type CallerReach,
  type ReachInput,
} from './reach.ts';

type HtmlOf = (markdown: string) => Promise<string>;

type Dependencies = EventDependencies &
  OwnWork & {
    readonly views: OwnViews;
    /** Converts Markdown to sanitised HTML, as for contents. */
    readonly htmlOf: HtmlOf;
  };

/** Which entry of a resource is changed, and by whom. */
export type OwnChangeInput = EntityInput<Id<string>> & ReachInput;

type Listed = ReachInput & { readonly query: OwnFilterQuery };

/** Maximum number of entries that are read at a time. It limits the memory that an export needs. */
const readTogether = 1000;

/** Returns which entries a caller finds with a query. */
const reachedBy = ({ filter }: OwnFilterQuery, reach: CallerReach | undefined): Reach =>
  allOf([reach?.changes ?? true, filter ?? true]);

/**
 * Checks that a caller may change an entry, in its stored state and in the new one.
 * @throws {BusinessError} the `notFound` of the resource, permission-required
 */
async function requireReach(
  { fields, attributes, notFound }: OwnResource,
  tx: Uses<'categories'>,
  { reach, stored, after }: ReachInput & { readonly stored?: OwnDraft; readonly after?: OwnDraft },
): Promise<void> {
  if (reach === undefined) return;
  const ofCategory = Object.keys(attributes).filter((name) => attributes[name]?.kind === 'category');
  const ids = [stored, after].flatMap((entry) => ofCategory.map((name) => entry?.[name])).filter(isId<'Category'>);
  const pathOf = await categoryPaths(tx, ids);
  if (stored !== undefined) requireStored(reach, attributeValues(fields, stored), notFound, pathOf);
  if (after !== undefined) requireResult(reach.changes, attributeValues(fields, after), pathOf);
}

/** Returns the stored form of the values that a request sends, with the HTML of Markdown. */
async function preparedDraft({ fields, htmlNames }: OwnResource, htmlOf: HtmlOf, draft: OwnDraft): Promise<OwnDraft> {
  const html = [...htmlNames].map(async ([name, htmlName]): Promise<OwnDraft> => {
    const text = draft[name];
    if (text === undefined) return {};
    return { [htmlName]: typeof text === 'string' ? await htmlOf(text) : null };
  });
  const prepared: OwnDraft = Object.assign({}, storedValues(fields, draft), ...(await Promise.all(html)));
  return prepared;
}

/**
 * Makes the use cases of a resource that is defined with `defineResource`.
 * @throws {BusinessError} the refusals of the resource, permission-required, version-changed
 */
export const ownUseCases = (resource: OwnResource, { work, repository, views, htmlOf, ...deps }: Dependencies) => {
  const { events, notFound, fields } = resource;
  const list = ({ query, reach }: ReachInput & { readonly query: OwnListQuery }): Promise<Page<OwnEntity>> =>
    reachedPage(reachedBy(query, reach), query, (filter) => views.list({ ...query, filter }));
  return {
    list,
    count: async ({ query, reach, by }: Listed & { readonly by?: string | undefined }): Promise<Counts> => {
      const filter = reachedBy(query, reach);
      if (filter === false) return { total: 0, counts: [] };
      const { total, counts } = await views.count({ ...query, filter: filter === true ? undefined : filter }, by);
      return { total, counts: by === undefined ? [] : counts };
    },
    /** Reads all entries in the order of their ids, so that only one part of them is in memory. */
    pages: async function* ({ query, reach }: Listed): AsyncGenerator<readonly OwnEntity[]> {
      const reached = reachedBy(query, reach);
      if (reached === false) return;
      const filter = reached === true ? undefined : reached;
      let after: string | undefined;
      do {
        const page = await views.page({ ...query, filter }, { limit: readTogether, after });
        if (page.length > 0) yield page;
        after = page.length === readTogether ? page.at(-1)?.id : undefined;
      } while (after !== undefined);
    },
    read: async ({ id, reach }: ReachInput & { readonly id: Id<string> }): Promise<OwnEntity> => {
      if (reach === undefined) return orNotFound(await views.find(id), notFound);
      const { items } = await list({ query: { page: 1, pageSize: 1, ids: [id] }, reach });
      return orNotFound(items[0], notFound);
    },
    create: async ({
      actor,
      draft,
      reach,
    }: ReachInput & { readonly actor: Actor; readonly draft: OwnDraft }): Promise<OwnEntity> => {
      const at = deps.clock.now();
      const values = await preparedDraft(resource, htmlOf, newValues(fields, draft, actor, at));
      return work.run(
        async (tx) => {
          const entity = { ...values, id: deps.ids.next(), version: firstVersion, createdAt: at, updatedAt: at };
          await requireReach(resource, tx, { reach, after: entity });
          requireRules(resource, values, undefined);
          return addEntity(tx, deps, { actor, event: events.created }, entity, repository(tx).add);
        },
        { keyed: actor.keyed },
      );
    },
    update: async ({ change, reach, ...input }: OwnChangeInput & { readonly change: OwnDraft }): Promise<OwnEntity> => {
      const values = await preparedDraft(resource, htmlOf, change);
      return work.run((tx) => {
        const update = {
          entities: repository(tx),
          notFound,
          event: events.updated,
          requireReach: (stored: OwnEntity) =>
            requireReach(resource, tx, { reach, stored, after: { ...stored, ...values } }),
        };
        return updateEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...update }, (stored) => {
          requireRules(resource, { ...stored, ...values }, stored);
          return values;
        });
      });
    },
    remove: ({ reach, ...input }: OwnChangeInput): Promise<void> =>
      work.run((tx) => {
        const removal = {
          entities: repository(tx),
          notFound,
          event: events.deleted,
          requireReach: (stored: OwnEntity) => requireReach(resource, tx, { reach, stored }),
        };
        return removeEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...removal });
      }),
  };
};

/**
 * Makes a use case that changes an entry with an event of its own. The rules of the resource are not checked.
 * @param change returns the new values. Throws if the change is not allowed.
 * @throws {BusinessError} the `notFound` of the resource, permission-required, version-changed, and the errors of `change`
 */
export const ownChange =
  (
    resource: OwnResource,
    { work, repository, ...deps }: EventDependencies & OwnWork,
    event: EventKind<OwnEntity, OwnEntity, OwnEntity>,
    change: (stored: OwnEntity) => OwnDraft,
  ) =>
  ({ actor, id, ifMatch, reach }: OwnChangeInput): Promise<OwnEntity> =>
    work.run(
      async (tx) => {
        const entities = repository(tx);
        const stored = orNotFound(await entities.lock(id), resource.notFound);
        await requireReach(resource, tx, { reach, stored });
        const { saved } = await changeEntity(tx, deps, { actor, event, stored, ifMatch }, async (allow) => {
          const changed = { ...stored, ...change(stored), updatedAt: deps.clock.now() };
          const after = { ...changed, ...(await entities.save(allow(changed))) };
          return { saved: after, subject: after, before: stored, after };
        });
        return saved;
      },
      { keyed: actor.keyed },
    );

/** The use cases that `ownUseCases` returns. */
export type OwnUseCases = ReturnType<typeof ownUseCases>;
