import { administratorRole, disabled, type User } from '@portcullis/domain';
import { expect } from 'chai';
import { aContent, anId, anAuditRecord, aPermission, aRole, aSession, aUser, unique } from '../builders.ts';
import { hashOf } from '../effects.ts';
import { given, givenPassword } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { inTurn, orderOfEnds, outcomes, type OpenStore } from './store.ts';

export function userContract(adapter: string, open: OpenStore): void {
  const add = (user: User) => open().work.run((tx) => tx.users.add(user, hashOf('anything')));
  const save = (user: User) => open().work.run((tx) => tx.users.save(user));

  describe(`Users contract, ${adapter}`, () => {
    it('keeps every field as it was given, a gender in its own type', async () => {
      for (const gender of ['female', 1, null]) {
        const user = aUser({ nickName: 'Ada', phone: '+44 (0) 1', gender, status: disabled });
        await add(user);
        expect(await open().users.find(user.id)).to.deep.equal({ ...user, roles: [] });
        expect(await open().work.run((tx) => tx.users.lock(user.id))).to.deep.equal(user);
      }
    });

    it('finds nobody by an id that nobody has', async () => {
      const { users, work } = open();
      expect(await users.find(anId())).to.equal(undefined);
      expect(await users.profile(anId())).to.equal(undefined);
      expect(await users.credentials(unique('nobody'))).to.equal(undefined);
      expect(await work.run((tx) => tx.users.lock(anId()))).to.equal(undefined);
    });

    it('shows the roles by code, disabled ones too', async () => {
      const { work, users } = open();
      const base = aRole().code;
      const roles = [aRole({ code: `${base}_B` }), aRole({ code: `${base}Z`, status: disabled })];
      const user = aUser();
      await given(work, { roles, users: [user], userRoles: [[user.id, roles.map(({ id }) => id)]] });
      const held = (await users.find(user.id))?.roles;
      expect(held).to.deep.equal(roles.toReversed().map(({ id, code, name }) => ({ id, code, name })));
    });

    it('refuses an e-mail address in use, whatever its case or composition, on add and on save', async () => {
      const [ada, bob] = [aUser({ email: `${unique('åda')}@Example.com` }), aUser()];
      await given(open().work, { users: [ada, bob] });
      const email = ada.email.toUpperCase().normalize('NFD');
      expect((await refusalOf(add(aUser({ email })))).refusal).to.equal('email-taken');
      expect((await refusalOf(save({ ...bob, email }))).refusal).to.equal('email-taken');
      await save({ ...ada, email });
      expect((await open().users.find(ada.id))?.email).to.equal(email);
    });

    it('refuses a user name in use, whatever its case, on add and on save', async () => {
      const [ada, bob] = [aUser(), aUser()];
      await given(open().work, { users: [ada, bob] });
      const username = ada.username.toUpperCase();
      expect((await refusalOf(add(aUser({ username })))).refusal).to.equal('username-taken');
      expect((await refusalOf(save({ ...bob, username }))).refusal).to.equal('username-taken');
    });

    it('names the e-mail address first where both are in use', async () => {
      const ada = aUser();
      await add(ada);
      const { email, username } = ada;
      expect((await refusalOf(add(aUser({ email, username })))).refusal).to.equal('email-taken');
    });

    it('lets one of two win who take one name at once', async () => {
      const username = unique('wanted');
      const attempts = [add(aUser({ username })), add(aUser({ username: username.toUpperCase() }))];
      expect(await outcomes(attempts)).to.deep.equal({ won: 1, refused: ['username-taken'] });
    });

    it('knows which names are taken, whatever their case', async () => {
      const ada = aUser();
      await add(ada);
      const { users } = open();
      const [email, username] = [ada.email.toUpperCase(), ada.username.toUpperCase()];
      expect(await users.taken({ email, username })).to.deep.equal({ email: true, username: true });
      expect(await users.taken({ email, username: unique('free') })).to.deep.equal({ email: true, username: false });
      expect(await users.taken({ email: unique('free'), username })).to.deep.equal({ email: false, username: true });
    });

    it('gives the credentials by user name or e-mail address in any case, with the enabled roles by code', async () => {
      const { work, users } = open();
      const user = aUser({ status: disabled });
      const roles = [aRole(), aRole({ status: disabled }), aRole()];
      await given(work, { roles, users: [user], userRoles: [[user.id, roles.map(({ id }) => id).toReversed()]] });
      const expected = {
        userId: user.id,
        username: user.username,
        passwordHash: hashOf(givenPassword),
        status: disabled,
        roles: [roles[0]?.code, roles[2]?.code],
      };
      expect(await users.credentials(user.username.toUpperCase())).to.deep.equal(expected);
      expect(await users.credentials(user.email.toUpperCase())).to.deep.equal(expected);
    });

    it('§3 rule 1: counts a permission once, sorted, when it and a role that brings it are enabled', async () => {
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
        roles: [one.code, two.code],
        permissions: [b.code, a.code],
      });
    });

    it('replaces the roles by what changed; an empty set takes all of them away', async () => {
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

    it('takes sessions and role links along with a user; contents stay without an author, and what is audited', async () => {
      const { work, users, roles, contents, access, audit } = open();
      const [user, role] = [aUser(), aRole()];
      const session = aSession({ userId: user.id });
      const content = aContent({ authorId: user.id });
      const record = anAuditRecord({ userId: user.id });
      await given(work, {
        roles: [role],
        users: [user],
        userRoles: [[user.id, [role.id]]],
        sessions: [session],
        contents: [content],
        audit: [record],
      });
      await work.run((tx) => tx.users.remove(user.id));
      expect(await users.find(user.id)).to.equal(undefined);
      expect((await roles.stats(role.id))?.userCount).to.equal(0);
      expect(await contents.find(content.id)).to.deep.equal({ ...content, authorId: null, tagIds: [] });
      expect(await audit.find(record.id)).to.deep.equal(record);
      const question = { userId: user.id, sessionId: session.id, roles: [], permissions: [] };
      expect(await access.standing(question)).to.equal(undefined);
    });

    it('knows whether anybody holds ADMIN, and whether an enabled user does', async () => {
      const { work, users } = open();
      const [off, on] = [aUser({ status: disabled }), aUser()];
      await given(work, { users: [off, on] });
      const holders = await users.list({ page: 1, pageSize: 100, roleCode: administratorRole.code });
      const hold = { before: [], after: [administratorRole.id] };
      const undone = new Error('undone');
      const seen: unknown[] = [];
      const attempt = work.run(async (tx) => {
        for (const { id, roles } of holders.items) {
          await tx.users.setRoles(id, { before: roles.map((role) => role.id), after: [] });
        }
        seen.push(await tx.users.lockAdministration());
        await tx.users.setRoles(off.id, hold);
        seen.push(await tx.users.lockAdministration());
        await tx.users.setRoles(on.id, hold);
        seen.push(await tx.users.lockAdministration());
        throw undone;
      });
      expect(await attempt.catch((error: unknown) => error)).to.equal(undone);
      expect(seen).to.deep.equal([
        { exists: false, active: false },
        { exists: true, active: false },
        { exists: true, active: true },
      ]);
    });

    it('makes transactions that ask who administers wait for each other', async () => {
      const { work } = open();
      const ask = (tx: Parameters<Parameters<typeof work.run>[0]>[0]) => tx.users.lockAdministration();
      expect(await orderOfEnds(work, ask, ask)).to.deep.equal(inTurn);
    });
  });
}
