import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { GrantPeriod } from '@portcullis/domain/internal/roles/role-grant';
import { expect } from 'chai';
import { aMenu, aPermission, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

const past = new Date('2001-01-01T00:00:00.123Z');
const future = new Date('2999-01-01T00:00:00.456Z');
const unlimited: GrantPeriod = { validFrom: null, validUntil: null };

const periods: readonly (readonly [name: string, period: GrantPeriod, isInForce: boolean])[] = [
  ['without beginning and end', unlimited, true],
  ['that has begun', { validFrom: past, validUntil: null }, true],
  ['that has begun and not ended', { validFrom: past, validUntil: future }, true],
  ['that has not ended', { validFrom: null, validUntil: future }, true],
  ['that has ended', { validFrom: null, validUntil: past }, false],
  ['that has not begun', { validFrom: future, validUntil: null }, false],
];

export function roleGrantContract(adapter: string, open: OpenStore): void {
  /** Creates a user whose only role, which grants a permission and a menu, has this period. */
  async function aHolder(period: GrantPeriod, more: Partial<Role> = {}) {
    const [user, role, permission, menu] = [aUser(), aRole(more), aPermission(), aMenu()];
    const session = aSession({ userId: user.id, hasFactor: true });
    await given(open().work, {
      permissions: [permission],
      menus: [menu],
      roles: [role],
      rolePermissions: [[role.id, [permission.id]]],
      roleMenus: [[role.id, [menu.id]]],
      users: [user],
      userRoles: [[user.id, [role.id]]],
      grantPeriods: [[user.id, [{ roleId: role.id, ...period }]]],
      sessions: [session],
    });
    return { user, role, permission, menu, session };
  }

  describe(`Role grants contract, ${adapter}`, () => {
    for (const [name, period, isInForce] of periods) {
      it(`a grant ${name} gives ${isInForce ? 'everything' : 'nothing'}`, async () => {
        const { work, users, roles, menus, access, liveSessions } = open();
        const { user, role, permission, menu, session } = await aHolder(period);
        const ifInForce = (code: string): readonly string[] => (isInForce ? [code] : []);
        const query = { userId: user.id, sessionId: session.id, roles: [role.code], permissions: [permission.code] };
        expect(await access.check(query).grants).to.deep.equal({
          roles: ifInForce(role.code),
          permissions: ifInForce(permission.code),
        });
        expect(await users.permissionsOf(user.id, session.id)).to.deep.equal(ifInForce(permission.code));
        expect(await users.profile(user.id, session.id)).to.deep.include({
          roles: ifInForce(role.code),
          permissions: ifInForce(permission.code),
        });
        expect((await menus.grantedTo(user.id, session.id)).menuIds).to.equal(isInForce ? menu.id : '');
        expect((await users.credentialsOf(user.id, ''))?.roles).to.deep.equal(ifInForce(role.code));
        const shown = isInForce ? [{ id: role.id, code: role.code, name: role.name }] : [];
        expect((await users.find(user.id))?.roles).to.deep.equal(shown);
        expect((await users.findWithoutDetails(user.id))?.roles).to.deep.equal(shown);
        expect((await users.find(user.id))?.roleGrants).to.deep.equal([{ roleId: role.id, ...period }]);
        expect((await users.findWithoutDetails(user.id))?.roleGrants).to.equal(null);
        expect((await roles.stats(role.id))?.userCount).to.equal(isInForce ? 1 : 0);
        const listed = await users.list({ page: 1, pageSize: 10, roleCode: role.code });
        expect(listed.items.map((item) => ({ id: item.id, roles: item.roles }))).to.deep.equal(
          isInForce ? [{ id: user.id, roles: shown }] : [],
        );
        const bare = await aHolder({ validFrom: null, validUntil: past });
        const [found, other] = await Promise.all(
          [session, bare.session].map(async ({ id }) => (await liveSessions.find([id]))[0]?.menuVersion),
        );
        expect(found === other).to.equal(!isInForce);
        expect(await work.run((tx) => tx.users.grantsOf(user.id))).to.deep.equal([{ roleId: role.id, ...period }]);
      });
    }

    it('live sessions have the next and the last time at which a role begins or ends', async () => {
      const { session, user, role } = await aHolder({ validFrom: past, validUntil: future });
      const times = async () => {
        const [found] = await open().liveSessions.find([session.id]);
        return [found?.accessChangedAt, found?.accessChangesAt];
      };
      expect(await times()).to.deep.equal([past, future]);
      const ended = { validFrom: null, validUntil: past };
      await given(open().work, { grantPeriods: [[user.id, [{ roleId: role.id, ...ended }]]] });
      expect(await times()).to.deep.equal([past, null]);
    });

    it('a role requires a second factor only while the grant is in force', async () => {
      const { work } = open();
      const required = [];
      for (const [, period, isInForce] of periods) {
        const { user } = await aHolder(period, { requiresFactor: true });
        required.push([isInForce, await work.run((tx) => tx.users.requiresFactor(user.id))]);
      }
      expect(required).to.deep.equal(required.map(([isInForce]) => [isInForce, isInForce]));
    });

    it('an administrator counts as active only with a grant that is in force and has no end', async () => {
      const { work, users } = open();
      const user = aUser();
      await given(work, { users: [user] });
      const holders = await users.list({ page: 1, pageSize: 100, roleCode: administratorRole.code });
      const undone = new Error('undone');
      const seen: unknown[] = [];
      const attempt = work.run(async (tx) => {
        for (const { id, roles } of holders.items) {
          await tx.users.setRoles(id, { before: roles.map((role) => role.id), after: [] });
        }
        await tx.users.setRoles(user.id, { before: [], after: [administratorRole.id] });
        for (const [name, period] of periods) {
          await tx.users.setGrantPeriods(user.id, [{ roleId: administratorRole.id, ...period }]);
          const { exists, active } = await tx.users.lockAdministration();
          expect(exists).to.equal(true);
          if (active) seen.push(name);
        }
        throw undone;
      });
      expect(await attempt.catch((error: unknown) => error)).to.equal(undone);
      expect(seen).to.deep.equal(['without beginning and end', 'that has begun']);
    });

    it('setRoles keeps the periods of the roles that it keeps, and a role that is assigned again has none', async () => {
      const { work } = open();
      const period = { validFrom: past, validUntil: future };
      const { user, role } = await aHolder(period);
      const other = aRole();
      await given(work, { roles: [other] });
      const set = (before: readonly Role[], after: readonly Role[]) =>
        work.run(async (tx) => {
          await tx.users.setRoles(user.id, { before: before.map(({ id }) => id), after: after.map(({ id }) => id) });
          return tx.users.grantsOf(user.id);
        });
      expect(await set([role], [role, other])).to.have.deep.members([
        { roleId: role.id, ...period },
        { roleId: other.id, ...unlimited },
      ]);
      await set([role, other], [other]);
      expect(await set([other], [other, role])).to.have.deep.members([
        { roleId: role.id, ...unlimited },
        { roleId: other.id, ...unlimited },
      ]);
    });

    it('takeEndedGrants returns each end once, and again only after the period has changed', async () => {
      const { work, users } = open();
      const [first, second] = [await aHolder({ validFrom: null, validUntil: past }), await aHolder(unlimited)];
      const { user, role } = first;
      const later = { validFrom: past, validUntil: new Date(past.getTime() + 1) };
      const take = async () =>
        (await work.run((tx) => tx.users.takeEndedGrants(1000))).filter(
          ({ userId }) => userId === user.id || userId === second.user.id,
        );
      const ended = { userId: user.id, username: user.username, roleId: role.id };
      expect(await take()).to.deep.equal([{ ...ended, validUntil: past }]);
      expect(await take()).to.deep.equal([]);
      const { version } = (await users.find(user.id)) ?? expect.fail('There is no user.');
      await given(work, { grantPeriods: [[user.id, [{ roleId: role.id, ...later }]]] });
      expect(await take()).to.deep.equal([{ ...ended, validUntil: later.validUntil }]);
      const found = await users.find(user.id);
      expect([found?.version, found?.roleGrants]).to.deep.equal([version + 1, [{ roleId: role.id, ...later }]]);
    });

    it('a changed period increments the version once, and an equal one does not', async () => {
      const { work, users } = open();
      const [first, second, user] = [aRole(), aRole(), aUser()];
      await given(work, { roles: [first, second], users: [user], userRoles: [[user.id, [first.id, second.id]]] });
      const version = async () => (await users.find(user.id))?.version ?? 0;
      const versionAfter = async (period: GrantPeriod) => {
        const grants = [first, second].map(({ id }) => ({ roleId: id, ...period }));
        await work.run((tx) => tx.users.setGrantPeriods(user.id, grants));
        return version();
      };
      const before = await version();
      const bounded = { validFrom: past, validUntil: future };
      expect(await versionAfter(bounded)).to.equal(before + 1);
      expect(await versionAfter(bounded)).to.equal(before + 1);
      expect(await versionAfter(unlimited)).to.equal(before + 2);
    });
  });
}
