import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { expect } from 'chai';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { aMenu, aPermission, anId, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import { oneAfterTheOther, completionOrder, type OpenStore } from './store.ts';

export function userRoleContract(adapter: string, open: OpenStore): void {
  describe(`User roles contract, ${adapter}`, () => {
    it('returns the roles of a user sorted by code, including disabled roles', async () => {
      const { work, users } = open();
      const base = aRole().code;
      const roles = [aRole({ code: `${base}_B` }), aRole({ code: `${base}Z`, status: disabled })];
      const user = aUser();
      await given(work, { roles, users: [user], userRoles: [[user.id, roles.map(({ id }) => id)]] });
      const held = (await users.find(user.id))?.roles;
      expect(held).to.deep.equal(roles.toReversed().map(({ id, code, name }) => ({ id, code, name })));
    });

    it('§3 rule 1: returns the enabled permissions of enabled roles, sorted and without duplicates', async () => {
      const { work, users } = open();
      const [b, a, off, lost] = [aPermission(), aPermission(), aPermission({ status: disabled }), aPermission()];
      const [one, two, dead] = [aRole(), aRole(), aRole({ status: disabled })];
      const user = aUser();
      await given(work, {
        permissions: [b, a, off, lost],
        roles: [one, two, dead],
        rolePermissions: [
          [one.id, [a.id, b.id, off.id]],
          [two.id, [b.id]],
          [dead.id, [lost.id]],
        ],
        users: [user],
        userRoles: [[user.id, [one.id, two.id, dead.id]]],
      });
      expect(await users.permissionsOf(user.id)).to.deep.equal([b.code, a.code]);
      expect(await users.profile(user.id)).to.deep.equal({
        ...user,
        pendingEmail: null,
        hasPassword: true,
        roles: [one.code, two.code],
        permissions: [b.code, a.code],
      });
    });

    it('omits roles that require a second factor, unless the session has proved a factor', async () => {
      const { work, users, menus } = open();
      const [permission, menu, user] = [aPermission(), aMenu(), aUser()];
      const [plain, requiring] = [aRole(), aRole({ requiresFactor: true })];
      const [without, having] = [aSession({ userId: user.id }), aSession({ userId: user.id, hasFactor: true })];
      await given(work, {
        permissions: [permission],
        menus: [menu],
        roles: [plain, requiring],
        rolePermissions: [[requiring.id, [permission.id]]],
        roleMenus: [[requiring.id, [menu.id]]],
        users: [user],
        userRoles: [[user.id, [plain.id, requiring.id]]],
        sessions: [without, having],
      });
      const seenIn = async (sessionId?: SessionId) => {
        const { roles, permissions } = (await users.profile(user.id, sessionId)) ?? expect.fail('There is no user.');
        expect(await users.permissionsOf(user.id, sessionId)).to.deep.equal(permissions);
        if (sessionId !== undefined)
          expect(await users.identity(user.id, sessionId)).to.deep.equal({ username: user.username, roles });
        return { roles, permissions, menus: (await menus.grantedTo(user.id, sessionId)).menuIds };
      };
      const few = { roles: [plain.code], permissions: [], menus: '' };
      expect(await seenIn()).to.deep.equal(few);
      expect(await seenIn(anId())).to.deep.equal(few);
      expect(await seenIn(without.id)).to.deep.equal(few);
      const all = { roles: [plain.code, requiring.code].toSorted(), permissions: [permission.code], menus: menu.id };
      expect(await seenIn(having.id)).to.deep.equal(all);
      expect((await users.credentials(user.username))?.roles).to.deep.equal([plain.code]);
      expect((await users.credentialsOf(user.id, ''))?.roles).to.deep.equal([plain.code]);
    });

    it('returns whether an enabled role of a user requires a second factor', async () => {
      const { work } = open();
      const [plain, dead, requiring] = [
        aRole(),
        aRole({ requiresFactor: true, status: disabled }),
        aRole({ requiresFactor: true }),
      ];
      const [ada, bob] = [aUser(), aUser()];
      await given(work, {
        roles: [plain, dead, requiring],
        users: [ada, bob],
        userRoles: [
          [ada.id, [plain.id, dead.id]],
          [bob.id, [plain.id, requiring.id]],
        ],
      });
      const required = (id: UserId) => work.run((tx) => tx.users.requiresFactor(id));
      expect([await required(ada.id), await required(bob.id), await required(anId())]).to.deep.equal([
        false,
        true,
        false,
      ]);
    });

    it('setRoles adds and removes roles, and an empty set removes all roles', async () => {
      const { work } = open();
      const [a, b, c] = [aRole(), aRole(), aRole()];
      const user = aUser();
      await given(work, { roles: [a, b, c], users: [user], userRoles: [[user.id, [a.id, b.id]]] });
      const set = (before: readonly (typeof a)[], after: readonly (typeof a)[]) =>
        work.run(async (tx) => {
          const idsOf = (roles: readonly (typeof a)[]) => roles.map(({ id }) => id);
          await tx.users.setRoles(user.id, { before: idsOf(before), after: idsOf(after) });
          return tx.users.rolesOf(user.id);
        });
      expect(await set([a, b], [b, c])).to.have.members([b.id, c.id]);
      expect(await set([b, c], [])).to.deep.equal([]);
    });

    it('returns whether any person has ADMIN, and whether an enabled one without an invitation has it', async () => {
      const { work, users } = open();
      const [off, on, service] = [aUser({ status: disabled }), aUser(), aUser({ kind: 'SERVICE' })];
      const invited = aUser({ invitedUntil: new Date('2999-01-01T00:00:00.000Z') });
      await given(work, { users: [off, invited, on, service] });
      const holders = await users.list({ page: 1, pageSize: 100, roleCode: administratorRole.code });
      const hold = { before: [], after: [administratorRole.id] };
      const undone = new Error('undone');
      const seen: unknown[] = [];
      const attempt = work.run(async (tx) => {
        for (const { id, roles } of holders.items) {
          await tx.users.setRoles(id, { before: roles.map((role) => role.id), after: [] });
        }
        await tx.users.setRoles(service.id, hold);
        seen.push(await tx.users.lockAdministration());
        await tx.users.setRoles(off.id, hold);
        seen.push(await tx.users.lockAdministration());
        await tx.users.setRoles(invited.id, hold);
        seen.push(await tx.users.lockAdministration());
        await tx.users.setRoles(on.id, hold);
        seen.push(await tx.users.lockAdministration());
        throw undone;
      });
      expect(await attempt.catch((error: unknown) => error)).to.equal(undone);
      expect(seen).to.deep.equal([
        { exists: false, active: false },
        { exists: true, active: false },
        { exists: true, active: false },
        { exists: true, active: true },
      ]);
    });

    it('makes transactions that call lockAdministration wait for each other', async () => {
      const { work } = open();
      const ask = (tx: StoreTransaction) => tx.users.lockAdministration();
      expect(await completionOrder(work, ask, ask)).to.deep.equal(oneAfterTheOther);
    });
  });
}
