import { moderatorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { UnitOfWork } from '../../src/ports/unit-of-work.ts';
import { setRoleMenus, setRolePermissions } from '../../src/roles/roles.ts';
import { aMenu, anId, aPermission, aRole, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';
import { replaceMembers } from '../support/replace-members.ts';

describe('setRolePermissions', () => {
  const role = aRole();
  const [read, write, purge] = [aPermission(), aPermission(), aPermission()];
  let world: InMemoryWorld;
  const set = (permissionIds: readonly (typeof read.id)[], roleId = role.id) =>
    setRolePermissions(world)({ actor: anActor(), roleId, permissionIds });
  const held = async (roleId = role.id) => (await world.roles.permissionsOf(roleId))?.map(({ id }) => id);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, {
      permissions: [read, write, purge],
      roles: [role],
      rolePermissions: [[role.id, [read.id]]],
    });
  });

  it('§4.3 rule 1: replaces the permissions, and returns the new ones sorted and without duplicates', async () => {
    expect(await set([purge.id, write.id, purge.id])).to.deep.equal({ after: [write.id, purge.id], version: 2 });
    expect(await held()).to.deep.equal([write.id, purge.id]);
  });

  it('§4.3 rule 2: removes all permissions for an empty list', async () => {
    expect(await set([])).to.deep.equal({ after: [], version: 2 });
    expect(await held()).to.deep.equal([]);
  });

  it('§4.3 rule 3: refuses ids that do not exist, lists them in the error, and changes nothing', async () => {
    const [one, two] = [anId<'Permission'>(), anId<'Permission'>()];
    const { refusal, message, details } = await refusalOf(set([one, write.id, two, one]));
    expect(refusal).to.equal('unknown-permissions');
    expect(message).to.equal(`Unknown permission ids: ${one}, ${two}`);
    expect(details).to.deep.equal({ missingIds: [one, two] });
    expect(await held()).to.deep.equal([read.id]);
  });

  it('compares with the permissions that the role has when its lock is acquired', async () => {
    const work: UnitOfWork = {
      run: (within) =>
        world.run((tx) => {
          const lock: typeof tx.roles.lock = async (id) => {
            // This write simulates a change that another transaction commits just before the lock is acquired.
            await tx.roles.setPermissions(id, { before: [read.id], after: [purge.id] });
            return tx.roles.lock(id);
          };
          return within(replaceMembers(tx, { roles: { ...tx.roles, lock } }));
        }),
    };
    await setRolePermissions({ ...world, work })({ actor: anActor(), roleId: role.id, permissionIds: [write.id] });
    expect(await held()).to.deep.equal([write.id]);
  });

  it('§2.3: changes the permissions of a system role', async () => {
    await set([write.id], moderatorRole.id);
    expect(await held(moderatorRole.id)).to.deep.equal([write.id]);
  });

  it('refuses an unknown role', async () => {
    expect((await refusalOf(set([read.id], anId()))).refusal).to.equal('role-not-found');
  });
});

describe('setRoleMenus', () => {
  const role = aRole();
  const [home, about, help] = [aMenu(), aMenu(), aMenu()];
  let world: InMemoryWorld;
  const set = (menuIds: readonly (typeof home.id)[], roleId = role.id) =>
    setRoleMenus(world)({ actor: anActor(), roleId, menuIds });
  const seen = async (roleId = role.id) => (await world.roles.menusOf(roleId))?.map(({ id }) => id);

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { menus: [home, about, help], roles: [role], roleMenus: [[role.id, [home.id]]] });
  });

  it('replaces the menus of a role, and returns the new ones sorted and without duplicates', async () => {
    expect(await set([help.id, about.id, help.id])).to.deep.equal({ after: [about.id, help.id], version: 2 });
    expect(await seen()).to.deep.equal([about.id, help.id]);
  });

  it('removes all menus for an empty list', async () => {
    expect(await set([])).to.deep.equal({ after: [], version: 2 });
    expect(await seen()).to.deep.equal([]);
  });

  it('refuses ids that do not exist, lists them in the error, and changes nothing', async () => {
    const unknown = anId<'Menu'>();
    const { refusal, details } = await refusalOf(set([about.id, unknown]));
    expect(refusal).to.equal('unknown-menus');
    expect(details).to.deep.equal({ missingIds: [unknown] });
    expect(await seen()).to.deep.equal([home.id]);
  });

  it('changes the menus of a system role', async () => {
    await set([about.id], moderatorRole.id);
    expect(await seen(moderatorRole.id)).to.deep.equal([about.id]);
  });

  it('refuses an unknown role', async () => {
    expect((await refusalOf(set([], anId()))).refusal).to.equal('role-not-found');
  });
});
