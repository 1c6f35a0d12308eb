import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { runCommand, withDatabase } from './support/process.ts';

const aKey = (): string => randomBytes(32).toString('base64');

describe('The key of stored secrets, at the start of the program', () => {
  const account = { ADMIN_PASSWORD: 'first-administrator-1', JWT_SECRET: 'a secret of at least 32 bytes, for tests' };

  it('must be one of SECRETS_KEY, or the start ends with one line that names the variable', () =>
    withDatabase(async (directory, start) => {
      const [first, second] = [aKey(), aKey()];
      const startWith = async (keys: string): Promise<number | null> => {
        const program = start({ ...account, ...(keys !== '' && { SECRETS_KEY: keys }) });
        const isReady = await program.listening.then(
          () => true,
          () => false,
        );
        if (isReady) return program.stop();
        expect(program.written.stderr).to.match(
          /^SECRETS_KEY takes every key [^\n]*, and lacks [0-9a-f]{8}\.[^\n]*\n$/,
        );
        expect(program.written.stderr).not.to.include(first).and.not.include(second);
        expect(program.written.stdout).not.to.include('"msg":"ready"');
        return program.ended;
      };
      expect(await startWith(first)).to.equal(0);
      expect(await startWith(second)).to.equal(2);
      expect(await startWith('')).to.equal(2);
      expect(await startWith(`${second},${first}`)).to.equal(0);
      expect(await startWith(second)).to.equal(0);
      expect(await startWith(first)).to.equal(2);
      const accepted = await runCommand(['secrets', 'accept-loss'], {
        ...account,
        DATA_DIR: directory,
        SECRETS_KEY: first,
      });
      expect(accepted.stdout).to.match(/^lost {5}[0-9a-f]{8}\n/);
      expect(await startWith(first)).to.equal(0);
    }));

  it('may be derived or generated, and is kept when SECRETS_KEY or JWT_SECRET is set later', () =>
    withDatabase(async (_directory, start) => {
      const { ADMIN_PASSWORD } = account;
      for (const further of [{}, account, { ...account, SECRETS_KEY: aKey() }]) {
        const program = start({ ADMIN_PASSWORD, ...further });
        await program.listening;
        expect(await program.stop()).to.equal(0);
      }
      const program = start({ ...account, JWT_SECRET: 'another secret of at least 32 bytes' });
      expect(await program.ended).to.equal(2);
      expect(program.written.stderr).to.include(
        'It is not set, so the key of this process is derived from JWT_SECRET.',
      );
    }));
});
