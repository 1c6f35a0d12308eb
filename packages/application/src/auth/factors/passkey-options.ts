import { challengeSeconds, type Factor } from '@portcullis/domain/internal/accounts/factor';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import { newPasskeyChallenge } from '@portcullis/domain/internal/accounts/passkey-challenge';
import type {
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRequestOptions,
} from '@portcullis/domain/internal/shared/passkey-options';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Clock } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';

/** The accepted signature algorithms in order of preference: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];
const timeout = challengeSeconds * 1000;
const relyingPartyName = 'Portcullis';

export const isPasskey = (factor: Factor): factor is Passkey => factor.kind === 'passkey';

/**
 * Returns the user handle: the user id that browsers store with a passkey and send back. The id is a UUID, and its 32
 * hexadecimal digits are also valid base64url, the encoding of bytes in WebAuthn JSON.
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

/** Returns the options with which a browser uses one of `passkeys`. If this list is empty, any passkey is allowed. */
export const requestOptions = ({ challenge, rpId }: Request, passkeys: readonly Passkey[]): PasskeyRequestOptions => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
});

/**
 * Returns the options for creating a passkey. An authenticator that already has one of `passkeys` refuses to create a
 * new one.
 */
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

export interface PasskeyChallengeDependencies {
  readonly clock: Clock;
  readonly linkTokens: LinkTokens;
}

/**
 * Creates a passkey challenge and stores its hash.
 * @param userId the account that adds a passkey; null if somebody authenticates with an existing passkey
 * @returns the challenge
 */
export async function addPasskeyChallenge(
  { passkeyChallenges }: Uses<'passkeyChallenges'>,
  { clock, linkTokens }: PasskeyChallengeDependencies,
  userId: UserId | null,
): Promise<string> {
  const { token, hash } = linkTokens.create();
  await passkeyChallenges.add(newPasskeyChallenge({ hash, userId }, clock.now()));
  return token;
}

/**
 * Removes a challenge, which therefore works only once.
 * @param userId the account that adds a passkey; null if somebody authenticates with an existing passkey
 * @returns whether the challenge was valid and was created for this `userId`
 */
export async function takePasskeyChallenge(
  { passkeyChallenges }: Uses<'passkeyChallenges'>,
  { clock, linkTokens }: { readonly clock: Clock; readonly linkTokens: Pick<LinkTokens, 'hashOf'> },
  { challenge, userId }: { readonly challenge: string; readonly userId: UserId | null },
): Promise<boolean> {
  const taken = await passkeyChallenges.take(linkTokens.hashOf(challenge), clock.now());
  return taken !== undefined && taken.userId === userId;
}
