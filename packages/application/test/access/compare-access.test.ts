import type { PermissionId, UserId } from '@portcullis/domain/internal/shared/ids';
import { aPermission, aRole, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { compareAccess } from '../../src/access/compare-access.ts';

describe('compareAccess', () => {
  it('looks at the users in parts, in the order of their ids', async () => {
    const world = InMemoryWorld.seeded();
    const [role, permission] = [aRole(), aPermission()];
    const users = [aUser(), aUser(), aUser()];
    const userIds = users.map(({ id }) => id).toSorted();
    const userRoles = userIds.map((id) => [id, [role.id]] as const);
    await given(world, { users, roles: [role], permissions: [permission], userRoles });
    const part = (after: readonly PermissionId[], last?: UserId) =>
      world.run((tx) =>
        compareAccess(tx, { userIds }, { after: last, limit: 2 }, async () => {
          await tx.roles.setPermissions(role.id, { before: await tx.roles.permissionsOf(role.id), after });
        }),
      );
    const { items, next } = await part([permission.id]);
    expect([items.map(({ id }) => id), next]).to.deep.equal([userIds.slice(0, 2), userIds[1]]);
    const rest = await part([], userIds[1]);
    expect([rest.items.map(({ id }) => id), rest.next]).to.deep.equal([userIds.slice(2), null]);
  });
});
