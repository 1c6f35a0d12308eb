import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import type { OwnDraft, OwnEntity, OwnResource } from '@portcullis/domain/internal/own-resource';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { addEntity, removeEntity, updateEntity } from './changes.ts';
import type { EntityInput } from './dependencies.ts';
import type { Page } from './ports/lists.ts';
import type { OwnListQuery, OwnViews, OwnWork } from './ports/own-resources.ts';
import { reachedPage, requireResult, requireStored, type ReachInput } from './reach.ts';
import type { EventDependencies } from './record-event.ts';

type Dependencies = EventDependencies & OwnWork & { readonly views: OwnViews };

type ChangeInput = EntityInput<Id<string>> & ReachInput;

/**
 * Makes the use cases of a resource that is defined with `defineResource`.
 * @throws {BusinessError} the refusals of the resource, permission-required, version-changed
 */
export const ownUseCases = (
  { events, notFound, fields }: OwnResource,
  { work, repository, views, ...deps }: Dependencies,
) => ({
  list: ({ query, reach }: ReachInput & { readonly query: OwnListQuery }): Promise<Page<OwnEntity>> =>
    reachedPage(reach?.changes, query, (condition) => views.list(query, condition)),
  read: async ({ id, reach }: ReachInput & { readonly id: Id<string> }): Promise<OwnEntity> => {
    const entity = orNotFound(await views.find(id), notFound);
    requireStored(reach, entity, notFound);
    return entity;
  },
  create: ({
    actor,
    draft,
    reach,
  }: ReachInput & { readonly actor: Actor; readonly draft: OwnDraft }): Promise<OwnEntity> =>
    work.run(
      (tx) => {
        const at = deps.clock.now();
        const missing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
        const entity = {
          ...missing,
          ...draft,
          id: deps.ids.next(),
          version: firstVersion,
          createdAt: at,
          updatedAt: at,
        };
        requireResult(reach?.changes, entity);
        return addEntity(tx, deps, { actor, event: events.created }, entity, repository(tx).add);
      },
      { keyed: actor.keyed },
    ),
  update: ({ change, reach, ...input }: ChangeInput & { readonly change: OwnDraft }): Promise<OwnEntity> =>
    work.run((tx) => {
      const requireReach = (stored: OwnEntity): void => {
        requireStored(reach, stored, notFound);
        requireResult(reach?.changes, { ...stored, ...change });
      };
      const update = { entities: repository(tx), notFound, event: events.updated, requireReach };
      return updateEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...update }, () => change);
    }),
  remove: ({ reach, ...input }: ChangeInput): Promise<void> =>
    work.run((tx) => {
      const requireReach = (stored: OwnEntity): void => requireStored(reach, stored, notFound);
      const removal = { entities: repository(tx), notFound, event: events.deleted, requireReach };
      return removeEntity<OwnEntity>(tx, deps, { ...input, ifMatch: input.ifMatch, ...removal });
    }),
});

/** The use cases that `ownUseCases` returns. */
export type OwnUseCases = ReturnType<typeof ownUseCases>;
