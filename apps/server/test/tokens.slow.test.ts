import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { badTokens, by, ed25519, faults, now } from './support/forgeries.ts';
import { hmac, jwt, partsOf, type Claims } from './support/jwt.ts';
import { administrator, aPerson, sharedService, signingSecret, startService } from './support/service.ts';
import type { Person, Service } from './support/service.ts';
import { openSession, type Tokens } from './support/sessions.ts';

describe('Access tokens (§5 rules 1, 2 and 4)', () => {
  let service: Service;
  let person: Person;
  let tokens: Tokens;
  let header: Claims;
  let claims: Claims;

  before(async () => {
    service = await sharedService();
    person = await aPerson(service);
    tokens = await openSession(service.api, person);
    [header, claims] = partsOf(tokens.accessToken);
  });

  const ask = async (token: string): Promise<readonly [status: number, code: number]> => {
    const { status, code } = await service.api.as(token).get('/auth/profile');
    return [status, code];
  };

  it('contain the user and the session, but no roles or permissions', () => {
    const { kid, ...rest } = header;
    expect(rest).to.deep.equal({ alg: 'HS256', typ: 'at+jwt' });
    expect(kid).to.match(/^[\w-]{16}$/);
    expect(claims).to.have.all.keys('iss', 'aud', 'sub', 'sid', 'jti', 'iat', 'exp');
    expect(claims['sub']).to.equal(person.id);
  });

  it('are valid for 15 minutes by default', async () => {
    const { api, stop } = await startService();
    try {
      const { accessToken, expiresIn } = await openSession(api, administrator);
      const [, { iat, exp }] = partsOf(accessToken);
      expect([expiresIn, Number(exp) - Number(iat)]).to.deep.equal(['15m', 900]);
    } finally {
      await stop();
    }
  });

  it('signed by the test with the right key are accepted, so the tokens below are refused only for their fault', async () => {
    expect(await ask(jwt(header, claims))).to.deep.equal([200, 0]);
  });

  it('are required: a request without a token returns 401, 1001', async () => {
    const { status, code } = await service.api.get('/auth/profile');
    expect([status, code]).to.deep.equal([401, 1001]);
  });

  it('are refused with 401, 1102 if they have expired and have no other fault', async () => {
    expect(await ask(jwt(header, { ...claims, iat: now() - 901, exp: now() - 1 }))).to.deep.equal([401, 1102]);
  });

  it('are refused with 1103, not 1102, if they are both expired and forged', async () => {
    const expired = { ...claims, exp: now() - 1 };
    expect(await ask(jwt(header, expired, hmac('sha256', 'another secret')))).to.deep.equal([401, 1103]);
  });

  for (const fault of faults) {
    it(`are refused with 401, 1103: ${fault}`, async () => {
      expect(await ask(badTokens(header, claims, tokens)[fault] ?? '')).to.deep.equal([401, 1103]);
    });
  }

  for (const value of ['Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', 'Digest x', 'token']) {
    it(`are refused with 401, 1103 in the header '${value}'`, async () => {
      const { status, code } = await service.api.get('/auth/profile', { Authorization: value });
      expect([status, code]).to.deep.equal([401, 1103]);
    });
  }

  it('are refused after logout in every encoding, because the session is revoked', async () => {
    const { accessToken } = await openSession(service.api, person);
    // In base64url, the last character of 32 bytes contains two bits that a decoder ignores.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(accessToken.slice(-1));
    const spellings = [0, 1, 2, 3].map((bits) => accessToken.slice(0, -1) + (alphabet[(last & ~3) | bits] ?? ''));
    const all = [...spellings, `${accessToken}=`, `${accessToken}==`];
    expect(await ask(accessToken)).to.deep.equal([200, 0]);
    await service.api.as(accessToken).post('/auth/logout');
    for (const spelling of all) expect(await ask(spelling), spelling).to.deep.equal([401, 1103]);
  });

  describe('signed with an Ed25519 key', () => {
    let other: Service;

    before(async () => {
      const pem = ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' });
      other = await startService({ JWT_PRIVATE_KEY: String(pem).replaceAll('\n', String.raw`\n`) });
    });
    after(() => other.stop());

    it('are accepted only with this key, and not if its public key is used as a secret', async () => {
      const someone = await aPerson(other);
      const { accessToken } = await openSession(other.api, someone);
      const [own, said] = partsOf(accessToken);
      expect(own['alg']).to.equal('EdDSA');
      const publicPem = String(ed25519.publicKey.export({ type: 'spki', format: 'pem' }));
      const statusOf = async (token: string) => (await other.api.as(token).get('/auth/profile')).code;
      expect(await statusOf(jwt(own, said, by(ed25519.privateKey, undefined)))).to.equal(0);
      const forged = { ...own, alg: 'HS256' };
      expect(await statusOf(jwt(forged, said, hmac('sha256', publicPem)))).to.equal(1103);
      expect(await statusOf(jwt(forged, said, hmac('sha256', signingSecret)))).to.equal(1103);
      const elsewhere = generateKeyPairSync('ed25519').privateKey;
      expect(await statusOf(jwt(own, said, by(elsewhere, undefined)))).to.equal(1103);
    });
  });
});
