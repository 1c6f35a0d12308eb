import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anActor, ownWorld, refusalOf } from '@portcullis/testing';
import { projects } from '../src/projects.ts';

const draft = { name: 'Website', status: 'planned', members: 2 };

test('a new project is found, and its creation is an event', async () => {
  const { world, views, use } = ownWorld(projects.resource);
  const { id } = await use.create({ actor: anActor(), draft });
  const { items } = await views.list({ page: 1, pageSize: 20, search: 'web' });
  assert.deepEqual(
    items.map((project) => project.name),
    ['Website'],
  );
  const [event] = await world.events.page({ limit: 1, subjectId: id });
  assert.equal(event?.type, 'acme.project.created');
});

test('the name of a project is unique, ignoring case', async () => {
  const { use } = ownWorld(projects.resource);
  await use.create({ actor: anActor(), draft });
  const second = use.create({ actor: anActor(), draft: { ...draft, name: 'WEBSITE' } });
  assert.equal((await refusalOf(second)).refusal, 'acme-project-name-taken');
});
