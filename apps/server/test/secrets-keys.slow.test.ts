import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { runCommand, withAnyDatabase } from './support/process.ts';
import { attemptStart } from './support/refusal.ts';

const aKey = (): string => randomBytes(32).toString('base64');

describe('The key of stored secrets, at the start of the service', () => {
  const account = {
    ADMIN_PASSWORD: 'first-administrator-1',
    JWT_SECRET: 'a secret of at least 32 bytes, for tests',
    SHUTDOWN_GRACE: '0s',
  };

  it('must be one of SECRETS_KEY, or the start ends with one line that names the variable', () =>
    withAnyDatabase(async (_start, variables) => {
      const [first, second] = [aKey(), aKey()];
      const startWith = async (keys: string): Promise<number> => {
        const refusal = await attemptStart({
          ...account,
          ...variables,
          ...(keys !== '' && { SECRETS_KEY: keys }),
        });
        if (refusal === undefined) return 0;
        expect(refusal.text).to.match(/^SECRETS_KEY takes every key [^\n]*, and lacks [0-9a-f]{8}\.[^\n]*$/);
        expect(refusal.text).not.to.include(first).and.not.include(second);
        return refusal.exitCode;
      };
      expect(await startWith(first)).to.equal(0);
      expect(await startWith(second)).to.equal(2);
      expect(await startWith('')).to.equal(2);
      expect(await startWith(`${second},${first}`)).to.equal(0);
      expect(await startWith(second)).to.equal(0);
      expect(await startWith(first)).to.equal(2);
      const accepted = await runCommand(['secrets', 'accept-loss'], {
        ...account,
        ...variables,
        SECRETS_KEY: first,
      });
      expect(accepted.stdout).to.match(/^lost {5}[0-9a-f]{8}\n/);
      expect(await startWith(first)).to.equal(0);
    }));

  it('may be derived or generated, and is kept when SECRETS_KEY or JWT_SECRET is set later', () =>
    withAnyDatabase(async (_start, variables) => {
      const { ADMIN_PASSWORD, SHUTDOWN_GRACE } = account;
      const generated = { ADMIN_PASSWORD, SHUTDOWN_GRACE, ...variables };
      for (const further of [{}, account, { ...account, SECRETS_KEY: aKey() }]) {
        expect(await attemptStart({ ...generated, ...further })).to.equal(undefined);
      }
      const refusal = await attemptStart({
        ...generated,
        ...account,
        JWT_SECRET: 'another secret of at least 32 bytes',
      });
      expect(refusal?.exitCode).to.equal(2);
      expect(refusal?.text).to.include('It is not set, so the key of this process is derived from JWT_SECRET.');
    }));
});
