import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import { expect } from 'chai';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { aMenu, aPermission, aRole } from '../builders.ts';
import { given } from '../given.ts';
import { oneAfterTheOther, completionOrder, type OpenStore } from './store.ts';

export function accessControlContract(adapter: string, open: OpenStore): void {
  const lockAll = (tx: StoreTransaction) => tx.accessControl.lockAll();
  const permission = aPermission({ description: 'Lets one read.', status: 0 });
  const folder = aMenu({ menuType: 1, order: 7 });
  const page = aMenu({ parentId: folder.id, menuType: 2, query: [{ key: 'a', value: 'b' }], iconFontSize: 12 });
  const [role, idle] = [aRole({ status: 0 }), aRole()];

  /** Selects the entities that these tests created, because other tests share the store. */
  const ours = ({ permissions, menus, roles }: AccessControl) => ({
    permissions: permissions.filter(({ id }) => id === permission.id),
    menus: menus.filter(({ id }) => [folder.id, page.id].includes(id)).toSorted((a, b) => b.order - a.order),
    roles: roles.filter(({ id }) => [role.id, idle.id].includes(id)).toSorted((a, b) => a.status - b.status),
  });

  /** Removes the fields that `AccessControl` does not have. */
  const bare = (row: object) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => !['isSystem', 'version', 'createdAt', 'updatedAt'].includes(name)),
    );
  const condition = { attr: 'resource.amount', lt: 100 } as const;
  const expected = {
    permissions: [bare(permission)],
    menus: [bare(folder), bare(page)],
    roles: [
      { ...bare(role), permissionIds: [permission.id], conditions: { [permission.id]: condition }, menuIds: [page.id] },
      { ...bare(idle), permissionIds: [], conditions: {}, menuIds: [] },
    ],
  };

  describe(`Access control contract, ${adapter}`, () => {
    before(() =>
      given(open().work, {
        permissions: [permission],
        menus: [folder, page],
        roles: [role, idle],
        rolePermissions: [[role.id, [permission.id]]],
        conditions: [[role.id, [{ permissionId: permission.id, condition }]]],
        roleMenus: [[role.id, [page.id]]],
      }),
    );

    it('returns all permissions, menus and roles with their links, inside and outside a transaction', async () => {
      const { work, accessControl } = open();
      expect(ours(await accessControl.all())).to.deep.equal(expected);
      expect(ours(await work.run(lockAll))).to.deep.equal(expected);
    });

    it('makes two transactions that call lockAll wait for each other', async () => {
      expect(await completionOrder(open().work, lockAll, lockAll)).to.deep.equal(oneAfterTheOther);
    });

    it('makes lockAll and the lock of a single entity wait for each other, whichever is first', async () => {
      const parts = [
        (tx: StoreTransaction) => tx.roles.lock(role.id),
        (tx: StoreTransaction) => tx.permissions.lock(permission.id),
        (tx: StoreTransaction) => tx.menus.lock(page.id),
      ];
      for (const part of parts) {
        expect(await completionOrder(open().work, lockAll, part)).to.deep.equal(oneAfterTheOther);
        expect(await completionOrder(open().work, part, lockAll)).to.deep.equal(oneAfterTheOther);
      }
    });
  });
}
