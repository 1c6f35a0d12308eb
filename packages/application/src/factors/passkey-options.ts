import {
  challengeSeconds,
  type Factor,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyDescriptor,
  type PasskeyRequestOptions,
  type User,
  type UserId,
} from '@portcullis/domain';

/** The algorithms that are accepted, the best one first: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];
const timeout = challengeSeconds * 1000;
const relyingPartyName = 'Portcullis';

export const isPasskey = (factor: Factor): factor is Passkey => factor.kind === 'passkey';

/**
 * Returns the id of a user as browsers send it to authenticators and back. The 32 digits of a UUID are also base64url, in which WebAuthn
 * writes bytes in JSON.
 */
export const userHandleOf = (id: UserId): string => id.replaceAll('-', '');

const descriptorOf = ({ credentialId: id, transports }: Passkey): PasskeyDescriptor => ({
  id,
  type: 'public-key',
  transports,
});

interface Request {
  readonly challenge: string;
  readonly rpId: string;
}

/** Returns the options for the use of one of the passkeys; of any passkey if there are none. */
export const requestOptions = ({ challenge, rpId }: Request, passkeys: readonly Passkey[]): PasskeyRequestOptions => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
});

/** Returns the options for a new passkey of a user. An authenticator with one of the present passkeys refuses to make another one. */
export const creationOptions = (
  { challenge, rpId }: Request,
  { id, username }: Pick<User, 'id' | 'username'>,
  passkeys: readonly Passkey[],
): PasskeyCreationOptions => ({
  challenge,
  rp: { id: rpId, name: relyingPartyName },
  user: { id: userHandleOf(id), name: username, displayName: username },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout,
  excludeCredentials: passkeys.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});
