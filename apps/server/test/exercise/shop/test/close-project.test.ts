import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anActor, InMemoryWorld, ownFake, refusalOf } from '@portcullis/testing';
import { closeProject } from '../src/close-project.ts';
import { project } from '../src/project.ts';

test('closing a project is an event, and needs the version that the caller has seen', async () => {
  const world = InMemoryWorld.seeded({ shopProjects: ownFake(project.resource) });
  const at = world.clock.now();
  const id = world.ids.next<string>();
  const values = { name: 'Website', ownerId: id, status: 'active', members: 2 };
  await world.work.run((tx) =>
    Reflect.get(tx, 'shopProjects').add({ ...values, id, version: 1, createdAt: at, updatedAt: at }),
  );
  const close = closeProject(world);
  assert.equal((await close({ actor: anActor(), id, ifMatch: [1] })).status, 'closed');
  assert.equal((await refusalOf(close({ actor: anActor(), id, ifMatch: [1] }))).refusal, 'version-changed');
  const [event] = await world.events.page({ limit: 1, subjectId: id });
  assert.deepEqual(
    [event?.type, event?.changes],
    ['shop.project.closed', { status: { before: 'active', after: 'closed' } }],
  );
});
