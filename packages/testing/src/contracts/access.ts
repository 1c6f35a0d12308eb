import type { Grants } from '@portcullis/domain/internal/access/access';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import type { AccessQuery } from '@portcullis/application/internal/ports/access';
import { anId, aPermission, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function accessContract(adapter: string, open: OpenStore): void {
  /**
   * Creates a user with a live session and an enabled role that grants an enabled permission. The fields in `more.user`
   * and `more.session` override the defaults; the user also gets `more.roles`, which grant the same permission.
   */
  async function aCaller(more: { user?: Partial<User>; session?: Partial<Session>; roles?: readonly Role[] } = {}) {
    const user = aUser(more.user);
    const session = aSession({ userId: user.id, ...more.session });
    const [role, permission] = [aRole(), aPermission()];
    const roles = [role, ...(more.roles ?? [])];
    await given(open().work, {
      permissions: [permission],
      roles,
      rolePermissions: roles.map(({ id }) => [id, [permission.id]]),
      users: [user],
      userRoles: [[user.id, roles.map(({ id }) => id)]],
      sessions: [session],
    });
    const queryFor = (roleCodes = [role.code], permissionCodes = [permission.code]): AccessQuery => ({
      userId: user.id,
      sessionId: session.id,
      roles: roleCodes,
      permissions: permissionCodes,
    });
    const read = (...codes: Parameters<typeof queryFor>) => open().access.check(queryFor(...codes)).grants;
    return { user, session, role, permission, queryFor, read };
  }
  const grantsOf = (roles: readonly Role[], permissions: Grants['permissions']): Grants => ({
    roles: roles.map(({ code }) => code),
    permissions,
  });

  describe(`Access contract, ${adapter}`, () => {
    it('returns only the queried codes that the caller has, without duplicates', async () => {
      const second = aRole();
      const { role, permission, read } = await aCaller({ roles: [second] });
      expect(await read()).to.deep.equal(grantsOf([role], [permission.code]));
      expect(await read([], [])).to.deep.equal(grantsOf([], []));
      expect(await read(['ADMIN', second.code], ['user.read'])).to.deep.equal(grantsOf([second], []));
    });

    it('§3 rule 1: does not return a disabled permission until it is enabled again', async () => {
      const { role, permission, read } = await aCaller();
      await open().work.run((tx) => tx.permissions.save({ ...permission, status: disabled }));
      expect(await read()).to.deep.equal(grantsOf([role], []));
      await open().work.run((tx) => tx.permissions.save(permission));
      expect(await read()).to.deep.equal(grantsOf([role], [permission.code]));
    });

    it('omits a disabled role, and the permissions that no other role of the caller grants', async () => {
      const { role, read } = await aCaller();
      await open().work.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect(await read()).to.deep.equal(grantsOf([], []));
    });

    it('grants a role that requires a second factor only in sessions that have proved a factor', async () => {
      const requiring = aRole({ requiresFactor: true });
      const { user, session, role, permission, queryFor, read } = await aCaller({ roles: [requiring] });
      const { work, access } = open();
      const other = aSession({ userId: user.id, hasFactor: true });
      await given(work, { sessions: [other] });
      const codes = [role.code, requiring.code];
      expect(await read(codes)).to.deep.equal(grantsOf([role], [permission.code]));
      const inOther = { ...queryFor(codes), sessionId: other.id };
      const both = { roles: codes.toSorted(), permissions: [permission.code] };
      const granted = await access.check(inOther).grants;
      expect(granted && { ...granted, roles: granted.roles.toSorted() }).to.deep.equal(both);
      await work.run((tx) => tx.roles.save({ ...role, requiresFactor: true }));
      expect(await read(codes)).to.deep.equal(grantsOf([], []));
      await work.run((tx) => tx.sessions.save({ ...session, hasFactor: true }));
      expect((await read(codes))?.permissions).to.deep.equal([permission.code]);
      await work.run((tx) => tx.sessions.forgetFactors(user.id));
      expect(await read(codes)).to.deep.equal(grantsOf([], []));
      expect(await access.check(inOther).grants).to.deep.equal(grantsOf([], []));
    });

    it('returns whether the session was authenticated recently enough, if the query has a maximum age', async () => {
      const at = await open().work.run((tx) => tx.now());
      const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);
      const { session, queryFor } = await aCaller({ session: { createdAt: ago(1000) } });
      const isRecent = async (maxAgeSeconds: number) => {
        const query = { ...queryFor(), maxAgeSeconds };
        return (await open().access.check(query).grants)?.isRecent;
      };
      expect([await isRecent(900), await isRecent(1100)]).to.deep.equal([false, true]);
      await open().work.run((tx) => tx.sessions.save({ ...session, authenticatedAt: ago(500) }));
      expect([await isRecent(400), await isRecent(900)]).to.deep.equal([false, true]);
      expect(await open().access.check(queryFor()).grants).not.to.have.property('isRecent');
    });

    it('returns a permission that both a disabled and an enabled role grant', async () => {
      const disabledRole = aRole({ status: disabled });
      const { role, permission, read } = await aCaller({ roles: [disabledRole] });
      expect(await read([role.code, disabledRole.code])).to.deep.equal(grantsOf([role], [permission.code]));
    });

    it('§5 rule 2: does not return a role or a permission after it was removed', async () => {
      const { user, role, permission, read } = await aCaller();
      await open().work.run((tx) => tx.roles.setPermissions(role.id, { before: [permission.id], after: [] }));
      expect(await read()).to.deep.equal(grantsOf([role], []));
      await open().work.run((tx) => tx.users.setRoles(user.id, { before: [role.id], after: [] }));
      expect(await read()).to.deep.equal(grantsOf([], []));
    });

    it('returns undefined for a disabled user', async () => {
      const { read } = await aCaller({ user: { status: disabled } });
      expect(await read()).to.equal(undefined);
    });

    it('returns undefined for an expired session', async () => {
      const { read } = await aCaller({ session: { expiresAt: new Date('2000-01-01T00:00:00.000Z') } });
      expect(await read()).to.equal(undefined);
    });

    it('returns undefined for the session of another user, and for a session that does not exist', async () => {
      const [one, other] = [await aCaller(), await aCaller()];
      const query = { userId: one.user.id, roles: [], permissions: [] };
      expect(await open().access.check({ ...query, sessionId: other.session.id }).grants).to.equal(undefined);
      expect(await open().access.check({ ...query, sessionId: anId() }).grants).to.equal(undefined);
    });

    it('reads with the views of a check that has not ended', async () => {
      const { user, role, permission, queryFor } = await aCaller();
      const { access, permissions } = open();
      const { grants, views } = access.check(queryFor());
      const page = { page: 1, pageSize: 5, sortBy: 'code', sortOrder: 'desc' } as const;
      const [listed, held, missing, own] = await Promise.all([
        views.permissions.list(page),
        views.users.permissionsOf(user.id),
        views.users.find(anId()),
        grants,
      ]);
      expect(listed).to.deep.equal(await permissions.list(page));
      expect([held, missing, own]).to.deep.equal([[permission.code], undefined, grantsOf([role], [permission.code])]);
    });
  });
}
