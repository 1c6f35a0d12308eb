import { newFactor, newPasskey, type Passkey, type TotpFactor } from '@portcullis/domain';
import { contextOf } from '../factors/use-code.ts';
import { anId, unique } from './builders.ts';
import { fakeCodeOf, fakeSecretBox } from './effects.ts';

/** Returns a confirmed authenticator app, of which no code was used. */
export function aFactor({ userId, ...changes }: Partial<TotpFactor> & Pick<TotpFactor, 'userId'>): TotpFactor {
  const id = changes.id ?? anId();
  const at = new Date('2025-12-01T00:00:00.000Z');
  const sealedSecret = fakeSecretBox.seal('SECRET', contextOf({ id }));
  return { ...newFactor({ id, userId, sealedSecret }, at), confirmedAt: at, ...changes };
}

/** Returns a passkey that was not used, with a counter of 1. */
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

/** Returns the code that every app shows at a time, with the fake codes of `InMemoryWorld`. */
export const codeAt = (at: Date): string => fakeCodeOf(Math.floor(at.getTime() / 30_000));
