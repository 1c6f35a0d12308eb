import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnreadableSecret } from '@portcullis/application/internal/ports/system';
import { expect } from 'chai';
import { secretBox } from '../../src/adapters/secret-box.ts';
import { secretsKeysOf } from '../../src/adapters/secrets.ts';
import { readConfig } from '../../src/config/config.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const box = secretBox(() => [first]);

describe('The secret box', () => {
  it('decrypts what it has encrypted, and never encrypts a text twice in the same way', () => {
    const sealed = Array.from({ length: 20 }, () => box.seal('whsec_ünï', 'webhook 1'));
    expect(new Set(sealed).size).to.equal(sealed.length);
    for (const text of sealed) {
      expect(text).not.to.include('whsec');
      expect(box.open(text, 'webhook 1')).to.equal('whsec_ünï');
    }
  });

  it('refuses to decrypt changed data, data of another webhook, and data with another key', () => {
    const sealed = box.seal('secret', 'webhook 1');
    const other = sealed.at(-3) === 'A' ? 'B' : 'A';
    const attempts: readonly (() => string)[] = [
      () => box.open(sealed, 'webhook 2'),
      () => box.open(`${sealed.slice(0, -3)}${other}${sealed.slice(-2)}`, 'webhook 1'),
      () => box.open(sealed.slice(0, 20), 'webhook 1'),
      () => box.open('secret', 'webhook 1'),
      () => secretBox(() => [second]).open(sealed, 'webhook 1'),
    ];
    for (const attempt of attempts) expect(attempt).to.throw(UnreadableSecret);
  });

  it('encrypts with the first key and decrypts with all keys, so that a key can be replaced', () => {
    const both = secretBox(() => [second, first]);
    expect(both.open(box.seal('old', 'x'), 'x')).to.equal('old');
    expect(secretBox(() => [second]).open(both.seal('new', 'x'), 'x')).to.equal('new');
  });
});

describe('The key of stored secrets', () => {
  it('is SECRETS_KEY, otherwise derived from the configured signing key, otherwise generated once', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-'));
    const keysWith = (environment: Readonly<Record<string, string>>) =>
      secretsKeysOf(readConfig({ DATA_DIR: dataDir, ...environment }));
    const configured = `${first.toString('base64')},${second.toString('base64')}`;
    const derived = keysWith({ JWT_SECRET: 'x'.repeat(32) });
    expect(derived).to.have.lengthOf(1);
    // The derived key still decrypts what was stored before SECRETS_KEY was set.
    const both = keysWith({ SECRETS_KEY: configured, JWT_SECRET: 'x'.repeat(32) });
    expect(both).to.deep.equal([first, second, ...derived]);
    expect(keysWith({ JWT_SECRET: 'x'.repeat(32) })).to.deep.equal(derived);
    expect(keysWith({ JWT_SECRET: 'y'.repeat(32) })).not.to.deep.equal(derived);
    const [generated] = keysWith({});
    expect(generated).to.have.lengthOf(32);
    expect(keysWith({})).to.deep.equal([generated]);
    expect(keysWith({ SECRETS_KEY: configured })).to.deep.equal([first, second, generated]);
    const file = join(dataDir, 'secrets-key');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64url')).to.deep.equal(generated);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    rmSync(dataDir, { recursive: true });
  });

  it('must have 32 bytes', () => {
    expect(() => readConfig({ SECRETS_KEY: 'short' })).to.throw(/^SECRETS_KEY takes 32 bytes/);
  });
});
