import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { passwordHasher } from '../src/adapters/passwords.ts';

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
  const hasher = passwordHasher(64);
  after(() => hasher.close());

  it('in threads with a lower priority than the event loop', async function test() {
    if (process.platform !== 'linux') this.skip();
    const before = threads();
    const stored = await hasher.hash('correct horse');
    const started = [...threads()].filter(([id]) => !before.has(id)).map(([, niceness]) => niceness);
    const own = before.get(String(process.pid)) ?? 0;
    expect(started).to.include(Math.min(own + 5, 19));
    expect(await hasher.verify(stored, 'correct horse')).to.equal(true);
  });

  it('with the same result as argon2', async () => {
    const stored = await hasher.hash('correct horse');
    expect(stored).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, 'wrong horse')).to.equal(false);
    expect(await hasher.verify(undefined, 'correct horse')).to.equal(false);
  });

  it('unless too many are waiting', async () => {
    const full = passwordHasher(0);
    expect(() => full.refuseWhenFull()).to.throw('Too many');
    await full.close();
  });
});
