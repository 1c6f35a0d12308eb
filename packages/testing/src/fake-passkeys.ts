import type { Passkey, PasskeyCredential } from '@portcullis/domain/internal/accounts/passkey';
import type { Passkeys, PresentedPasskey } from '@portcullis/application/internal/ports/passkeys';

interface FakeResponse extends PresentedPasskey {
  readonly counter: number;
  /** The key that signed the response; undefined in the response that creates a passkey. */
  readonly signedWith?: string;
}

/** Returns the response of a browser that has created a passkey. */
export const registrationResponse = (
  { credentialId, counter }: Pick<Passkey, 'credentialId' | 'counter'>,
  challenge: string,
): FakeResponse => ({ credentialId, challenge, counter, userHandle: null });

/**
 * Returns the response of a browser that logs in with a passkey. The counter in the response is one above the counter
 * of the passkey.
 */
export const authenticationResponse = (
  { credentialId, counter, publicKey, userId }: Passkey,
  challenge: string,
  changes: Partial<FakeResponse> = {},
): FakeResponse => ({
  credentialId,
  challenge,
  counter: counter + 1,
  signedWith: publicKey,
  userHandle: userId.replaceAll('-', ''),
  ...changes,
});

const isResponse = (value: unknown): value is FakeResponse =>
  typeof value === 'object' && value !== null && 'credentialId' in value;

/**
 * Accepts a response of `registrationResponse` if the challenge is correct. Accepts a response of
 * `authenticationResponse` if the challenge and the key are correct and the counter is higher than the counter of the
 * passkey.
 */
export class FakePasskeys implements Passkeys {
  /** The domain of the passkeys. A test may set it to undefined, which makes passkeys unavailable. */
  domain: string | undefined = 'cms.example.com';

  get isAvailable(): boolean {
    return this.domain !== undefined;
  }

  readonly relyingPartyId = (): string => {
    if (this.domain === undefined) throw new Error('There is no address for passkeys.');
    return this.domain;
  };

  readonly read: Passkeys['read'] = async (credential) => (isResponse(credential) ? credential : undefined);

  readonly verifyNew: Passkeys['verifyNew'] = async (credential, challenge): Promise<PasskeyCredential | undefined> => {
    if (!isResponse(credential) || credential.challenge !== challenge || credential.signedWith !== undefined)
      return undefined;
    const { credentialId, counter } = credential;
    return { credentialId, publicKey: `key of ${credentialId}`, counter, transports: ['internal'] };
  };

  readonly verify: Passkeys['verify'] = async (credential, challenge, { publicKey, counter }) => {
    const isRight =
      isResponse(credential) &&
      credential.challenge === challenge &&
      credential.signedWith === publicKey &&
      credential.counter > counter;
    return isRight ? credential.counter : undefined;
  };
}
