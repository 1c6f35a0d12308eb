import { ownUseCases } from '@portcullis/application/internal/own-resources';
import type { OwnRepository, OwnViews } from '@portcullis/application/internal/ports/own-resources';
import type { OwnResource } from '@portcullis/domain';
import { fakeHtmlOf } from './fakes.ts';
import { ownFake } from './own-resource-fake.ts';
import { InMemoryWorld } from './world.ts';

/**
 * Returns the use cases and the views of a resource that is defined with `defineResource`, in a new world in memory.
 * @param others further resources of the world, such as those to which the resource refers
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
export function ownWorld(resource: OwnResource, ...others: readonly OwnResource[]) {
  const fakes = Object.fromEntries(others.map((each) => [each.name, ownFake(each)]));
  const world = InMemoryWorld.seeded({ ...fakes, ownEntities: ownFake(resource) });
  const { work, clock, ids } = world;
  const partsOf = (each: OwnResource) => {
    const store = each === resource ? 'ownEntities' : each.name;
    const repository = (tx: object): OwnRepository => {
      const found: OwnRepository = Reflect.get(tx, store);
      return found;
    };
    const views: OwnViews = Reflect.get(world, store);
    return { repository, views };
  };
  const useOf = (each: OwnResource) =>
    ownUseCases(each, { work, clock, ids, htmlOf: async (text) => fakeHtmlOf(text), ...partsOf(each) });
  return {
    world,
    views: world.ownEntities,
    use: useOf(resource),
    /** Returns the use cases of one of the further resources. */
    useOf,
  };
}
