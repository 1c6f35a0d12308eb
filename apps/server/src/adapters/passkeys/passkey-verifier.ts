import type { Passkeys } from '@portcullis/application/internal/ports/passkeys';
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeySettings } from '../../config/passkey-settings.ts';
import { isAuthentication, isRegistration, isResponse } from './passkey-responses.ts';

/** The functions of `Passkeys` that need the WebAuthn library. */
export type PasskeyVerifier = Pick<Passkeys, 'read' | 'verifyNew' | 'verify'>;

/**
 * Creates a verifier for the passkeys of one domain.
 * @example
 * const verifier = passkeyVerifier({ relyingPartyId: 'cms.example.com', origins: ['https://cms.example.com'] });
 * const counter = await verifier.verify(credential, challenge, passkey);
 */
export function passkeyVerifier({ relyingPartyId, origins }: PasskeySettings): PasskeyVerifier {
  const expected = { expectedOrigin: [...origins], expectedRPID: relyingPartyId, requireUserVerification: true };
  const isAllowed = (clientData: string): boolean => isOwnPage(decodeClientDataJSON(clientData), origins);
  return {
    read: async (credential) => {
      if (!isResponse(credential)) return undefined;
      const { id: credentialId, response } = credential;
      const challenge = challengeIn(response.clientDataJSON);
      return challenge === undefined ? undefined : { credentialId, challenge, userHandle: response.userHandle ?? null };
    },
    verifyNew: (credential, challenge) =>
      orUndefined(async () => {
        if (!isRegistration(credential) || !isUnattested(credential)) return undefined;
        if (!isAllowed(credential.response.clientDataJSON)) return undefined;
        const response: RegistrationResponseJSON = credential;
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          ...expected,
        });
        if (!verified) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        const transports = credential.response.transports ?? [];
        return { credentialId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports };
      }),
    verify: (credential, challenge, { credentialId, publicKey, counter }) =>
      orUndefined(async () => {
        if (!isAuthentication(credential) || credential.id !== credentialId) return undefined;
        if (!isAllowed(credential.response.clientDataJSON)) return undefined;
        const response: AuthenticationResponseJSON = credential;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          ...expected,
          credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter },
        });
        return verified ? authenticationInfo.newCounter : undefined;
      }),
  };
}

type ClientData = ReturnType<typeof decodeClientDataJSON>;

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge }: { readonly challenge: unknown } = decodeClientDataJSON(clientData);
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a response was created in a page that is not inside a page of another origin. Such an outer page
 * could deceive the person about what the passkey is for. The library checks only the origin of the inner page.
 */
function isOwnPage(clientData: ClientData, origins: readonly string[]): boolean {
  const { crossOrigin, topOrigin }: { readonly crossOrigin?: unknown; readonly topOrigin?: unknown } = clientData;
  if (crossOrigin !== undefined && crossOrigin !== false) return false;
  return topOrigin === undefined || (typeof topOrigin === 'string' && origins.includes(topOrigin));
}

/**
 * Returns whether a response contains no attestation certificates. A response with a format other than `none` and
 * `packed` is treated as if it contained certificates. The service does not request certificates. The library would
 * fetch the revocation lists that certificates name, so a caller could make the service send requests.
 */
function isUnattested({ response: { attestationObject } }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Returns undefined if the library throws an error, which means that the response is invalid. */
async function orUndefined<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
