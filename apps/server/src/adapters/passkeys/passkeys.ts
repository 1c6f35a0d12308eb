import { ExternalServiceFailure } from '@portcullis/adapters-http/internal/responses/error-report';
import type { Passkeys } from '@portcullis/application/internal/ports/passkeys';
import type { PasskeySettings } from '../../config/passkey-settings.ts';
import type { PasskeyVerifier } from './passkey-verifier.ts';

/**
 * Verifies passkeys. The library is loaded when the first passkey is verified, because most processes verify none.
 * @param settings undefined if the service has no public domain to which passkeys can belong
 */
export function passkeys(settings: PasskeySettings | undefined): Passkeys {
  const available = (): PasskeySettings => {
    if (settings !== undefined) return settings;
    throw new ExternalServiceFailure('PUBLIC_URL is not set, or names no domain, so passkeys cannot be used.');
  };
  let loading: Promise<PasskeyVerifier> | undefined;
  const load = async (): Promise<PasskeyVerifier> => {
    const { passkeyVerifier } = await import('./passkey-verifier.ts');
    return passkeyVerifier(available());
  };
  const verifier = (): Promise<PasskeyVerifier> => (loading ??= load());
  return {
    isAvailable: settings !== undefined,
    relyingPartyId: () => available().relyingPartyId,
    read: async (credential) => (await verifier()).read(credential),
    verifyNew: async (credential, challenge) => (await verifier()).verifyNew(credential, challenge),
    verify: async (credential, challenge, passkey) => (await verifier()).verify(credential, challenge, passkey),
  };
}
