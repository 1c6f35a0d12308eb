import { userAttributesId } from '@portcullis/domain/internal/built-in';
import { anAttribute, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import { setUserAttributes } from '../../src/user-attributes/user-attributes.ts';
import { updateUser } from '../../src/users/users.ts';
import { actor, event, type EventCase } from './cases.ts';

const department = anAttribute();
const level = anAttribute({ name: 'level', type: 'number', readableBy: 'admin', writableBy: 'admin' });
const bob = aUser({ username: 'bob', attributes: { department: 'Sales', level: 1 } });
const declare = (world: InMemoryWorld) => setUserAttributes(world)({ actor, attributes: [department, level] });

export const attributeCases: readonly EventCase[] = [
  {
    useCase: 'setUserAttributes',
    write: async (world) => {
      await declare(world);
      return [
        event(
          'userAttributes.updated',
          { id: userAttributesId, name: null },
          { attributes: [[], [department, level]] },
        ),
      ];
    },
  },
  {
    useCase: 'updateUser',
    when: 'attributes change',
    write: async (world, begin) => {
      await given(world, { users: [bob] });
      await declare(world);
      await begin();
      await updateUser(world)({ actor, userId: bob.id, change: { attributes: { department: 'Sales', level: 2 } } });
      await updateUser(world)({ actor, userId: bob.id, change: { attributes: { level: null } } });
      const named = { id: bob.id, name: 'bob' };
      return [
        event('user.updated', named, { attributes: [{ level: 1 }, { level: 2 }] }),
        event('user.updated', named, { attributes: [{ level: 2 }, {}] }),
      ];
    },
  },
];
