import type { SignInTicket } from '@portcullis/domain/internal/accounts/identity';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { anId, anIdentity, aRole, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import { outcomes, type OpenStore } from './store.ts';

const at = new Date('2190-01-01T00:00:00.000Z');

const aTicket = (expiresAt: Date): SignInTicket => ({
  hash: unique('hash of ticket'),
  challenge: unique('challenge'),
  provider: 'corp',
  account: {
    issuer: 'https://id.example.com',
    subject: unique('subject'),
    email: null,
    emailVerified: false,
    username: '阿达',
    groups: ['editors'],
    attributes: {},
  },
  expiresAt,
});

export function identityContract(adapter: string, open: OpenStore): void {
  const aMember = async (): Promise<UserId> => {
    const user = aUser();
    await given(open().work, { users: [user] });
    return user.id;
  };

  describe(`Identities contract, ${adapter}`, () => {
    it('finds an identity by issuer and subject, and lists the identities of a user, the oldest first', async () => {
      const { work, identities } = open();
      const userId = await aMember();
      const later = anIdentity({ userId, createdAt: at });
      const earlier = anIdentity({ userId, subject: later.subject, issuer: 'https://other.example.com' });
      await work.run((tx) => tx.identities.add(later));
      await work.run((tx) => tx.identities.add(earlier));
      expect(await identities.of(userId)).to.deep.equal([earlier, later]);
      expect(await identities.of(anId())).to.deep.equal([]);
      const find = (issuer: string, subject: string) => work.run((tx) => tx.identities.find({ issuer, subject }));
      expect(await find(later.issuer, later.subject)).to.deep.equal(later);
      expect(await find(later.issuer, later.subject.toUpperCase())).to.equal(undefined);
      expect(await find(`${later.issuer}/`, later.subject)).to.equal(undefined);
    });

    it('adds an identity to only one user, even if several transactions add it concurrently', async () => {
      const { work } = open();
      const [ada, bob] = [await aMember(), await aMember()];
      const identity = anIdentity({ userId: ada });
      const add = (userId: UserId) => work.run((tx) => tx.identities.add({ ...identity, id: anId(), userId }));
      expect(await outcomes([add(ada), add(bob), add(bob)])).to.deep.equal({
        won: 1,
        refused: ['identity-taken', 'identity-taken'],
      });
    });

    it('stores when an identity was last used, and removes it for its owner or together with its owner', async () => {
      const { work, identities } = open();
      const [ada, bob] = [await aMember(), await aMember()];
      const [first, second] = [anIdentity({ userId: ada }), anIdentity({ userId: ada, createdAt: at })];
      for (const each of [first, second]) await work.run((tx) => tx.identities.add(each));
      await work.run((tx) => tx.identities.setLastUsed(first.id, at));
      const used = { ...first, lastUsedAt: at };
      expect(await identities.of(ada)).to.deep.equal([used, second]);
      expect(await work.run((tx) => tx.identities.remove(bob, first.id))).to.equal(undefined);
      expect(await work.run((tx) => tx.identities.remove(ada, first.id))).to.deep.equal(used);
      expect(await identities.of(ada)).to.deep.equal([second]);
      await work.run((tx) => tx.users.remove(ada));
      expect(await work.run((tx) => tx.identities.find(second))).to.equal(undefined);
    });

    it('removeAll removes all identities of one user, and returns them', async () => {
      const { work, identities } = open();
      const [ada, bob] = [await aMember(), await aMember()];
      const [later, earlier] = [anIdentity({ userId: ada, createdAt: at }), anIdentity({ userId: ada })];
      const other = anIdentity({ userId: bob });
      for (const each of [later, earlier, other]) await work.run((tx) => tx.identities.add(each));
      const removeAll = () => work.run((tx) => tx.identities.removeAll(ada));
      expect(await removeAll()).to.deep.equal([earlier, later]);
      expect(await removeAll()).to.deep.equal([]);
      expect(await identities.of(bob)).to.deep.equal([other]);
    });
  });

  describe(`Sign-in tickets contract, ${adapter}`, () => {
    const add = (ticket: SignInTicket) => open().work.run((tx) => tx.signInTickets.add(ticket));
    const take = ({ hash }: SignInTicket, now = at) => open().work.run((tx) => tx.signInTickets.take(hash, now));

    it('take returns a sign-in ticket once, even to concurrent calls, and only before it expires', async () => {
      const [ticket, expired] = [aTicket(new Date(at.getTime() + 1)), aTicket(at)];
      await add(ticket);
      await add(expired);
      const taken = await Promise.all([take(ticket), take(ticket), take(ticket), take(expired)]);
      expect(taken.filter((each) => each !== undefined)).to.deep.equal([ticket]);
      expect(await take(expired, new Date(at.getTime() - 1))).to.deep.equal(expired);
    });

    it('removes expired sign-in tickets in batches', async () => {
      const long = new Date('1990-01-01T00:00:00.000Z');
      for (const ticket of [aTicket(long), aTicket(long), aTicket(at)]) await add(ticket);
      const remove = () => open().work.run((tx) => tx.signInTickets.removeExpired(new Date(long.getTime() + 1), 1));
      expect([await remove(), await remove(), await remove()]).to.deep.equal([1, 1, 0]);
    });
  });

  describe(`Sources of roles contract, ${adapter}`, () => {
    it('returns the roles that a user has from a source, until a role is removed from the user', async () => {
      const { work } = open();
      const [byHand, mapped, other] = [aRole(), aRole(), aRole()];
      const user = aUser();
      const all = [byHand.id, mapped.id, other.id];
      await given(work, { roles: [byHand, mapped, other], users: [user], userRoles: [[user.id, all]] });
      const from = (source: string) => work.run((tx) => tx.users.rolesFrom(user.id, source));
      await work.run((tx) => tx.users.setRoleSource(user.id, [mapped.id], 'corp'));
      await work.run((tx) => tx.users.setRoleSource(user.id, [other.id], 'other'));
      expect(await from('corp')).to.deep.equal([mapped.id]);
      const kept = [byHand.id, other.id];
      await work.run((tx) => tx.users.setRoles(user.id, { before: all, after: kept }));
      await work.run((tx) => tx.users.setRoles(user.id, { before: kept, after: all }));
      expect([await from('corp'), await from('other')]).to.deep.equal([[], [other.id]]);
    });

    it('finds roles by their codes, whatever their status', async () => {
      const [one, two] = [aRole(), aRole({ status: 0 })];
      await given(open().work, { roles: [one, two, aRole()] });
      const found = await open().work.run((tx) => tx.roles.idsOf([two.code, one.code, unique('NONE'), two.code]));
      expect([...found]).to.have.members([one.id, two.id]);
    });
  });
}
