import { administratorRole } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { whatIf, type AccessChange } from '../../src/access/what-if.ts';
import { setPermissionGrants } from '../../src/roles/set-permission-grants.ts';
import { aMenu, anActor, anId, aPermission, aRole, aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('whatIf', () => {
  async function aWorld() {
    const world = InMemoryWorld.seeded();
    const [user, role, permission, menu] = [aUser(), aRole(), aPermission(), aMenu()];
    await given(world, {
      permissions: [permission],
      menus: [menu],
      roles: [role],
      rolePermissions: [[role.id, [permission.id]]],
      roleMenus: [[role.id, [menu.id]]],
      users: [user],
      userRoles: [[user.id, [role.id]]],
    });
    const ask = (change: AccessChange, actor = anActor()) => whatIf(world)({ actor, change, limit: 10 });
    return { world, user, role, permission, menu, ask };
  }

  it('returns what a user would lose without a role, and stores nothing', async () => {
    const { world, user, role, permission, menu, ask } = await aWorld();
    const before = JSON.stringify(await world.accessFacts.ofUser(user.id));
    expect(await ask({ kind: 'user.roles', userId: user.id, roleIds: [] })).to.deep.equal({
      refusal: null,
      losesLastAdministrator: false,
      items: [
        {
          kind: 'user',
          id: user.id,
          username: user.username,
          gains: [],
          loses: [
            { kind: 'role', id: role.id, code: role.code, name: role.name, sessions: 'all', condition: null },
            {
              kind: 'permission',
              id: permission.id,
              code: permission.code,
              name: permission.name,
              sessions: 'all',
              condition: null,
            },
            { kind: 'menu', id: menu.id, code: menu.routeName, name: menu.routeName, sessions: 'all', condition: null },
          ],
        },
      ],
      next: null,
    });
    expect(JSON.stringify(await world.accessFacts.ofUser(user.id))).to.equal(before);
    expect((await world.users.find(user.id))?.version).to.equal(user.version);
    expect(await world.events.page({ limit: 10 })).to.deep.equal([]);
    expect((await world.audit.list({ page: 1, pageSize: 10 })).total).to.equal(0);
  });

  it('says which sessions are affected if a role without a second factor replaces one that requires it', async () => {
    const { world, role, user, permission, ask } = await aWorld();
    const strict = aRole({ requiresFactor: true });
    await given(world, { roles: [strict], rolePermissions: [[strict.id, [permission.id]]] });
    const { items } = await ask({ kind: 'user.roles', userId: user.id, roleIds: [strict.id] });
    const kept = items[0]?.loses.find(({ id }) => id === permission.id);
    expect(kept?.sessions).to.equal('without-factor');
    expect(items[0]?.loses.find(({ id }) => id === role.id)?.sessions).to.equal('all');
    expect(items[0]?.gains.map(({ id, sessions }) => [id, sessions])).to.deep.equal([[strict.id, 'with-factor']]);
  });

  it('says that a permission is held only under a condition, under another one, or for everything again', async () => {
    const { world, user, role, permission, ask } = await aWorld();
    const [north, south] = ['north', 'south'].map((region) => ({ attr: 'resource.region', eq: region }));
    const set = { kind: 'role.permission-grants', roleId: role.id } as const;
    const grants = (condition: unknown) => [{ permissionId: permission.id, condition }];
    const affected = async (condition: unknown) =>
      (await ask({ ...set, grants: grants(condition) })).items.map(({ gains, loses }) =>
        [loses, gains].map((items) => items.map((item) => item.condition)),
      );
    expect(await affected(null)).to.deep.equal([]);
    expect(await affected(north)).to.deep.equal([[[null], [north]]]);
    await setPermissionGrants(world)({ actor: anActor(), roleId: role.id, grants: grants(north) });
    expect(await affected(north)).to.deep.equal([]);
    expect(await affected(south)).to.deep.equal([[[north], [south]]]);
    expect(await affected(null)).to.deep.equal([[[north], [null]]]);
    const { items } = await ask({ ...set, grants: [] });
    expect(items.map(({ id, loses }) => [id, loses.map(({ condition }) => condition)])).to.deep.equal([
      [user.id, [north]],
    ]);
  });

  it('compares the periods of roles with the present time', async () => {
    const { world, user, role, ask } = await aWorld();
    const now = world.clock.now().getTime();
    const [earlier, later] = [new Date(now - 1), new Date(now + 1)];
    const affected = async (validFrom: Date | null, validUntil: Date | null) => {
      const grants = [{ roleId: role.id, validFrom, validUntil }];
      const { items } = await ask({ kind: 'user.role-grants', userId: user.id, grants });
      return items.map(({ gains, loses }) => [gains.length, loses.length]);
    };
    expect(await affected(null, earlier)).to.deep.equal([[0, 3]]);
    expect(await affected(later, null)).to.deep.equal([[0, 3]]);
    expect(await affected(earlier, later)).to.deep.equal([]);
  });

  it('names what a user would lose by each change of a role, a permission or a menu', async () => {
    const { role, permission, menu, user, ask } = await aWorld();
    const lost = async (change: AccessChange) =>
      (await ask(change)).items.map(({ id, loses }) => [id, ...loses.map(({ kind }) => kind)]);
    const [roleId, permissionId, menuId] = [role.id, permission.id, menu.id];
    expect(await lost({ kind: 'role.menus', roleId, menuIds: [] })).to.deep.equal([[user.id, 'menu']]);
    expect(await lost({ kind: 'role.status', roleId, status: 0 })).to.deep.equal([
      [user.id, 'role', 'permission', 'menu'],
    ]);
    expect(await lost({ kind: 'role.status', roleId, status: 1 })).to.deep.equal([]);
    expect(await lost({ kind: 'permission.status', permissionId, status: 0 })).to.deep.equal([[user.id, 'permission']]);
    expect(await lost({ kind: 'permission.status', permissionId, status: 1 })).to.deep.equal([]);
    expect(await lost({ kind: 'permission.deletion', permissionId })).to.deep.equal([[user.id, 'permission']]);
    expect(await lost({ kind: 'menu.deletion', menuId })).to.deep.equal([[user.id, 'menu']]);
  });

  it('reports that the last administrator would be lost', async () => {
    const { world, user, ask } = await aWorld();
    await given(world, { userRoles: [[user.id, [administratorRole.id]]] });
    for (const change of [
      { kind: 'user.roles', userId: user.id, roleIds: [] },
      {
        kind: 'user.role-grants',
        userId: user.id,
        grants: [{ roleId: administratorRole.id, validFrom: null, validUntil: new Date('2999-01-01') }],
      },
      { kind: 'user.deletion', userId: user.id },
    ] as const)
      expect(await ask(change)).to.deep.include({ losesLastAdministrator: true, items: [], next: null });
  });

  it('reports refusals, with the ids that do not exist', async () => {
    const { user, role, ask } = await aWorld();
    const missing = anId<'Permission'>();
    const { refusal, losesLastAdministrator } = await ask({
      kind: 'role.permissions',
      roleId: role.id,
      permissionIds: [missing],
    });
    expect(losesLastAdministrator).to.equal(false);
    expect(refusal).to.include({ reason: 'unknown-permissions' });
    expect(refusal?.details).to.deep.equal({ missingIds: [missing] });
    const reasonOf = async (change: AccessChange, actor = anActor()) => (await ask(change, actor)).refusal?.reason;
    expect(await reasonOf({ kind: 'role.deletion', roleId: administratorRole.id })).to.equal('system-role');
    expect(await reasonOf({ kind: 'menu.deletion', menuId: anId() })).to.equal('menu-not-found');
    expect(await reasonOf({ kind: 'user.deletion', userId: user.id }, anActor({ id: user.id }))).to.equal(
      'self-deletion',
    );
  });

  it('looks at a bounded number of users, and says how to go on', async () => {
    const { world, role, user } = await aWorld();
    const others = [aUser(), aUser()];
    await given(world, { users: others, userRoles: others.map(({ id }) => [id, [role.id]]) });
    const change = { kind: 'role.deletion', roleId: role.id } as const;
    const ids: string[] = [];
    const first = await whatIf(world)({ actor: anActor(), change, limit: 2 });
    ids.push(...first.items.map(({ id }) => id));
    const rest = await whatIf(world)({ actor: anActor(), change, limit: 2, after: first.next ?? undefined });
    ids.push(...rest.items.map(({ id }) => id));
    expect(first.items.length).to.equal(2);
    expect(rest.next).to.equal(null);
    expect(ids).to.deep.equal([user.id, ...others.map(({ id }) => id)].toSorted());
  });
});
