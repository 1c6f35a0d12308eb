import { expect } from 'chai';
import fc from 'fast-check';
import { checkFactorCount, newFactor, type Factor } from '../src/accounts/factor.ts';
import { newPasskeyChallenge } from '../src/accounts/passkey-challenge.ts';
import { newPasskey } from '../src/accounts/passkey.ts';
import { anId, refusalKind } from './support.ts';

const at = new Date('2026-05-01T00:00:00.000Z');
const userId = anId<'User'>(1);

const aPasskey = (): Factor => {
  const credential = { credentialId: 'a-credential', publicKey: 'a-key', counter: 0, transports: [] };
  return newPasskey({ ...credential, id: anId<'Factor'>(2), userId, name: 'Laptop' }, at);
};
const anApp = (confirmedAt: Date | null): Factor => ({
  ...newFactor({ id: anId<'Factor'>(2), userId, sealedSecret: 'sealed' }, at),
  confirmedAt,
});

describe('Passkeys', () => {
  it('take effect when they are added', () => {
    expect(aPasskey()).to.deep.include({ kind: 'passkey', confirmedAt: at, lastUsedAt: null });
  });

  it('have challenges that are valid for 5 minutes', () => {
    expect(newPasskeyChallenge({ hash: 'a-hash', userId: null }, at)).to.deep.equal({
      hash: 'a-hash',
      userId: null,
      expiresAt: new Date('2026-05-01T00:05:00.000Z'),
    });
  });

  it('can be added if the account has fewer than 5 passkeys and confirmed apps in total', () => {
    const factor = fc.constantFrom(aPasskey(), anApp(at), anApp(null));
    fc.assert(
      fc.property(fc.array(factor, { maxLength: 9 }), (factors) => {
        const confirmed = factors.filter(({ confirmedAt }) => confirmedAt !== null).length;
        const refusal = refusalKind(() => checkFactorCount(factors));
        expect(refusal).to.equal(confirmed < 5 ? undefined : 'too-many-factors');
      }),
    );
  });
});
