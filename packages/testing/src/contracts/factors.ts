import { newFactor, newLoginChallenge, type TotpFactor } from '@portcullis/domain/internal/accounts/factor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { newPasskeyChallenge } from '@portcullis/domain/internal/accounts/passkey-challenge';
import { expect } from 'chai';
import { aUser, anId, unique } from '../builders.ts';
import { aPasskey } from '../factors.ts';
import { given } from '../given.ts';
import { outcomes, type OpenStore } from './store.ts';

const at = new Date('2026-05-01T00:00:00.000Z');

export function factorContract(adapter: string, open: OpenStore): void {
  const putUser = async () => {
    const user = aUser();
    await given(open().work, { users: [user] });
    return user;
  };

  describe(`Factors contract, ${adapter}`, () => {
    const add = async (userId: UserId, changes: Partial<TotpFactor> = {}) => {
      const factor = { ...newFactor({ id: anId(), userId, sealedSecret: unique('sealed') }, at), ...changes };
      await open().work.run((tx) => tx.factors.add(factor));
      return factor;
    };
    const stored = (userId: UserId) => open().work.run((tx) => tx.factors.of(userId));

    it('stores, changes and removes the factors of each user', async () => {
      const [ada, bob] = [await putUser(), await putUser()];
      const first = await add(ada.id);
      const second = await add(ada.id, { createdAt: new Date(at.getTime() + 1) });
      const other = await add(bob.id);
      const used = { ...first, sealedSecret: 'sealed again', confirmedAt: at, lastStep: 59_000_000, lastUsedAt: at };
      await open().work.run((tx) => tx.factors.save(used));
      expect(await stored(ada.id)).to.deep.equal([used, second]);
      await open().work.run((tx) => tx.factors.remove([first.id]));
      expect(await stored(ada.id)).to.deep.equal([second]);
      expect(await stored(bob.id)).to.deep.equal([other]);
    });

    it('reports that an account has a second factor only after a factor was confirmed', async () => {
      const user = await putUser();
      const hasFactor = async () => [
        (await open().users.credentials(user.username))?.hasFactor,
        (await open().users.credentialsOf(user.id, 'network'))?.hasFactor,
      ];
      const factor = await add(user.id);
      expect(await hasFactor()).to.deep.equal([false, false]);
      await open().work.run((tx) => tx.factors.save({ ...factor, confirmedAt: at }));
      expect(await hasFactor()).to.deep.equal([true, true]);
    });

    it('lists confirmed factors with the number of recovery codes, and omits unconfirmed factors', async () => {
      const user = await putUser();
      await add(user.id);
      const { id, kind, createdAt, lastUsedAt } = await add(user.id, { confirmedAt: at, lastUsedAt: at });
      await open().work.run((tx) => tx.factors.setRecoveryCodes(user.id, ['one', 'two']));
      const own = { factors: [{ id, kind, name: null, createdAt, lastUsedAt }], recoveryCodesLeft: 2 };
      expect(await open().factors.of(user.id)).to.deep.equal(own);
      expect(await open().factors.of(anId())).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
    });

    it('accepts each recovery code once, and only for its user', async () => {
      const [ada, bob] = [await putUser(), await putUser()];
      const use = (userId: UserId, hash: string) => open().work.run((tx) => tx.factors.useRecoveryCode(userId, hash));
      const count = () => open().work.run((tx) => tx.factors.countRecoveryCodes(ada.id));
      await open().work.run((tx) => tx.factors.setRecoveryCodes(ada.id, ['one', 'two']));
      expect(await use(bob.id, 'one')).to.equal(false);
      expect(await count()).to.equal(2);
      expect([await use(ada.id, 'one'), await use(ada.id, 'one')]).to.deep.equal([true, false]);
      expect(await count()).to.equal(1);
      await open().work.run((tx) => tx.factors.setRecoveryCodes(ada.id, ['three']));
      expect([await use(ada.id, 'two'), await use(ada.id, 'three')]).to.deep.equal([false, true]);
    });

    it('stores authenticator apps and passkeys of one user, including the counters of passkeys', async () => {
      const user = await putUser();
      const app = await add(user.id, { confirmedAt: at });
      const passkey = aPasskey({ userId: user.id, createdAt: at, confirmedAt: at, transports: ['usb', 'nfc'] });
      const unreported = aPasskey({
        userId: user.id,
        createdAt: new Date(at.getTime() + 1),
        transports: [],
        counter: 0,
      });
      await open().work.run(async (tx) => {
        await tx.factors.add(passkey);
        await tx.factors.add(unreported);
      });
      const used = { ...passkey, counter: 4_294_967_295, lastUsedAt: at };
      await open().work.run((tx) => tx.factors.save(used));
      expect(await stored(user.id)).to.have.deep.members([app, used, unreported]);
      const { factors } = await open().factors.of(user.id);
      expect(factors.map(({ kind, name, lastUsedAt }) => ({ kind, name, lastUsedAt }))).to.have.deep.members([
        { kind: 'totp', name: null, lastUsedAt: null },
        { kind: 'passkey', name: 'Laptop', lastUsedAt: at },
        { kind: 'passkey', name: 'Laptop', lastUsedAt: null },
      ]);
    });

    it('finds a passkey by its credential id, and refuses another passkey with the same credential id', async () => {
      const [ada, bob] = [await putUser(), await putUser()];
      const passkey = aPasskey({ userId: ada.id });
      const addFor = (userId: UserId) => open().work.run((tx) => tx.factors.add({ ...passkey, id: anId(), userId }));
      await open().work.run((tx) => tx.factors.add(passkey));
      expect(await outcomes([addFor(bob.id), addFor(ada.id)])).to.deep.equal({
        won: 0,
        refused: ['wrong-passkey', 'wrong-passkey'],
      });
      const find = (credentialId: string) => open().work.run((tx) => tx.factors.findPasskey(credentialId));
      expect(await find(passkey.credentialId)).to.deep.equal(passkey);
      expect(await find(passkey.credentialId.toUpperCase())).to.equal(undefined);
      await open().work.run((tx) => tx.factors.remove([passkey.id]));
      expect(await find(passkey.credentialId)).to.equal(undefined);
    });

    it('removes factors, recovery codes and login challenges together with their user', async () => {
      const user = await putUser();
      await add(user.id, { confirmedAt: at });
      const challenge = newLoginChallenge({ tokenHash: unique('hash'), userId: user.id }, at);
      await open().work.run(async (tx) => {
        await tx.factors.setRecoveryCodes(user.id, ['one']);
        await tx.loginChallenges.add(challenge);
        await tx.users.remove(user.id);
      });
      expect(await stored(user.id)).to.deep.equal([]);
      expect(await open().factors.of(user.id)).to.deep.equal({ factors: [], recoveryCodesLeft: 0 });
      expect(await open().work.run((tx) => tx.loginChallenges.find(challenge.tokenHash))).to.equal(undefined);
    });
  });

  describe(`Log-in challenges contract, ${adapter}`, () => {
    const add = async (userId: UserId, from = at) => {
      const challenge = newLoginChallenge({ tokenHash: unique('hash'), userId }, from);
      await open().work.run((tx) => tx.loginChallenges.add(challenge));
      return challenge;
    };
    const find = (tokenHash: string) => open().work.run((tx) => tx.loginChallenges.find(tokenHash));

    it('finds a login challenge by the hash of its token, stores its failures, and removes it', async () => {
      const user = await putUser();
      const [first, second] = [await add(user.id), await add(user.id)];
      const failed = { ...first, failures: 3 };
      await open().work.run((tx) => tx.loginChallenges.setFailures(failed));
      expect(await find(first.tokenHash)).to.deep.equal(failed);
      await open().work.run((tx) => tx.loginChallenges.remove(first.tokenHash));
      expect(await find(first.tokenHash)).to.equal(undefined);
      expect(await find(second.tokenHash)).to.deep.equal(second);
    });

    it('removes the login challenges of a user when setPassword or resetPassword is called', async () => {
      const [ada, bob] = [await putUser(), await putUser()];
      for (const method of ['setPassword', 'resetPassword'] as const) {
        const [own, other] = [await add(ada.id), await add(bob.id)];
        await open().work.run((tx) => tx.users[method](ada.id, 'hash of another password'));
        expect([await find(own.tokenHash), await find(other.tokenHash)], method).to.deep.equal([undefined, other]);
      }
    });

    it('removes the login challenges of one user', async () => {
      const [ada, bob] = [await putUser(), await putUser()];
      const [own, other] = [await add(ada.id), await add(bob.id)];
      await open().work.run((tx) => tx.loginChallenges.removeOf(ada.id));
      expect([await find(own.tokenHash), await find(other.tokenHash)]).to.deep.equal([undefined, other]);
    });

    it('removes expired login challenges in batches', async () => {
      const user = await putUser();
      const removeExpired = () => open().work.run((tx) => tx.loginChallenges.removeExpired(at, 2));
      while ((await removeExpired()) > 0);
      const lasting = await add(user.id);
      for (let count = 0; count < 3; count += 1) await add(user.id, new Date(at.getTime() - 300_000));
      expect([await removeExpired(), await removeExpired(), await removeExpired()]).to.deep.equal([2, 1, 0]);
      expect(await find(lasting.tokenHash)).to.deep.equal(lasting);
    });
  });
  describe(`Passkey challenges contract, ${adapter}`, () => {
    const add = async (userId: UserId | null, from = at) => {
      const challenge = newPasskeyChallenge({ hash: unique('hash'), userId }, from);
      await open().work.run((tx) => tx.passkeyChallenges.add(challenge));
      return challenge;
    };
    const take = (hash: string, now = at) => open().work.run((tx) => tx.passkeyChallenges.take(hash, now));

    it('take returns a passkey challenge once, even to concurrent calls, and only before it expires', async () => {
      const user = await putUser();
      const [own, anonymous] = [await add(user.id), await add(null)];
      expect(await take(own.hash, own.expiresAt)).to.equal(undefined);
      expect(await take(own.hash)).to.deep.equal(own);
      const taken = await Promise.all([take(anonymous.hash), take(anonymous.hash), take(anonymous.hash)]);
      expect(taken.filter((each) => each !== undefined)).to.deep.equal([anonymous]);
    });

    it('removes passkey challenges together with their user, and removes expired ones in batches', async () => {
      const user = await putUser();
      const own = await add(user.id);
      await open().work.run((tx) => tx.users.remove(user.id));
      expect(await take(own.hash)).to.equal(undefined);
      const removeExpired = () => open().work.run((tx) => tx.passkeyChallenges.removeExpired(at, 2));
      while ((await removeExpired()) > 0);
      const lasting = await add(null);
      for (let count = 0; count < 3; count += 1) await add(null, new Date(at.getTime() - 300_000));
      expect([await removeExpired(), await removeExpired(), await removeExpired()]).to.deep.equal([2, 1, 0]);
      expect(await take(lasting.hash)).to.deep.equal(lasting);
    });
  });
}
