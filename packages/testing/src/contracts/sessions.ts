import type { Session } from '@portcullis/domain/internal/accounts/session';
import { disabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import type { SessionListQuery } from '@portcullis/application/internal/ports/sessions';
import type { StoreTransaction } from '@portcullis/application/internal/ports/unit-of-work';
import { anId, aSession, aUser, unique } from '../builders.ts';
import { givenPassword, given } from '../given.ts';
import { hashOf } from '../fakes.ts';
import { oneAfterTheOther, completionOrder, type OpenStore } from './store.ts';

export function sessionContract(adapter: string, open: OpenStore): void {
  const put = (user: User, sessions: readonly Session[] = []) => given(open().work, { users: [user], sessions });
  const now = new Date();
  const page = { page: 1, pageSize: 100 };
  const listed = async ({ id: userId }: User, query: Partial<SessionListQuery> = {}) =>
    (await open().sessions.list({ ...page, ...query, userId })).items.map(({ id }) => id);
  const lockLive = ({ id }: Session, at = now) => open().work.run((tx) => tx.sessions.lockLive(id, at));

  describe(`Session contract, ${adapter}`, () => {
    it('lockLive returns a live session, and save stores changes to it', async () => {
      const user = aUser();
      const session = aSession({ userId: user.id });
      await put(user, [session]);
      const rotated = { ...session, refreshHash: unique('hash'), previousHash: 'before', rotatedAt: now };
      await open().work.run((tx) => tx.sessions.save(rotated));
      expect(await lockLive(session)).to.deep.equal(rotated);
    });

    it('lockLive returns undefined for a session that has expired or whose user is disabled', async () => {
      const user = aUser();
      const [expired, live] = [aSession({ userId: user.id, expiresAt: now }), aSession({ userId: user.id })];
      await put(user, [expired, live]);
      expect(await lockLive(expired)).to.equal(undefined);
      expect(await lockLive(expired, new Date(now.getTime() - 1))).not.to.equal(undefined);
      await open().work.run((tx) => tx.users.save({ ...user, status: disabled }));
      expect(await lockLive(live)).to.equal(undefined);
    });

    it('makes transactions that lock one session wait for each other', async () => {
      const user = aUser();
      const session = aSession({ userId: user.id });
      await put(user, [session]);
      const lock = (tx: StoreTransaction) => tx.sessions.lockLive(session.id, now);
      expect(await completionOrder(open().work, lock, lock)).to.deep.equal(oneAfterTheOther);
    });

    it('ends one session, all sessions of a user except one, or all sessions of a user', async () => {
      const [user, other] = [aUser(), aUser()];
      const [first, second, third] = [
        aSession({ userId: user.id }),
        aSession({ userId: user.id }),
        aSession({ userId: user.id }),
      ];
      await put(user, [first, second, third]);
      await put(other, [aSession({ userId: other.id })]);
      const left = () => listed(user);
      await open().work.run((tx) => tx.sessions.end(first.id));
      expect(await left()).to.have.members([second.id, third.id]);
      await open().work.run((tx) => tx.sessions.endAll(user.id, second.id));
      expect(await left()).to.deep.equal([second.id]);
      await open().work.run((tx) => tx.sessions.endAll(user.id));
      expect(await left()).to.deep.equal([]);
      expect(await listed(other)).to.have.length(1);
    });

    it('ends the sessions of a user that began with given passkeys, except one, and returns their ids', async () => {
      const [user, other] = [aUser(), aUser()];
      const [lost, kept] = [anId<'Factor'>(), anId<'Factor'>()];
      const begun = (passkeyId: typeof lost | null) => aSession({ userId: user.id, passkeyId });
      const [own, ended, ofKept, withPassword] = [begun(lost), begun(lost), begun(kept), begun(null)];
      const ofOther = aSession({ userId: other.id, passkeyId: lost });
      await put(user, [own, ended, ofKept, withPassword]);
      await put(other, [ofOther]);
      const end = (ids: readonly (typeof lost)[], except: typeof own.id | null) =>
        open().work.run((tx) => tx.sessions.endBegunWith(user.id, ids, except));
      expect(await end([lost], own.id)).to.deep.equal([ended.id]);
      expect(await listed(user)).to.have.members([own.id, ofKept.id, withPassword.id]);
      expect(await end([lost, kept], null)).to.have.members([own.id, ofKept.id]);
      expect([await listed(user), await listed(other)]).to.deep.equal([[withPassword.id], [ofOther.id]]);
      expect(await end([], null)).to.deep.equal([]);
    });

    it('removes expired sessions in batches, and returns the number removed', async () => {
      const user = aUser();
      const [early, late] = [new Date('1990-01-01T00:00:00Z'), new Date('1990-01-02T00:00:00Z')];
      const expired = [1, 2, 3].map(() => aSession({ userId: user.id, expiresAt: early }));
      const live = aSession({ userId: user.id, expiresAt: late });
      await put(user, [...expired, live]);
      const remove = (limit: number) => open().work.run((tx) => tx.sessions.removeExpired(early, limit));
      expect([await remove(2), await remove(2), await remove(2)]).to.deep.equal([2, 1, 0]);
      const before = new Date(early.getTime() - 1);
      const left = await Promise.all([...expired, live].map((session) => lockLive(session, before)));
      expect(left).to.deep.equal([undefined, undefined, undefined, live]);
    });

    it('endLive ends a live session only if it belongs to the user, and returns whether it ended one', async () => {
      const [user, other] = [aUser(), aUser()];
      const [live, expired] = [aSession({ userId: user.id }), aSession({ userId: user.id, expiresAt: now })];
      await put(other);
      await put(user, [live, expired]);
      const end = (owner: User, { id }: Session) => open().work.run((tx) => tx.sessions.endLive(owner.id, id, now));
      expect([await end(other, live), await end(user, expired)]).to.deep.equal([false, false]);
      expect([await end(user, live), await end(user, live)]).to.deep.equal([true, false]);
      expect(await listed(user)).to.deep.equal([]);
    });

    it('ends the least recently used live sessions beyond a given number, and breaks ties by id', async () => {
      const [user, other] = [aUser(), aUser()];
      const usedOn = (day: number, fields: Partial<Session> = {}) =>
        aSession({ userId: user.id, lastUsedAt: new Date(Date.UTC(2026, 2, day)), ...fields });
      const [oldest, middle, tied, newest] = [usedOn(1), usedOn(2), usedOn(2), usedOn(3)];
      const expired = usedOn(4, { expiresAt: now });
      await put(other, [aSession({ userId: other.id })]);
      await put(user, [newest, oldest, tied, middle, expired]);
      const keep = (count: number) => open().work.run((tx) => tx.sessions.endLeastRecentlyUsed(user.id, count, now));
      await keep(4);
      expect(await listed(user)).to.deep.equal([newest.id, tied.id, middle.id, oldest.id]);
      await keep(2);
      expect(await listed(user)).to.deep.equal([newest.id, tied.id]);
      await keep(0);
      expect([(await listed(user)).length, (await listed(other)).length]).to.deep.equal([0, 1]);
      expect(await lockLive(expired, new Date(now.getTime() - 1))).not.to.equal(undefined);
    });

    it('lists the live sessions of a user in pages, the most recently used first, without token hashes', async () => {
      const user = aUser();
      const [early, late] = [new Date('2020-03-01T00:00:00Z'), new Date('2020-03-02T00:00:00Z')];
      const sessions = [
        aSession({ userId: user.id, lastUsedAt: early, createdAt: late }),
        aSession({ userId: user.id, lastUsedAt: late, createdAt: early }),
        aSession({ userId: user.id, lastUsedAt: late, createdAt: late }),
      ];
      const [a, b, c] = sessions.map(({ id }) => id);
      await put(user, [...sessions, aSession({ userId: user.id, expiresAt: early })]);
      expect(await listed(user)).to.deep.equal([c, b, a]);
      expect(await listed(user, { sortOrder: 'asc', sortBy: 'lastUsedAt' })).to.deep.equal([a, b, c]);
      expect(await listed(user, { sortBy: 'createdAt' })).to.deep.equal([b, a, c]);
      const { items, ...second } = await open().sessions.list({ userId: user.id, page: 2, pageSize: 2 });
      expect(second).to.deep.equal({ total: 3, page: 2, pageSize: 2 });
      expect(items.map(({ id }) => id)).to.deep.equal([a]);
      const fields = ['id', 'ipAddress', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'];
      for (const session of items) expect(Object.keys(session)).to.have.members(fields);
      expect((await open().sessions.list({ userId: user.id, page: 3, pageSize: 2 })).total).to.equal(3);
    });

    it('holdsPassword returns whether a user is enabled and has the given password hash', async () => {
      const user = aUser();
      await put(user);
      const holds = (hash: string) => open().work.run((tx) => tx.users.holdsPassword(user.id, hash));
      expect(await holds(hashOf(givenPassword))).to.equal(true);
      await open().work.run((tx) => tx.users.setPassword(user.id, 'another'));
      expect([await holds(hashOf(givenPassword)), await holds('another')]).to.deep.equal([false, true]);
      expect((await open().users.credentialsOf(user.id, ''))?.passwordHash).to.equal('another');
      await open().work.run((tx) => tx.users.save({ ...user, status: disabled }));
      expect(await holds('another')).to.equal(false);
    });
  });
}
