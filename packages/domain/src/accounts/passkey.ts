import type { FactorId, UserId } from '../shared/ids.ts';
import type { TextRule } from '../names/text.ts';

/** A passkey of an account: a key pair whose private key is in an authenticator (WebAuthn). */
export interface Passkey {
  readonly id: FactorId;
  readonly userId: UserId;
  readonly kind: 'passkey';
  /** The name that the owner chose for the passkey. */
  readonly name: string;
  /** The credential id from the authenticator, in base64url. Unique among all accounts. */
  readonly credentialId: string;
  /** The public key in COSE format, in base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator; 0 if the authenticator has no counter. */
  readonly counter: number;
  /** How browsers reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  /** Equal to `createdAt`: a passkey takes effect when it is added. */
  readonly confirmedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The fields of a passkey that its authenticator determines. */
export type PasskeyCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** The rule of the name that a user gives to a passkey. */
export const passkeyNameRule: TextRule = { min: 1, max: 64 };

/** Makes a passkey, which is confirmed at once. */
export const newPasskey = (
  passkey: PasskeyCredential & Pick<Passkey, 'id' | 'userId' | 'name'>,
  at: Date,
): Passkey => ({ ...passkey, kind: 'passkey', createdAt: at, confirmedAt: at, lastUsedAt: null });
