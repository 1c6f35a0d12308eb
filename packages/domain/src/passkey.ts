import type { FactorId, UserId } from './ids.ts';
import type { TextRule } from './text.ts';

/** A passkey of an account: a key pair whose private key an authenticator keeps (WebAuthn). */
export interface Passkey {
  readonly id: FactorId;
  readonly userId: UserId;
  readonly kind: 'passkey';
  /** The name that its owner gave it. */
  readonly name: string;
  /** The id that the authenticator gave it, base64url. Unique among all accounts. */
  readonly credentialId: string;
  /** The public key in COSE form, base64url. */
  readonly publicKey: string;
  /** How often the authenticator says that it has signed; 0 if it does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly createdAt: Date;
  /** Equal to `createdAt`: a passkey takes effect when it is added. */
  readonly confirmedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The part of a passkey that its authenticator decides. */
export type PasskeyCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

export const passkeyNameRule: TextRule = { min: 1, max: 64 };

export const newPasskey = (
  passkey: PasskeyCredential & Pick<Passkey, 'id' | 'userId' | 'name'>,
  at: Date,
): Passkey => ({ ...passkey, kind: 'passkey', createdAt: at, confirmedAt: at, lastUsedAt: null });
