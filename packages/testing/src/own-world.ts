import { ownUseCases } from '@portcullis/application/internal/own-resources';
import type { OwnRepository } from '@portcullis/application/internal/ports/own-resources';
import type { OwnResource } from '@portcullis/domain';
import { ownFake } from './own-resource-fake.ts';
import { InMemoryWorld } from './world.ts';

/**
 * Returns the use cases and the views of a resource that is defined with `defineResource`, in a new world in memory.
 * @example
 * const labels = defineResource({
 *   name: 'acme.label',
 *   since: 1795280000000,
 *   fields: { name: { type: 'text', max: 64 } },
 *   namedBy: 'name',
 * });
 * const { world, use } = ownWorld(labels.resource);
 * const { id } = await use.create({ actor: anActor(), draft: { name: 'Bug' } });
 * const [event] = await world.events.page({ limit: 1, subjectId: id });
 * console.log(event?.type); // acme.label.created
 */
export function ownWorld(resource: OwnResource) {
  const world = InMemoryWorld.seeded({ ownEntities: ownFake(resource) });
  const { work, clock, ids, ownEntities } = world;
  const repository = (tx: object): OwnRepository => {
    const found: OwnRepository = Reflect.get(tx, 'ownEntities');
    return found;
  };
  return {
    world,
    views: ownEntities,
    use: ownUseCases(resource, { work, clock, ids, repository, views: ownEntities }),
  };
}
