import { newFactor, type TotpFactor } from '@portcullis/domain/internal/accounts/factor';
import { newPasskey, type Passkey } from '@portcullis/domain/internal/accounts/passkey';
import { anId, unique } from './builders.ts';
import { fakeCodeOf, fakeSecretBox } from './fakes.ts';

/** Makes a confirmed authenticator app whose codes are all unused. */
export function aFactor({ userId, ...changes }: Partial<TotpFactor> & Pick<TotpFactor, 'userId'>): TotpFactor {
  const id = changes.id ?? anId();
  const at = new Date('2025-12-01T00:00:00.000Z');
  const sealedSecret = fakeSecretBox.seal('SECRET', `factor ${id}`);
  return { ...newFactor({ id, userId, sealedSecret }, at), confirmedAt: at, ...changes };
}

/** Makes an unused passkey with a counter of 1. */
export function aPasskey({ userId, ...changes }: Partial<Passkey> & Pick<Passkey, 'userId'>): Passkey {
  const at = new Date('2025-12-01T00:00:00.000Z');
  const credential = {
    credentialId: unique('credential-'),
    publicKey: 'cHVibGlj',
    counter: 1,
    transports: ['internal'],
  };
  return { ...newPasskey({ ...credential, id: anId(), userId, name: 'Laptop' }, at), ...changes };
}

/** Returns the code that every authenticator app shows at a time (see `fakeCodeOf`). */
export const codeAt = (at: Date): string => fakeCodeOf(Math.floor(at.getTime() / 30_000));
