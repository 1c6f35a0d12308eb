import type { Role } from '@portcullis/domain/internal/roles/role';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { aMenu, anId, aPermission, aRole, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { oneAfterTheOther, completionOrder, outcomes, type OpenStore } from './store.ts';

export function roleContract(adapter: string, open: OpenStore): void {
  const add = (role: Role) => open().work.run((tx) => tx.roles.add(role));
  const save = (role: Role) => open().work.run((tx) => tx.roles.save(role));

  describe(`Roles contract, ${adapter}`, () => {
    it('stores every field unchanged', async () => {
      const role = aRole({ description: 'Of a test', isSystem: true, status: disabled });
      await add(role);
      expect(await open().roles.find(role.id)).to.deep.equal(role);
      expect(await open().work.run((tx) => tx.roles.lock(role.id))).to.deep.equal(role);
    });

    it('refuses a code or a name in use, on add and on save', async () => {
      const [taken, other] = [aRole(), aRole()];
      await given(open().work, { roles: [taken, other] });
      const { code, name } = taken;
      expect((await refusalOf(add(aRole({ code })))).refusal).to.equal('role-code-taken');
      expect((await refusalOf(add(aRole({ name })))).refusal).to.equal('role-name-taken');
      expect((await refusalOf(save({ ...other, code }))).refusal).to.equal('role-code-taken');
      expect((await refusalOf(save({ ...other, name }))).refusal).to.equal('role-name-taken');
    });

    it('lets only one of two concurrent transactions take a code', async () => {
      const { code } = aRole();
      const attempts = [add(aRole({ code })), add(aRole({ code }))];
      expect(await outcomes(attempts)).to.deep.equal({ won: 1, refused: ['role-code-taken'] });
    });

    it('existingIds returns the ids that exist', async () => {
      const { work } = open();
      const [one, two] = [aRole(), aRole()];
      await given(work, { roles: [one, two] });
      const existing = await work.run((tx) => tx.roles.existingIds([two.id, anId(), one.id, one.id]));
      expect(existing).to.deep.equal(new Set([one.id, two.id]));
      expect(await work.run((tx) => tx.roles.existingIds([]))).to.deep.equal(new Set());
    });

    it('existingIds prevents the removal of these roles until the transaction ends', async () => {
      const { work } = open();
      const [role, user] = [aRole(), aUser()];
      await given(work, { roles: [role], users: [user] });
      const ends = await completionOrder(
        work,
        (tx) => tx.roles.existingIds([role.id]),
        (tx) => tx.roles.remove(role.id),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('lists the permissions of a role by code, and its menus by order and route name', async () => {
      const { work, roles } = open();
      const role = aRole();
      const permissions = [aPermission({ description: 'First' }), aPermission()];
      const base = unique('menu');
      const menus = [
        aMenu({ order: 1, routeName: `${base}_b` }),
        aMenu({ order: 1, routeName: `${base}-c` }),
        aMenu({ order: 0, routeName: `${base}z` }),
      ];
      await given(work, {
        roles: [role],
        permissions,
        menus,
        rolePermissions: [[role.id, permissions.map(({ id }) => id).toReversed()]],
        roleMenus: [[role.id, menus.map(({ id }) => id)]],
      });
      const shown = permissions.map(({ id, code, name, resource, action, description }) => ({
        id,
        code,
        name,
        resource,
        action,
        description,
        conditional: false,
      }));
      expect(await roles.permissionsOf(role.id)).to.deep.equal(shown);
      expect(await roles.menusOf(role.id)).to.deep.equal(menus.toReversed());
      expect(await roles.permissionCount(role.id)).to.equal(2);
      expect(await work.run((tx) => tx.roles.permissionsOf(role.id))).to.have.members(permissions.map(({ id }) => id));
      expect(await work.run((tx) => tx.roles.menusOf(role.id))).to.have.members(menus.map(({ id }) => id));
    });

    it('returns empty lists for a role without permissions and menus, and undefined for a missing role', async () => {
      const { roles } = open();
      const role = aRole();
      await add(role);
      expect(await roles.permissionsOf(role.id)).to.deep.equal([]);
      expect(await roles.menusOf(role.id)).to.deep.equal([]);
      expect(await roles.permissionCount(role.id)).to.equal(0);
      expect(await roles.stats(role.id)).to.deep.equal({ userCount: 0, menuCount: 0, permissionCount: 0 });
      expect(await roles.find(anId())).to.equal(undefined);
      expect(await roles.permissionsOf(anId())).to.equal(undefined);
      expect(await roles.menusOf(anId())).to.equal(undefined);
      expect(await roles.permissionCount(anId())).to.equal(undefined);
      expect(await roles.stats(anId())).to.equal(undefined);
    });

    it('counts the users, menus and permissions of a role, and removes its links when it is removed', async () => {
      const { work, roles, users, menus } = open();
      const [role, permission] = [aRole(), aPermission()];
      const [ada, bob] = [aUser(), aUser()];
      const [home, about] = [aMenu(), aMenu()];
      await given(work, {
        roles: [role],
        permissions: [permission],
        menus: [home, about],
        rolePermissions: [[role.id, [permission.id]]],
        roleMenus: [[role.id, [home.id, about.id]]],
        users: [ada, bob],
        userRoles: [
          [ada.id, [role.id]],
          [bob.id, [role.id]],
        ],
      });
      expect(await roles.stats(role.id)).to.deep.equal({ userCount: 2, menuCount: 2, permissionCount: 1 });
      const query = { page: 1, pageSize: 10, code: role.code };
      expect((await roles.list({ ...query, withUserCount: true })).items).to.deep.equal([{ ...role, userCount: 2 }]);
      expect((await roles.list(query)).items).to.deep.equal([role]);
      await work.run((tx) => tx.roles.remove(role.id));
      expect(await roles.find(role.id)).to.equal(undefined);
      expect((await users.find(ada.id))?.roles).to.deep.equal([]);
      expect(await work.run((tx) => tx.users.rolesOf(ada.id))).to.deep.equal([]);
      expect(await users.permissionsOf(bob.id)).to.deep.equal([]);
      expect((await menus.grantedTo(bob.id)).menuIds).to.equal('');
    });
  });
}
