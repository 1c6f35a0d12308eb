import { aRole, aUser, anActor, given, InMemoryWorld, ownFake, ownWorld, refusalOf, unique } from '@portcullis/testing';
import { ownContract } from '@portcullis/testing/contracts';
import * as labels from './labels/testing/resources/labels.ts';
import { projects } from './projects.ts';

/** Runs the tests that a store must pass. */
export function declareContracts(): void {
  const { world, views } = ownWorld(projects.resource);
  const repository = (tx: object) => Reflect.get(tx, 'ownEntities');
  const draft = () => ({ name: unique('Project'), status: 'planned', members: 2 });
  ownContract('memory', projects.resource, { open: () => ({ work: world.work, repository, views }), draft });
}

/** Uses the built-in resources in memory. */
export async function useBuiltIn(): Promise<string> {
  const world = InMemoryWorld.seeded();
  const [user, role] = [aUser(), aRole({ code: 'EDITOR' })];
  await given(world, { roles: [role], users: [user], userRoles: [[user.id, [role.id]]] });
  const { refusal } = await refusalOf(given(world, { roles: [aRole({ code: 'EDITOR' })] }));
  return refusal;
}

/** Uses resources of its own in memory: by hand, and defined from its fields. */
export async function useOwn(): Promise<number> {
  const world = InMemoryWorld.seeded({ labels, acmeProjects: ownFake(projects.resource) });
  const { use, views } = ownWorld(projects.resource);
  const project = await use.create({ actor: anActor(), draft: { name: 'Website', status: 'planned', members: 2 } });
  await use.update({ actor: anActor(), id: project.id, change: { members: 3 }, ifMatch: undefined });
  await use.remove({ actor: anActor(), id: project.id, ifMatch: undefined });
  const { total } = await world.acmeProjects.list({ page: 1, pageSize: 20 });
  return total + (await views.list({ page: 1, pageSize: 20 })).total;
}
