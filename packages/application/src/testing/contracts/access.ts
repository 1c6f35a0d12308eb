import { disabled, type Role, type Session, type Grants, type User } from '@portcullis/domain';
import { expect } from 'chai';
import type { CallerViews, AccessQuery } from '../../ports/access.ts';
import { anId, aPermission, aRole, aSession, aUser } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function accessContract(adapter: string, open: OpenStore): void {
  /** The grants as it is told when something is read with the same question. */
  async function alongWithARead(query: AccessQuery): Promise<Grants | undefined> {
    const told: (Grants | undefined)[] = [];
    const { authorizeAndRead } = open().access;
    await authorizeAndRead(
      query,
      (grants) => told.push(grants),
      ({ roles }) => roles.list({ page: 1, pageSize: 3 }),
    );
    expect(told).to.have.length(1);
    return told[0];
  }

  /** A user who is logged in, and holds an enabled role with an enabled permission, and whatever else is given. */
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
    const question = (roleCodes = [role.code], permissionCodes = [permission.code]): AccessQuery => ({
      userId: user.id,
      sessionId: session.id,
      roles: roleCodes,
      permissions: permissionCodes,
    });
    const ask = async (...codes: Parameters<typeof question>) => {
      const grants = await open().access.grantedCodes(question(...codes));
      expect(await alongWithARead(question(...codes))).to.deep.equal(grants);
      return grants;
    };
    return { user, session, role, permission, question, ask };
  }
  const holding = (roles: readonly Role[], permissions: Grants['permissions']): Grants => ({
    roles: roles.map(({ code }) => code),
    permissions,
  });

  describe(`Access contract, ${adapter}`, () => {
    it('answers which of the codes asked the caller holds, each once, and no others', async () => {
      const second = aRole();
      const { role, permission, ask } = await aCaller({ roles: [second] });
      expect(await ask()).to.deep.equal(holding([role], [permission.code]));
      expect(await ask([], [])).to.deep.equal(holding([], []));
      expect(await ask(['ADMIN', second.code], ['user.read'])).to.deep.equal(holding([second], []));
    });

    it('§3 rule 1: counts no permission that is disabled, and counts it again when it is not', async () => {
      const { role, permission, ask } = await aCaller();
      await open().work.run((tx) => tx.permissions.save({ ...permission, status: disabled }));
      expect(await ask()).to.deep.equal(holding([role], []));
      await open().work.run((tx) => tx.permissions.save(permission));
      expect(await ask()).to.deep.equal(holding([role], [permission.code]));
    });

    it('counts no role that is disabled, nor what it alone brings', async () => {
      const { role, ask } = await aCaller();
      await open().work.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect(await ask()).to.deep.equal(holding([], []));
    });

    it('counts a permission of a disabled role that an enabled one brings too', async () => {
      const dead = aRole({ status: disabled });
      const { role, permission, ask } = await aCaller({ roles: [dead] });
      expect(await ask([role.code, dead.code])).to.deep.equal(holding([role], [permission.code]));
    });

    it('§5 rule 2: has forgotten a role or a permission on the next question after it was taken away', async () => {
      const { user, role, permission, ask } = await aCaller();
      await open().work.run((tx) => tx.roles.setPermissions(role.id, { before: [permission.id], after: [] }));
      expect(await ask()).to.deep.equal(holding([role], []));
      await open().work.run((tx) => tx.users.setRoles(user.id, { before: [role.id], after: [] }));
      expect(await ask()).to.deep.equal(holding([], []));
    });

    it('knows no caller who is disabled', async () => {
      const { ask } = await aCaller({ user: { status: disabled } });
      expect(await ask()).to.equal(undefined);
    });

    it('knows no caller whose session has ended', async () => {
      const { ask } = await aCaller({ session: { expiresAt: new Date('2000-01-01T00:00:00.000Z') } });
      expect(await ask()).to.equal(undefined);
    });

    it('knows no caller with the session of somebody else, or none', async () => {
      const [one, other] = [await aCaller(), await aCaller()];
      const question = { userId: one.user.id, roles: [], permissions: [] };
      expect(await open().access.grantedCodes({ ...question, sessionId: other.session.id })).to.equal(undefined);
      expect(await open().access.grantedCodes({ ...question, sessionId: anId() })).to.equal(undefined);
    });

    it('finds for a caller who may what the views alone find, in their order', async () => {
      const { user, role, permission, question } = await aCaller();
      const { access, users, permissions } = open();
      const page = { page: 1, pageSize: 5, sortBy: 'code', sortOrder: 'desc' } as const;
      const found = await access.authorizeAndRead(
        question(),
        () => {},
        (views) => views.permissions.list(page),
      );
      expect(found).to.deep.equal(await permissions.list(page));
      expect(
        await access.authorizeAndRead(
          question(),
          () => {},
          (views) => views.users.find(user.id),
        ),
      ).to.deep.equal(await users.find(user.id));
      const nothing = await access.authorizeAndRead(
        question(),
        () => {},
        (views) => views.users.find(anId()),
      );
      expect(nothing).to.equal(undefined);
      const own = await access.authorizeAndRead(
        question([role.code], []),
        () => {},
        async (views) => [await views.users.permissionsOf(user.id), await views.users.permissionsOf(anId())],
      );
      expect(own).to.deep.equal([[permission.code], []]);
    });

    it('reads for a caller without the codes where they are optional, and says which ones it holds', async () => {
      const { user, role, permission, question } = await aCaller();
      const { access } = open();
      const readUser = (query: AccessQuery) =>
        access.authorizeAndRead(
          query,
          () => {},
          async (views, grants) => [(await views.users.find(user.id))?.id, await grants()],
        );
      const codes: readonly (readonly [string[], string[], Grants])[] = [
        [['ADMIN'], ['user.read'], holding([], [])],
        [['ADMIN', role.code], [], holding([role], [])],
        [[], [permission.code, 'user.read'], holding([], [permission.code])],
        [[], [], holding([], [])],
      ];
      for (const [roles, permissions, held] of codes) {
        expect(await readUser({ ...question(roles, permissions), isOptional: true })).to.deep.equal([user.id, held]);
      }
    });

    it('says what a caller holds before anything is read, after that, and meanwhile', async () => {
      const { user, role, permission, question } = await aCaller();
      const held = holding([role], [permission.code]);
      const told: (Grants | undefined)[] = [];
      const all = await open().access.authorizeAndRead(
        question(),
        (grants) => told.push(grants),
        async ({ users }, grants) => {
          const before = await grants();
          const [, meanwhile] = await Promise.all([users.find(user.id), grants()]);
          return [before, meanwhile, await grants()];
        },
      );
      expect(all).to.deep.equal([held, held, held]);
      const first = await open().access.authorizeAndRead(
        question(),
        () => {},
        async ({ users }, grants) => Promise.all([users.find(user.id), grants()]),
      );
      expect(first[1]).to.deep.equal(held);
      expect(told).to.deep.equal([held]);
    });

    it('ends what is read, whatever that does, for whoever is not admitted', async () => {
      const { user, question } = await aCaller();
      const reads: ((views: CallerViews) => Promise<unknown>)[] = [
        (views) => views.users.find(user.id),
        () => Promise.resolve('without asking'),
        () => Promise.reject(new Error('before asking')),
      ];
      const refusal = new Error('not admitted');
      const refuse = () => {
        throw refusal;
      };
      for (const read of reads) {
        const outcome = await open()
          .access.authorizeAndRead(question(), refuse, read)
          .catch((error: unknown) => error);
        expect(outcome).to.equal(refusal);
      }
    });
  });
}
