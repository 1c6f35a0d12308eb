import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { Id } from '@portcullis/domain/internal/shared/ids';
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
import { addEntity, removeEntity, updateEntity } from './changes.ts';
import type { EntityInput } from './dependencies.ts';
import type { Page } from './ports/lists.ts';
import type { OwnListQuery, OwnViews, OwnWork } from './ports/own-resources.ts';
import { reachedPage, requireResult, requireStored, type ReachInput } from './reach.ts';
import type { EventDependencies } from './record-event.ts';

type HtmlOf = (markdown: string) => Promise<string>;

type Dependencies = EventDependencies &
  OwnWork & {
    readonly views: OwnViews;
    /** Converts Markdown to sanitised HTML, as for contents. */
    readonly htmlOf: HtmlOf;
  };

type ChangeInput = EntityInput<Id<string>> & ReachInput;

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
  const valuesOf = (entity: OwnDraft) => attributeValues(fields, entity);
  return {
    list: ({ query, reach }: ReachInput & { readonly query: OwnListQuery }): Promise<Page<OwnEntity>> =>
      reachedPage(reach?.changes, query, (condition) => views.list(query, condition)),
    read: async ({ id, reach }: ReachInput & { readonly id: Id<string> }): Promise<OwnEntity> => {
      const entity = orNotFound(await views.find(id), notFound);
      requireStored(reach, valuesOf(entity), notFound);
      return entity;
    },
    create: async ({
      actor,
      draft,
      reach,
    }: ReachInput & { readonly actor: Actor; readonly draft: OwnDraft }): Promise<OwnEntity> => {
      const at = deps.clock.now();
      const values = await preparedDraft(resource, htmlOf, newValues(fields, draft, actor, at));
      return work.run(
        (tx) => {
          const entity = { ...values, id: deps.ids.next(), version: firstVersion, createdAt: at, updatedAt: at };
          requireResult(reach?.changes, valuesOf(entity));
          requireRules(resource, values, undefined);
          return addEntity(tx, deps, { actor, event: events.created }, entity, repository(tx).add);
        },
        { keyed: actor.keyed },
      );
    },
    update: async ({ change, reach, ...input }: ChangeInput & { readonly change: OwnDraft }): Promise<OwnEntity> => {
      const values = await preparedDraft(resource, htmlOf, change);
      return work.run((tx) => {
        const requireReach = (stored: OwnEntity): void => {
          requireStored(reach, valuesOf(stored), notFound);
          requireResult(reach?.changes, valuesOf({ ...stored, ...values }));
        };
        const update = { entities: repository(tx), notFound, event: events.updated, requireReach };
        return updateEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...update }, (stored) => {
          requireRules(resource, { ...stored, ...values }, stored);
          return values;
        });
      });
    },
    remove: ({ reach, ...input }: ChangeInput): Promise<void> =>
      work.run((tx) => {
        const requireReach = (stored: OwnEntity): void => requireStored(reach, valuesOf(stored), notFound);
        const removal = { entities: repository(tx), notFound, event: events.deleted, requireReach };
        return removeEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...removal });
      }),
  };
};

/** The use cases that `ownUseCases` returns. */
export type OwnUseCases = ReturnType<typeof ownUseCases>;
