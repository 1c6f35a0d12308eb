import { readdirSync, readFileSync } from 'node:fs';
import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { passwordHasher } from '../src/adapters/passwords.ts';
import { passwordCost } from '../src/config/limits.ts';
import { itWith } from './support/requirements.ts';

/** Returns the niceness of each thread of this process, by thread id. */
const threads = (): ReadonlyMap<string, number> =>
  new Map(
    readdirSync('/proc/self/task').map((id) => {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      // The name of the thread is in parentheses and may contain spaces, so only the text after the name is split.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [id, Number(fields[16])];
    }),
  );

describe('Passwords are hashed', () => {
  const userId = anId<'User'>();
  const unreadable: string[] = [];
  const hasher = passwordHasher({ maxWaitingHashes: 64, passwordCost }, (id) => void unreadable.push(id));
  const verify = (passwordHash: string | null, password = 'correct horse') =>
    hasher.verify({ userId, passwordHash }, password);
  after(() => hasher.close());

  itWith(['linux'], 'in threads with a lower priority than the event loop', async () => {
    const before = threads();
    const stored = await hasher.hash('correct horse');
    const started = [...threads()].filter(([id]) => !before.has(id)).map(([, niceness]) => niceness);
    const own = before.get(String(process.pid)) ?? 0;
    expect(started).to.include(Math.min(own + 5, 19));
    expect(await verify(stored)).to.equal(true);
  });

  it('with the same result as argon2', async () => {
    const stored = await hasher.hash('correct horse');
    expect(stored).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(stored, 'wrong horse')).to.equal(false);
    expect(await hasher.verify(undefined, 'correct horse')).to.equal(false);
    expect(await verify(null)).to.equal(false);
    expect(unreadable).to.deep.equal([]);
  });

  const foreign: Readonly<Record<string, string>> = {
    'an empty text': '',
    'MD5 crypt': '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/',
    'bcrypt with more rounds than end in a minute': '$2b$31$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    'a truncated hash': '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$0000',
    'more passes than end in a day': `$argon2id$v=19$m=19456,t=4294967295,p=1$bm9ib2R5cyBzYWx0IGhlcmU$${'0'.repeat(43)}`,
    'more memory than there is': `$argon2id$v=19$m=4294967295,t=2,p=1$bm9ib2R5cyBzYWx0IGhlcmU$${'0'.repeat(43)}`,
  };
  for (const [name, hash] of Object.entries(foreign)) {
    it(`and not accepted, but reported, if the stored hash is unreadable: ${name}`, async () => {
      unreadable.length = 0;
      expect(await verify(hash)).to.equal(false);
      expect(unreadable).to.deep.equal([userId]);
    });
  }

  it('with the parameters of the stored hash, also those of another product', async () => {
    const argon2i = '$argon2i$v=19$m=64,t=3,p=2$vSbI9ujuFNPSh+HYeqm6bA$3LXvzazbSIWUTVCIZwZuH+gBp9QhryGPgD1IX+28eOY';
    expect(await verify(argon2i)).to.equal(true);
  });

  it('again after the login if the hash is of another product or has another cost', async () => {
    const bcrypt = '$2y$10$XqfFYyUaBD0Jr.fAyR55W.Ur.rd5prMcDxvT6mwHcyT8okInuDzg2';
    expect(await verify(bcrypt)).to.equal(true);
    const renewed = await hasher.renew(bcrypt, 'correct horse');
    expect(await verify(renewed ?? null)).to.equal(true);
    expect(await hasher.renew(renewed ?? null, 'correct horse')).to.equal(undefined);
    expect(await hasher.renew(null, 'correct horse')).to.equal(undefined);
    const cheap = (await hasher.hash('x')).replace('t=2', 't=1');
    expect(await hasher.renew(cheap, 'x')).to.match(/t=2/);
  });

  it('unless too many are waiting', async () => {
    const full = passwordHasher({ maxWaitingHashes: 0, passwordCost }, () => undefined);
    expect(() => full.refuseWhenFull()).to.throw('Too many');
    await full.close();
  });
});
