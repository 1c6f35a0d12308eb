import type { Permission } from '@portcullis/domain/internal/roles/permission';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import { anId, aPermission, aRole, aUser } from '../builders.ts';
import { given } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { oneAfterTheOther, completionOrder, outcomes, type OpenStore } from './store.ts';

export function permissionContract(adapter: string, open: OpenStore): void {
  const add = (permission: Permission) => open().work.run((tx) => tx.permissions.add(permission));
  const save = (permission: Permission) => open().work.run((tx) => tx.permissions.save(permission));

  describe(`Permissions contract, ${adapter}`, () => {
    it('stores every field unchanged', async () => {
      const permission = aPermission({ description: 'Of a test', isSystem: true, status: disabled });
      await add(permission);
      expect(await open().permissions.find(permission.id)).to.deep.equal(permission);
      expect(await open().work.run((tx) => tx.permissions.lock(permission.id))).to.deep.equal(permission);
      expect(await open().permissions.find(anId())).to.equal(undefined);
    });

    it('§4.2 rule 1: refuses a code or a name in use, on add and on save', async () => {
      const [taken, other] = [aPermission(), aPermission()];
      await given(open().work, { permissions: [taken, other] });
      const { code, name } = taken;
      expect((await refusalOf(add(aPermission({ code })))).refusal).to.equal('permission-code-taken');
      expect((await refusalOf(add(aPermission({ name })))).refusal).to.equal('permission-name-taken');
      expect((await refusalOf(save({ ...other, code }))).refusal).to.equal('permission-code-taken');
      expect((await refusalOf(save({ ...other, name }))).refusal).to.equal('permission-name-taken');
    });

    it('lets only one of two concurrent transactions take a name', async () => {
      const { name } = aPermission();
      const attempts = [add(aPermission({ name })), add(aPermission({ name }))];
      expect(await outcomes(attempts)).to.deep.equal({ won: 1, refused: ['permission-name-taken'] });
    });

    it('existingIds returns the ids that exist', async () => {
      const permission = aPermission();
      await add(permission);
      const existing = await open().work.run((tx) => tx.permissions.existingIds([anId(), permission.id]));
      expect(existing).to.deep.equal(new Set([permission.id]));
    });

    it('existingIds prevents the removal of these permissions until the transaction ends', async () => {
      const permission = aPermission();
      await add(permission);
      const ends = await completionOrder(
        open().work,
        (tx) => tx.permissions.existingIds([permission.id]),
        (tx) => tx.permissions.remove(permission.id),
      );
      expect(ends).to.deep.equal(oneAfterTheOther);
    });

    it('§4.2 rule 4: removes the links to roles together with a permission', async () => {
      const { work, permissions, roles } = open();
      const [permission, kept] = [aPermission(), aPermission()];
      const [one, two] = [aRole(), aRole()];
      await given(work, {
        permissions: [permission, kept],
        roles: [one, two],
        rolePermissions: [
          [one.id, [permission.id, kept.id]],
          [two.id, [permission.id]],
        ],
      });
      await work.run((tx) => tx.permissions.remove(permission.id));
      expect(await permissions.find(permission.id)).to.equal(undefined);
      expect((await roles.permissionsOf(one.id))?.map(({ id }) => id)).to.deep.equal([kept.id]);
      expect(await roles.permissionCount(two.id)).to.equal(0);
    });

    it('returns the roles that grant a permission sorted by code, whatever their status', async () => {
      const { work, permissions } = open();
      const [permission, unused] = [aPermission(), aPermission()];
      const { code } = aRole();
      const role = aRole({ code: `${code}_B`, requiresFactor: true });
      const roles = [role, aRole({ code: `${code}Z`, status: disabled })];
      const [effective, former] = [aUser(), aUser()];
      await given(work, {
        users: [effective, former],
        permissions: [permission, unused],
        roles: [...roles, aRole()],
        rolePermissions: roles.map(({ id }) => [id, [permission.id]]),
        userRoles: [effective, former].map(({ id }) => [id, [role.id]]),
        grantPeriods: [[former.id, [{ roleId: role.id, validFrom: null, validUntil: new Date(0) }]]],
      });
      const found = await permissions.rolesOf(permission.id);
      expect(found).to.deep.equal(
        roles.toReversed().map(({ id, code: roleCode, name, status, requiresFactor }) => ({
          id,
          code: roleCode,
          name,
          status,
          requiresFactor,
          userCount: requiresFactor ? 1 : 0,
        })),
      );
      expect(await permissions.rolesOf(unused.id)).to.deep.equal([]);
      expect(await permissions.rolesOf(anId())).to.equal(undefined);
    });

    it('returns all permissions sorted by resource, then code', async () => {
      const { work, permissions } = open();
      const { resource } = aPermission();
      const codes = [`${resource}.a`, `${resource}.B`, `${resource}._`];
      const made = codes.map((code) => aPermission({ code, resource }));
      await given(work, { permissions: [...made, aPermission({ resource: `${resource}-`, code: `0${resource}` })] });
      const all = (await permissions.all()).filter((permission) => permission.resource.startsWith(resource));
      expect(all.map(({ code }) => code)).to.deep.equal([
        `${resource}.B`,
        `${resource}._`,
        `${resource}.a`,
        `0${resource}`,
      ]);
    });
  });
}
