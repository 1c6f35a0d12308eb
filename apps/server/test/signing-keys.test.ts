import { accessTokenService, type AccessTokenService } from '@portcullis/adapters-http/internal/checks/access-tokens';
import { expect } from 'chai';
import { keysOf, secretsKeysOf } from '../src/adapters/secrets.ts';
import { randomIds } from '../src/adapters/system.ts';
import { readConfig } from '../src/config/config.ts';
import type { Environment } from '../src/config/read-variables.ts';
import { partsOf } from './support/jwt.ts';
import { aPrivateKey } from './support/private-keys.ts';

const tokensWith = (environment: Environment): AccessTokenService =>
  accessTokenService({
    ...keysOf(readConfig(environment)),
    expiresIn: '15m',
    ttlSeconds: 900,
    clock: { now: () => new Date() },
    ids: randomIds,
  });

const claims = { userId: randomIds.next<'User'>(), sessionId: randomIds.next<'Session'>() };

const isAccepted = (tokens: AccessTokenService, token: string): Promise<boolean> =>
  tokens.verify(token).then(
    () => true,
    () => false,
  );

describe('Lists of keys for tokens', () => {
  const kinds: readonly (readonly [single: string, list: string, keys: readonly [string, string, string]])[] = [
    ['JWT_SECRET', 'JWT_SECRETS', ['a'.repeat(32), ` ${'b'.repeat(32)}`, 'c'.repeat(32)]],
    ['JWT_PRIVATE_KEY', 'JWT_PRIVATE_KEYS', [aPrivateKey(), aPrivateKey(), aPrivateKey()]],
  ];

  for (const [single, list, [old, next, third]] of kinds) {
    it(`accept the tokens of every key in ${list}, and no others, in each step of a rotation`, async () => {
      const [before, added, moved, after] = [
        { [single]: old },
        { [list]: `${old},${next}` },
        { [list]: `${next},${old}` },
        { [single]: next },
      ].map(tokensWith);
      if (!before || !added || !moved || !after) throw new Error('unreachable');
      const stranger = await tokensWith({ [single]: third }).issue(claims);
      const [ofOld, ofAdded, ofMoved] = await Promise.all([before, added, moved].map((each) => each.issue(claims)));
      const kids = [ofOld, ofAdded, ofMoved].map((token = '') => partsOf(token)[0]['kid']);
      expect(kids[0]).to.equal(kids[1]).and.not.equal(kids[2]);
      const accepted = async (tokens: AccessTokenService) =>
        Promise.all([ofOld, ofAdded, ofMoved, stranger].map((token = '') => isAccepted(tokens, token)));
      expect(await accepted(before)).to.deep.equal([true, true, false, false]);
      for (const during of [added, moved]) expect(await accepted(during)).to.deep.equal([true, true, true, false]);
      expect(await accepted(after)).to.deep.equal([false, false, true, false]);
    });

    it(`decrypt with ${list} the secrets that were stored with each key`, () => {
      const [of] = secretsKeysOf(readConfig({ [single]: next }));
      const [first, second] = secretsKeysOf(readConfig({ [list]: `${old},${next}` }));
      expect(second).to.deep.equal(of);
      expect(first).to.deep.equal(secretsKeysOf(readConfig({ [single]: old }))[0]);
    });

    it(`must be the only variable with keys: ${list}`, () => {
      const secret = 's'.repeat(32);
      for (const other of ['JWT_SECRET', 'JWT_PRIVATE_KEY', 'JWT_SECRETS', 'JWT_PRIVATE_KEYS'])
        if (other !== list)
          expect(() => readConfig({ [list]: old, [other]: secret }), other).to.throw('take effect only alone');
    });
  }

  it('are refused with a bad entry, which the message does not show', () => {
    const bad = 'short-secret';
    expect(() => readConfig({ JWT_SECRETS: `${'a'.repeat(32)},${bad}` }))
      .to.throw(/^JWT_SECRETS takes secrets of at least 32 bytes/)
      .and.not.match(/short/);
    expect(() => keysOf(readConfig({ JWT_PRIVATE_KEYS: `${aPrivateKey()},${bad}` }))).to.throw(
      /JWT_PRIVATE_KEYS take Ed25519/,
    );
  });
});
