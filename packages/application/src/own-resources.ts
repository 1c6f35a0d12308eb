import { firstVersion, type Actor, type Id, type OwnDraft, type OwnEntity, type OwnResource } from '@portcullis/domain';
import { addEntity, removeEntity, updateEntity } from './changes.ts';
import type { EntityInput } from './dependencies.ts';
import type { OwnWork } from './ports/own-resources.ts';
import type { EventDependencies } from './record-event.ts';

type Dependencies = EventDependencies & OwnWork;

/**
 * Makes the use cases of a resource that is defined with `defineResource`.
 * @throws {BusinessError} the refusals of the resource, version-changed
 */
export const ownUseCases = (
  { events, notFound, fields }: OwnResource,
  { work, repository, ...deps }: Dependencies,
) => ({
  create: ({ actor, draft }: { readonly actor: Actor; readonly draft: OwnDraft }): Promise<OwnEntity> =>
    work.run((tx) => {
      const at = deps.clock.now();
      const missing = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
      const entity = { ...missing, ...draft, id: deps.ids.next(), version: firstVersion, createdAt: at, updatedAt: at };
      return addEntity(tx, deps, { actor, event: events.created }, entity, repository(tx).add);
    }),
  update: ({ change, ...input }: EntityInput<Id<string>> & { readonly change: OwnDraft }): Promise<OwnEntity> =>
    work.run((tx) =>
      updateEntity<OwnEntity>(
        tx,
        deps,
        { ...input, ifMatch: input.ifMatch, entities: repository(tx), notFound, event: events.updated },
        () => change,
      ),
    ),
  remove: (input: EntityInput<Id<string>>): Promise<void> =>
    work.run((tx) =>
      removeEntity<OwnEntity>(tx, deps, {
        ...input,
        ifMatch: input.ifMatch,
        entities: repository(tx),
        notFound,
        event: events.deleted,
      }),
    ),
});

/** The use cases that `ownUseCases` returns. */
export type OwnUseCases = ReturnType<typeof ownUseCases>;
