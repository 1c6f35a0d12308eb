import type { Grants } from '@portcullis/domain/internal/access';
import type { Role } from '@portcullis/domain/internal/role';
import type { Session } from '@portcullis/domain/internal/session';
import { disabled } from '@portcullis/domain/internal/status';
import type { User } from '@portcullis/domain/internal/user';
import { expect } from 'chai';
import type { CallerViews, AccessQuery } from '@portcullis/application/internal/ports/access';
import { anId, aPermission, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function accessContract(adapter: string, open: OpenStore): void {
  /** Returns the grants that `authorizeAndRead` passes to its `authorize` callback. */
  async function grantsOfARead(query: AccessQuery): Promise<Grants | undefined> {
    const received: (Grants | undefined)[] = [];
    const { authorizeAndRead } = open().access;
    await authorizeAndRead(
      query,
      (grants) => received.push(grants),
      ({ roles }) => roles.list({ page: 1, pageSize: 3 }),
    );
    expect(received).to.have.length(1);
    return received[0];
  }

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
    const read = async (...codes: Parameters<typeof queryFor>) => {
      const grants = await open().access.grantedCodes(queryFor(...codes));
      expect(await grantsOfARead(queryFor(...codes))).to.deep.equal(grants);
      return grants;
    };
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
      const granted = await access.grantedCodes(inOther);
      expect(granted && { ...granted, roles: granted.roles.toSorted() }).to.deep.equal(both);
      await work.run((tx) => tx.roles.save({ ...role, requiresFactor: true }));
      expect(await read(codes)).to.deep.equal(grantsOf([], []));
      await work.run((tx) => tx.sessions.save({ ...session, hasFactor: true }));
      expect((await read(codes))?.permissions).to.deep.equal([permission.code]);
      await work.run((tx) => tx.sessions.forgetFactors(user.id));
      expect(await read(codes)).to.deep.equal(grantsOf([], []));
      expect(await access.grantedCodes(inOther)).to.deep.equal(grantsOf([], []));
    });

    it('returns whether the session was authenticated recently enough, if the query has a maximum age', async () => {
      const at = await open().work.run((tx) => tx.now());
      const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);
      const { session, queryFor } = await aCaller({ session: { createdAt: ago(1000) } });
      const isRecent = async (maxAgeSeconds: number) => {
        const query = { ...queryFor(), maxAgeSeconds };
        const grants = await open().access.grantedCodes(query);
        expect(await grantsOfARead(query)).to.deep.equal(grants);
        return grants?.isRecent;
      };
      expect([await isRecent(900), await isRecent(1100)]).to.deep.equal([false, true]);
      await open().work.run((tx) => tx.sessions.save({ ...session, authenticatedAt: ago(500) }));
      expect([await isRecent(400), await isRecent(900)]).to.deep.equal([false, true]);
      expect(await open().access.grantedCodes(queryFor())).not.to.have.property('isRecent');
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
      expect(await open().access.grantedCodes({ ...query, sessionId: other.session.id })).to.equal(undefined);
      expect(await open().access.grantedCodes({ ...query, sessionId: anId() })).to.equal(undefined);
    });

    it('authorizeAndRead reads the same rows as the views without authorization, in the same order', async () => {
      const { user, role, permission, queryFor } = await aCaller();
      const { access, users, permissions } = open();
      const page = { page: 1, pageSize: 5, sortBy: 'code', sortOrder: 'desc' } as const;
      const found = await access.authorizeAndRead(
        queryFor(),
        () => {},
        (views) => views.permissions.list(page),
      );
      expect(found).to.deep.equal(await permissions.list(page));
      expect(
        await access.authorizeAndRead(
          queryFor(),
          () => {},
          (views) => views.users.find(user.id),
        ),
      ).to.deep.equal(await users.find(user.id));
      const missing = await access.authorizeAndRead(
        queryFor(),
        () => {},
        (views) => views.users.find(anId()),
      );
      expect(missing).to.equal(undefined);
      const own = await access.authorizeAndRead(
        queryFor([role.code], []),
        () => {},
        async (views) => [await views.users.permissionsOf(user.id), await views.users.permissionsOf(anId())],
      );
      expect(own).to.deep.equal([[permission.code], []]);
    });

    it('reads for any caller if the queried codes are optional, and returns the codes of the caller', async () => {
      const { user, role, permission, queryFor } = await aCaller();
      const { access } = open();
      const readUser = (query: AccessQuery) =>
        access.authorizeAndRead(
          query,
          () => {},
          async (views, grants) => [(await views.users.find(user.id))?.id, await grants()],
        );
      const codes: readonly (readonly [string[], string[], Grants])[] = [
        [['ADMIN'], ['user.read'], grantsOf([], [])],
        [['ADMIN', role.code], [], grantsOf([role], [])],
        [[], [permission.code, 'user.read'], grantsOf([], [permission.code])],
        [[], [], grantsOf([], [])],
      ];
      for (const [roles, permissions, held] of codes) {
        for (const isDeferred of [false, true]) {
          const query = { ...queryFor(roles, permissions), isOptional: true, isDeferred };
          expect(await readUser(query)).to.deep.equal([user.id, held]);
        }
      }
    });

    it('reads if the caller has one of the roles or one of the permissions, and either is sufficient', async () => {
      const { user, role, permission, queryFor } = await aCaller();
      const readsWith = (roles: string[], permissions: string[]) =>
        open().access.authorizeAndRead(
          { ...queryFor(roles, permissions), isEither: true },
          () => {},
          async ({ users }) => (await users.find(user.id))?.id,
        );
      expect(await readsWith([role.code], ['user.read'])).to.equal(user.id);
      expect(await readsWith(['ADMIN'], ['user.read', permission.code])).to.equal(user.id);
      const query = { ...queryFor(['ADMIN'], ['user.read', permission.code]), isEither: true };
      expect(await open().access.grantedCodes(query)).to.deep.equal(grantsOf([], [permission.code]));
    });

    it('returns the grants of the caller before, during and after a read', async () => {
      const { user, role, permission, queryFor } = await aCaller();
      const held = grantsOf([role], [permission.code]);
      const told: (Grants | undefined)[] = [];
      const all = await open().access.authorizeAndRead(
        queryFor(),
        (grants) => told.push(grants),
        async ({ users }, grants) => {
          const before = await grants();
          const [, meanwhile] = await Promise.all([users.find(user.id), grants()]);
          return [before, meanwhile, await grants()];
        },
      );
      expect(all).to.deep.equal([held, held, held]);
      const first = await open().access.authorizeAndRead(
        queryFor(),
        () => {},
        async ({ users }, grants) => Promise.all([users.find(user.id), grants()]),
      );
      expect(first[1]).to.deep.equal(held);
      expect(told).to.deep.equal([held]);
    });

    it('authorizeAndRead rejects with the error that authorize throws, even if the read fails', async () => {
      const { user, queryFor } = await aCaller();
      const reads: ((views: CallerViews) => Promise<unknown>)[] = [
        (views) => views.users.find(user.id),
        () => Promise.resolve('without a query'),
        () => Promise.reject(new Error('before a query')),
      ];
      const refusal = new Error('not authorized');
      const refuse = () => {
        throw refusal;
      };
      for (const read of reads) {
        const outcome = await open()
          .access.authorizeAndRead(queryFor(), refuse, read)
          .catch((error: unknown) => error);
        expect(outcome).to.equal(refusal);
      }
    });
  });
}
