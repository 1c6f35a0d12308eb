import { explainAccess, type ExplainedAccess } from '@portcullis/domain/internal/access/explain-access';
import { holdersIn, permissionHoldersIn } from '@portcullis/domain/internal/access/holders';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import { expect } from 'chai';
import type { AccessTarget } from '@portcullis/application/internal/ports/access-facts';
import { aMenu, anApiKey, anId, aPermission, aRole, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const past = new Date('2001-01-01T00:00:00.123Z');

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id).toSorted();

export function accessFactContract(adapter: string, open: OpenStore): void {
  /** Creates a directory with a page, and a role with the page and a permission. */
  async function aGrant() {
    const [permission, role] = [aPermission(), aRole()];
    const directory = aMenu({ menuType: 1 });
    const page = aMenu({ parentId: directory.id });
    await given(open().work, {
      permissions: [permission],
      menus: [directory, page],
      roles: [role],
      rolePermissions: [[role.id, [permission.id]]],
      roleMenus: [[role.id, [page.id]]],
    });
    return { permission, role, directory, page };
  }

  /** Creates users with these roles, and returns their ids in ascending order. */
  async function holders(
    count: number,
    roleIds: readonly ReturnType<typeof aRole>['id'][],
  ): Promise<readonly UserId[]> {
    const users = Array.from({ length: count }, () => aUser());
    await given(open().work, { users, userRoles: users.map(({ id }) => [id, roleIds]) });
    return users.map(({ id }) => id).toSorted();
  }

  describe(`Access facts contract, ${adapter}`, () => {
    it('returns all that decides the access of a user, including what is disabled or not in force', async () => {
      const { work, accessFacts } = open();
      const { permission, role, directory, page } = await aGrant();
      const dead = aRole({ status: disabled, requiresFactor: true });
      const user = aUser({ status: disabled, attributes: { region: 'north', floors: ['1', '2'] } });
      await given(work, {
        roles: [dead, aRole()],
        users: [user],
        userRoles: [[user.id, [role.id, dead.id]]],
        grantPeriods: [[user.id, [{ roleId: dead.id, validFrom: null, validUntil: past }]]],
      });
      const facts = (await accessFacts.ofUser(user.id)) ?? expect.fail('There is no user.');
      const { id, username, status, attributes } = user;
      expect(facts.users.map(({ roleGrants: _grants, ...each }) => each)).to.deep.equal([
        { id, username, status, attributes },
      ]);
      expect(facts.users[0]?.roleGrants).to.have.deep.members([
        { roleId: role.id, validFrom: null, validUntil: null },
        { roleId: dead.id, validFrom: null, validUntil: past },
      ]);
      const found = facts.roles.find((each) => each.id === role.id);
      expect(found).to.deep.equal({
        id: role.id,
        code: role.code,
        name: role.name,
        status: 1,
        requiresFactor: false,
        permissionIds: [permission.id],
        conditions: {},
        menuIds: [page.id],
      });
      expect(facts.roles.find((each) => each.id === dead.id)).to.include({ status: disabled, requiresFactor: true });
      expect(facts.permissions.find((each) => each.id === permission.id)).to.include({
        code: permission.code,
        name: permission.name,
        status: 1,
      });
      expect(facts.menus.find((each) => each.id === page.id)).to.include({
        parentId: directory.id,
        routeName: page.routeName,
        menuName: page.menuName,
        menuType: 2,
        status: 1,
      });
      expect(idsOf(facts.menus)).to.include(directory.id);
      expect(facts.at.getTime()).to.be.greaterThan(past.getTime());
      expect(await accessFacts.ofUser(anId())).to.equal(undefined);
    });

    it('returns a user without roles', async () => {
      const { work, accessFacts } = open();
      const user = aUser();
      await given(work, { users: [user] });
      const facts = (await accessFacts.ofUser(user.id)) ?? expect.fail('There is no user.');
      expect(facts.users).to.deep.equal([
        { id: user.id, username: user.username, status: 1, attributes: {}, roleGrants: [] },
      ]);
    });

    it('returns the holders of a role, a permission, a page and a directory in parts, sorted by id', async () => {
      const { accessFacts } = open();
      const { permission, role, directory, page } = await aGrant();
      const ids = await holders(5, [role.id]);
      const find = (target: AccessTarget) => (access: ExplainedAccess) =>
        ({ role: access.roles, permission: access.permissions, menu: access.menus })[target.kind].find(
          ({ id }) => id === target.id,
        );
      const targets: readonly AccessTarget[] = [
        { kind: 'role', id: role.id },
        { kind: 'permission', id: permission.id },
        { kind: 'menu', id: page.id },
        { kind: 'menu', id: directory.id },
      ];
      for (const target of targets) {
        const read: UserId[] = [];
        for (let after: UserId | undefined; ; after = read.at(-1)) {
          const facts =
            (await accessFacts.ofHolders(target, { after, limit: 2 })) ?? expect.fail('There is no target.');
          const found = holdersIn(facts, find(target));
          if (found.length === 0) break;
          expect(found.flatMap(({ paths }) => paths.map((path) => path.role.id))).to.deep.equal(
            found.map(() => role.id),
          );
          read.push(...found.map(({ id }) => id));
        }
        expect(read).to.deep.equal(ids);
        expect(await accessFacts.countHolders(target)).to.equal(5);
      }
      for (const kind of ['role', 'permission', 'menu'] as const)
        expect(await accessFacts.ofHolders({ kind, id: anId<never>() }, { limit: 2 })).to.equal(undefined);
    });

    it('returns the keys that list the permission and have not expired, and none for roles and menus', async () => {
      const { work, accessFacts } = open();
      const { permission, role, page } = await aGrant();
      const permissions = [permission.code, 'user.read'];
      const apiKeys = (await holders(2, [role.id])).map((id) => anApiKey({ ownerId: id, permissions }));
      const expired = apiKeys.map(({ ownerId }) => anApiKey({ ownerId, permissions, expiresAt: past }));
      const other = apiKeys.map(({ ownerId }) => anApiKey({ ownerId, permissions: ['user.read'] }));
      await given(work, { apiKeys: [...apiKeys, ...expired, ...other] });
      const read = async (target: AccessTarget) =>
        (await accessFacts.ofHolders(target, { limit: 10 })) ?? expect.fail('There is no target.');
      const facts = await read({ kind: 'permission', id: permission.id });
      expect(facts.apiKeys).to.have.deep.members(
        apiKeys.map(({ id, name, ownerId, hasFactor, readOnly }) => ({ id, name, ownerId, hasFactor, readOnly })),
      );
      expect(permissionHoldersIn(facts, permission.id).map((holder) => holder.apiKeys)).to.deep.equal(
        apiKeys.map(({ id, name }) => [{ id, name }]),
      );
      expect((await read({ kind: 'role', id: role.id })).apiKeys).to.deep.equal([]);
      expect((await read({ kind: 'menu', id: page.id })).apiKeys).to.deep.equal([]);
    });

    it('returns the facts about users and keys, and only those permissions that are named', async () => {
      const { work, accessFacts } = open();
      const { permission, role, page } = await aGrant();
      const [other, further] = [aPermission(), aRole()];
      const [byId, byName, owner] = [aUser(), aUser(), aUser({ status: disabled })];
      const apiKey = anApiKey({
        ownerId: owner.id,
        permissions: [permission.code],
        expiresAt: past,
        allowedAddresses: ['192.0.2.0/24'],
        readOnly: true,
      });
      const users = [byId, byName, owner];
      await given(work, {
        permissions: [other],
        roles: [further],
        rolePermissions: [[further.id, [other.id]]],
        users,
        userRoles: users.map(({ id }) => [id, [role.id, further.id]]),
        apiKeys: [apiKey],
      });
      const nothing = { userIds: [], usernameKeys: [], keyIds: [], permissionCodes: [], actions: [], withMenus: false };
      const facts = await accessFacts.ofSubjects({
        userIds: [byId.id, anId()],
        usernameKeys: [usernameKey(byName.username), 'nobody'],
        keyIds: [apiKey.id, anId()],
        permissionCodes: ['no.code'],
        actions: [permission],
        withMenus: true,
      });
      expect(facts.users.map(({ id, username, status }) => ({ id, username, status }))).to.deep.equal(
        users.map(({ id, username, status }) => ({ id, username, status })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
      const { id, ownerId, permissions, readOnly, allowedAddresses, hasFactor, expiresAt } = apiKey;
      const read = { id, ownerId, permissions, readOnly, allowedAddresses, hasFactor, expiresAt };
      expect(facts.apiKeys.map((each) => ({ ...each }))).to.have.length(1);
      expect(facts.apiKeys[0]).to.deep.include(read);
      expect(facts.userNames).to.deep.equal([{ usernameKey: usernameKey(byName.username), userId: byName.id }]);
      const { code, resource, action } = permission;
      expect(facts.named.map((each) => each.code)).to.deep.equal([code]);
      expect(facts.named[0]).to.include({ resource, action });
      const [first] = facts.users;
      const access = first && explainAccess(facts, first);
      expect(access?.permissions.map((each) => each.code)).to.include(code);
      expect(access?.menus.map((each) => each.id)).to.include(page.id);
      const byCode = await accessFacts.ofSubjects({ ...nothing, userIds: [byId.id], permissionCodes: [code] });
      expect(byCode.users.flatMap((each) => each.roleGrants)).to.have.deep.members(
        [role, further].map((each) => ({ roleId: each.id, validFrom: null, validUntil: null })),
      );
      expect(byCode.named.map((each) => each.code)).to.deep.equal([code]);
      const none = await accessFacts.ofSubjects(nothing);
      expect([none.users, none.apiKeys, none.userNames, none.named]).to.deep.equal([[], [], [], []]);
    });

    it('counts only holders, and returns no users of a role, a permission or a menu that gives nothing', async () => {
      const { work, accessFacts } = open();
      const { permission, role, directory, page } = await aGrant();
      const [first, second] = [aUser({ status: disabled }), aUser()];
      await given(work, {
        users: [first, second],
        userRoles: [
          [first.id, [role.id]],
          [second.id, [role.id]],
        ],
        grantPeriods: [[second.id, [{ roleId: role.id, validFrom: null, validUntil: past }]]],
      });
      await holders(1, [role.id]);
      const targets: readonly AccessTarget[] = [
        { kind: 'role', id: role.id },
        { kind: 'permission', id: permission.id },
        { kind: 'menu', id: page.id },
        { kind: 'menu', id: directory.id },
      ];
      const counts = async () => {
        const all: (readonly [found: number, counted: number])[] = [];
        for (const target of targets) {
          const facts = await accessFacts.ofHolders(target, { limit: 10 });
          all.push([facts?.users.length ?? 0, await accessFacts.countHolders(target)]);
        }
        return all;
      };
      const [some, none] = [[3, 1] as const, [0, 0] as const];
      expect(await counts()).to.deep.equal([some, some, some, some]);
      await work.run((tx) => tx.permissions.save({ ...permission, status: disabled }));
      expect(await counts()).to.deep.equal([some, none, some, some]);
      await work.run((tx) => tx.menus.save({ ...directory, status: 2 }));
      expect(await counts()).to.deep.equal([some, none, none, none]);
      await work.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect(await counts()).to.deep.equal([none, none, none, none]);
    });

    it('returns the users that are linked to targets, even through disabled roles, once each', async () => {
      const { work } = open();
      const { permission, role, directory, page } = await aGrant();
      const dead = aRole({ status: disabled });
      await given(work, { roles: [dead], rolePermissions: [[dead.id, [permission.id]]] });
      const [both, plain] = [await holders(2, [role.id, dead.id]), await holders(1, [role.id])];
      const linked = (targets: readonly AccessTarget[], limit = 10, after?: UserId) =>
        work.run((tx) => tx.accessFacts.linkedUserIds(targets, { limit, after }));
      const all = [...both, ...plain].toSorted();
      expect(await linked([{ kind: 'permission', id: permission.id }])).to.deep.equal(all);
      expect(await linked([{ kind: 'menu', id: directory.id }])).to.deep.equal(all);
      expect(await linked([{ kind: 'role', id: dead.id }])).to.deep.equal(both);
      expect(
        await linked([
          { kind: 'role', id: dead.id },
          { kind: 'menu', id: page.id },
        ]),
      ).to.deep.equal(all);
      expect(await linked([{ kind: 'role', id: role.id }], 1, all[0])).to.deep.equal(all.slice(1, 2));
      expect(await linked([])).to.deep.equal([]);
    });

    it('returns the facts about several users as the transaction sees them', async () => {
      const { work } = open();
      const { role, permission } = await aGrant();
      const ids = await holders(2, [role.id]);
      await work.run(async (tx) => {
        const grantedTo = async () => {
          const facts = await tx.accessFacts.ofUsers([...ids, anId()]);
          return facts.users.map(
            (user) => explainAccess(facts, user).permissions.filter(({ granted }) => granted).length,
          );
        };
        expect(await grantedTo()).to.deep.equal([1, 1]);
        await tx.roles.setPermissions(role.id, { before: [permission.id], after: [] });
        expect(await grantedTo()).to.deep.equal([0, 0]);
      });
    });
  });
}
