import { expect } from 'chai';
import { recoveryCodes, totpCodeOf, totpCodes } from '../../src/adapters/totp-codes.ts';

/** The secret of the test vectors: '12345678901234567890' in base 32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The SHA-1 vectors of RFC 6238, appendix B: seconds since 1970, and the last 6 of the 8 digits of the code. */
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('Codes of authenticator apps', () => {
  for (const [seconds, code] of vectors) {
    it(`are those of RFC 6238, appendix B, at ${seconds} s`, () => {
      const step = Math.floor(seconds / 30);
      expect(totpCodeOf(secret, step)).to.equal(code);
      expect(totpCodes.matches(secret, step, code)).to.equal(true);
      expect(totpCodes.matches(secret, step + 1, code)).to.equal(false);
    });
  }

  it('match only texts of 6 ASCII digits', () => {
    for (const code of ['', '28708', '2870820', '94287082', '２８７０８２', '28708é', '-87082', ' 87082']) {
      expect(totpCodes.matches(secret, 1, code), code).to.equal(false);
    }
  });

  it('have secrets of 160 random bits in base 32', () => {
    const secrets = Array.from({ length: 100 }, totpCodes.createSecret);
    expect(new Set(secrets).size).to.equal(100);
    for (const each of secrets) expect(each).to.match(/^[A-Z2-7]{32}$/);
  });
});

describe('Recovery codes', () => {
  it('have 120 random bits in 4 groups', () => {
    const codes = Array.from({ length: 100 }, recoveryCodes.create);
    expect(new Set(codes).size).to.equal(100);
    for (const code of codes) expect(code).to.match(/^[A-Z2-7]{6}(-[A-Z2-7]{6}){3}$/);
  });
});
