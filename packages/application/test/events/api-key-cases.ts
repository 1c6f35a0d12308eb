import { createApiKey } from '../../src/api-keys/create-api-key.ts';
import { deleteApiKey } from '../../src/api-keys/delete-api-key.ts';
import { rotateApiKey } from '../../src/api-keys/rotate-api-key.ts';
import { updateApiKey } from '../../src/api-keys/update-api-key.ts';
import { createServiceAccount } from '../../src/users/users.ts';
import type { InMemoryWorld } from '@portcullis/testing';
import { actor, added, event, removed, type EventCase } from './cases.ts';

const name = 'Deployment';
const fields = {
  ownerId: actor.id,
  name,
  permissions: ['user.read'],
  readOnly: false,
  allowedAddresses: [],
  hasFactor: false,
  expiresAt: '2026-04-01T00:00:00.000Z',
};

const aKey = async (world: InMemoryWorld) => {
  const { apiKey } = await createApiKey(world)({ actor, name, permissions: ['user.read'] });
  return { id: apiKey.id, name };
};

export const apiKeyCases: readonly EventCase[] = [
  {
    useCase: 'createApiKey',
    write: async (world) => [event('apiKey.created', await aKey(world), added(fields))],
  },
  {
    useCase: 'updateApiKey',
    write: async (world, begin) => {
      const { id } = await aKey(world);
      await begin();
      const change = { name: 'Other', readOnly: true, permissions: ['user.read'] };
      await updateApiKey(world)({ actor, id, isAdministrator: false, change });
      return [event('apiKey.updated', { id, name: 'Other' }, { name: [name, 'Other'], readOnly: [false, true] })];
    },
  },
  {
    useCase: 'rotateApiKey',
    write: async (world, begin) => {
      const key = await aKey(world);
      await begin();
      world.clock.advance(1000);
      await rotateApiKey(world)({ actor, id: key.id, isAdministrator: false });
      return [
        event('apiKey.rotated', key, {
          issuedAt: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'],
          expiresAt: [fields.expiresAt, '2026-04-01T00:00:01.000Z'],
        }),
      ];
    },
  },
  {
    useCase: 'deleteApiKey',
    write: async (world, begin) => {
      const key = await aKey(world);
      await begin();
      await deleteApiKey(world)({ actor, id: key.id, isAdministrator: false });
      return [event('apiKey.deleted', key, removed(fields))];
    },
  },
  {
    useCase: 'createServiceAccount',
    write: async (world) => {
      const account = { username: 'robot', email: 'robot@example.com' };
      const { id } = await createServiceAccount(world)({ actor, account });
      const created = { ...account, kind: 'SERVICE', emailVerified: false, status: 1 };
      return [event('user.created', { id, name: 'robot' }, added(created))];
    },
  },
];
