import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { aContent, anId, anAuditRecord, aRole, aSession, aUser, unique } from '../builders.ts';
import { hashOf } from '../fakes.ts';
import { given, givenPassword } from '../given.ts';
import { refusalOf } from '../refusal-of.ts';
import { outcomes, type OpenStore } from './store.ts';

export function userContract(adapter: string, open: OpenStore): void {
  const add = (user: User) => open().work.run((tx) => tx.users.add(user, hashOf('anything')));
  const save = (user: User) => open().work.run((tx) => tx.users.save(user));

  describe(`Users contract, ${adapter}`, () => {
    it('stores every field unchanged, including the type of a gender', async () => {
      for (const gender of ['female', 1, null]) {
        const invitedUntil = new Date('2026-03-01T12:00:00.123Z');
        const user = aUser({ nickName: 'Ada', phone: '+44 (0) 1', gender, status: disabled, invitedUntil });
        await add(user);
        expect(await open().users.find(user.id)).to.deep.equal({ ...user, roles: [], roleGrants: [] });
        expect(await open().work.run((tx) => tx.users.lock(user.id))).to.deep.equal(user);
      }
    });

    it('reads in a transaction what the transaction has stored', async () => {
      const { users, work } = open();
      const user = aUser();
      const [inside, profile] = await work.run(async (tx) => {
        await tx.users.add(user, null);
        return [await tx.users.find(user.id), await tx.users.profile(user.id)];
      });
      expect(inside).to.deep.equal({ ...user, roles: [], roleGrants: [] });
      expect(profile)
        .to.deep.equal(await users.profile(user.id))
        .and.not.equal(undefined);
    });

    it('returns undefined for a user that does not exist', async () => {
      const { users, work } = open();
      expect(await users.find(anId())).to.equal(undefined);
      expect(await users.profile(anId())).to.equal(undefined);
      expect(await users.credentials(unique('nobody'))).to.equal(undefined);
      expect(await work.run((tx) => tx.users.lock(anId()))).to.equal(undefined);
    });

    it('findWithoutDetails omits the e-mail address, phone number, gender and disabled roles', async () => {
      const { work, users } = open();
      const user = aUser({ nickName: 'Ada', phone: '+44 1', gender: 'female' });
      const roles = [aRole(), aRole({ status: disabled }), aRole()];
      await given(work, { roles, users: [user], userRoles: [[user.id, roles.map(({ id }) => id)]] });
      const shown = [roles[0], roles[2]].map((role) => ({ id: role?.id, code: role?.code, name: role?.name }));
      expect(await users.findWithoutDetails(user.id)).to.deep.equal({
        ...(await users.find(user.id)),
        email: null,
        phone: null,
        gender: null,
        roles: shown,
        roleGrants: null,
      });
      expect(await users.findWithoutDetails(anId())).to.equal(undefined);
    });

    it('refuses an e-mail address in use, in any case and Unicode composition, on add and on save', async () => {
      const [ada, bob] = [aUser({ email: `${unique('åda')}@Example.com` }), aUser()];
      await given(open().work, { users: [ada, bob] });
      const email = ada.email.toUpperCase().normalize('NFD');
      expect((await refusalOf(add(aUser({ email })))).refusal).to.equal('email-taken');
      expect((await refusalOf(save({ ...bob, email }))).refusal).to.equal('email-taken');
      await save({ ...ada, email });
      expect((await open().users.find(ada.id))?.email).to.equal(email);
    });

    it('refuses and finds other spellings of an e-mail address that count as the same', async () => {
      const name = unique('victim');
      const ada = aUser({ email: `${name}@bücher.de` });
      await add(ada);
      const { users } = open();
      const spellings = [`${name}@xn--bcher-kva.de`, `${name}@ｂücher。de`, `${name.replace('i', 'ı')}@bücher.de`];
      for (const email of spellings) {
        expect((await refusalOf(add(aUser({ email })))).refusal, email).to.equal('email-taken');
        expect(await users.taken({ email, username: unique('free') }), email).to.include({ email: true });
        expect(await users.credentials(email), email).to.include({ userId: ada.id });
        await save({ ...ada, email });
        expect(await users.credentials(ada.email), email).to.include({ userId: ada.id });
      }
      expect(
        await outcomes(['@ⓔxample.com', '@ｅxample.com'].map((end) => add(aUser({ email: name + end })))),
      ).to.deep.equal({
        won: 1,
        refused: ['email-taken'],
      });
    });

    it('refuses a user name in use, in any case and character width, on add and on save', async () => {
      const [ada, bob] = [aUser({ username: unique('fiona') }), aUser()];
      await given(open().work, { users: [ada, bob] });
      for (const username of [ada.username.toUpperCase(), ada.username.replace('fi', 'ﬁ').replace('o', 'ｏ')]) {
        expect((await refusalOf(add(aUser({ username })))).refusal).to.equal('username-taken');
        expect((await refusalOf(save({ ...bob, username }))).refusal).to.equal('username-taken');
        await save({ ...ada, username });
        expect((await open().users.find(ada.id))?.username).to.equal(username);
        expect(await open().users.credentials(ada.username)).to.include({ userId: ada.id, username });
      }
    });

    it('reports only the e-mail address if the e-mail address and the user name are in use', async () => {
      const ada = aUser();
      await add(ada);
      const { email, username } = ada;
      expect((await refusalOf(add(aUser({ email, username })))).refusal).to.equal('email-taken');
    });

    it('lets only one of two concurrent transactions take a name', async () => {
      const username = unique('wanted');
      const attempts = [add(aUser({ username })), add(aUser({ username: username.toUpperCase() }))];
      expect(await outcomes(attempts)).to.deep.equal({ won: 1, refused: ['username-taken'] });
    });

    it('taken returns whether an e-mail address and a user name are in use, in any case', async () => {
      const ada = aUser();
      await add(ada);
      const { users } = open();
      const [email, username] = [ada.email.toUpperCase(), ada.username.toUpperCase()];
      expect(await users.taken({ email, username })).to.deep.equal({ email: true, username: true });
      expect(await users.taken({ email, username: unique('free') })).to.deep.equal({ email: true, username: false });
      expect(await users.taken({ email: unique('free'), username })).to.deep.equal({ email: false, username: true });
    });

    it('returns credentials by user name or e-mail address in any case, with the codes of enabled roles', async () => {
      const { work, users } = open();
      const user = aUser({ status: disabled });
      const roles = [aRole(), aRole({ status: disabled }), aRole()];
      await given(work, { roles, users: [user], userRoles: [[user.id, roles.map(({ id }) => id).toReversed()]] });
      const expected = {
        userId: user.id,
        username: user.username,
        passwordHash: hashOf(givenPassword),
        status: disabled,
        passwordResets: 0,
        lastLoginAt: null,
        hasFactor: false,
        roles: [roles[0]?.code, roles[2]?.code],
      };
      expect(await users.credentials(user.username.toUpperCase())).to.deep.equal(expected);
      expect(await users.credentials(user.email.toUpperCase())).to.deep.equal(expected);
    });

    it('stores accounts without a password, and sets a password later', async () => {
      const user = aUser();
      const { work, users } = open();
      await work.run((tx) => tx.users.add(user, null));
      expect((await users.credentials(user.username))?.passwordHash).to.equal(null);
      expect((await users.profile(user.id))?.hasPassword).to.equal(false);
      expect(await work.run((tx) => tx.users.holdsPassword(user.id, null))).to.equal(false);
      await work.run((tx) => tx.users.resetPassword(user.id, 'a hash'));
      expect((await users.credentials(user.username))?.passwordHash).to.equal('a hash');
      expect((await users.profile(user.id))?.hasPassword).to.equal(true);
    });

    it('keeps whether an account is unconfirmed, until it is confirmed or removed', async () => {
      const [ada, bob] = [aUser(), aUser()];
      const { work } = open();
      await given(work, { users: [ada, bob] });
      const both = () =>
        work.run(async ({ users }) => [await users.isUnconfirmed(ada.id), await users.isUnconfirmed(bob.id)]);
      await work.run(({ users }) => users.setUnconfirmed(ada.id));
      expect(await both()).to.deep.equal([true, false]);
      await work.run(({ users }) => users.confirm(ada.id));
      expect(await both()).to.deep.equal([false, false]);
      await work.run(async ({ users }) => {
        await users.setUnconfirmed(bob.id);
        await users.remove(bob.id);
      });
      expect(await both()).to.deep.equal([false, false]);
    });

    it('removes the sessions and roles of a removed user, and keeps contents and audit records', async () => {
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
      const kept = await contents.find(content.id);
      const changed = { authorId: null, version: 2, updatedAt: kept?.updatedAt };
      expect(kept).to.deep.equal({ ...content, ...changed, tagIds: [], cover: null });
      expect(await audit.find(record.id)).to.deep.equal(record);
      const question = { userId: user.id, sessionId: session.id, roles: [], permissions: [] };
      expect(await access.check(question).grants).to.equal(undefined);
    });
  });
}
