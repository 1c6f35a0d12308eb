import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { passwordHasher } from '../src/adapters/passwords.ts';
import { passwordCost } from '../src/config/limits.ts';

describe('A log-in with a hash of another product', () => {
  const hasher = passwordHasher({ maxWaitingHashes: 64, passwordCost }, () => undefined);
  const verify = (passwordHash: string, password = 'correct horse') =>
    hasher.verify({ userId: anId<'User'>(), passwordHash }, password);
  after(() => hasher.close());

  it('takes at least the time of an own hash, also if the password is wrong', async () => {
    const own = await hasher.hash('correct horse');
    const cheapForeign = '$P$BaBICGx4GqDWR3vsQxLP8ZRMfPN7SX/';
    const fastest = async (work: () => Promise<unknown>): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const ownTime = await fastest(() => verify(own));
    expect(await fastest(() => verify(cheapForeign, 'wrong horse'))).to.be.at.least(ownTime * 0.9);
    const logIn = async () => {
      await verify(cheapForeign);
      await hasher.renew(cheapForeign, 'correct horse');
    };
    expect(await fastest(logIn)).to.be.at.least(ownTime * 0.9);
  });
});
