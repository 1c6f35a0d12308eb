import { expect } from 'chai';
import fc from 'fast-check';
import { checkNewAccount } from '../src/accounts/new-account.ts';
import { checkPassword, type PasswordPolicy } from '../src/accounts/password.ts';
import { anyCharacter, refusalKind, refusalOf } from './support.ts';

const aPolicy = (given: Partial<PasswordPolicy> = {}): PasswordPolicy => ({
  minLength: 8,
  common: new Set(['password1']),
  ...given,
});

const check = (password: string, policy = aPolicy()) => refusalOf(() => checkPassword(policy, password, 'newPassword'));

describe('Password', () => {
  /** Each letter is one code point. The last one takes two UTF-16 code units. */
  for (const letter of ['x', 'é', '锁', '🔒']) {
    it(`has 8 to 128 characters, counted as code points: ${letter}`, () => {
      expect(check(letter.repeat(7))?.refusal).to.equal('password-unacceptable');
      expect(check(letter.repeat(8))).to.equal(undefined);
      expect(check(letter.repeat(128))).to.equal(undefined);
      expect(check(letter.repeat(129))?.refusal).to.equal('password-unacceptable');
    });
  }

  it('has at least the minimum length of the policy', () => {
    expect(check('x'.repeat(11), aPolicy({ minLength: 12 }))?.refusal).to.equal('password-unacceptable');
    expect(check('x', aPolicy({ minLength: 1 }))).to.equal(undefined);
  });

  it('may consist of any characters', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 8, maxLength: 128 });
    fc.assert(
      fc.property(text, (password) => {
        expect(check(password)).to.equal(undefined);
      }),
    );
  });

  it('is not trimmed: spaces count', () => {
    expect(check('        ')).to.equal(undefined);
    expect(check(' 1234567')).to.equal(undefined);
  });

  it('may not be one of the common passwords', () => {
    expect(check('password1')?.refusal).to.equal('password-unacceptable');
    expect(check('password1 ')).to.equal(undefined);
    expect(check('password2')).to.equal(undefined);
  });

  it('is refused with an error that contains the field and the limits, but not the password', () => {
    const refusal = check('secret!');
    const message = 'The password must have 8 to 128 characters.';
    expect(refusal).to.include({ message });
    expect(refusal?.details).to.deep.equal([{ field: 'newPassword', message }]);
    expect(check('password1')?.message).not.to.include('password1');
  });

  it('is refused as a common password only if its length is allowed', () => {
    const short = aPolicy({ common: new Set(['123456']) });
    expect(refusalKind(() => checkPassword(short, '123456', 'password'))).to.equal('password-unacceptable');
    expect(check('123456', short)?.message).to.include('8 to 128');
  });
});

describe('A new account', () => {
  it('is refused with all errors in its user name and its password', () => {
    const refusal = refusalOf(() => checkNewAccount(aPolicy(), { username: 'p\u0430ypal', password: 'short' }));
    expect(refusal?.refusal).to.equal('username-unacceptable');
    expect(refusal?.details).to.have.lengthOf(2);
  });

  it('is refused because of its password if its user name is acceptable', () => {
    const refusal = refusalOf(() => checkNewAccount(aPolicy(), { username: 'ada', password: 'short' }));
    expect(refusal?.refusal).to.equal('password-unacceptable');
    expect(refusalOf(() => checkNewAccount(aPolicy(), { username: 'ada', password: 'long enough' }))).to.equal(
      undefined,
    );
  });
});
