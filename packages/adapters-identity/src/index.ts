export { passkeyVerifier, type PasskeyVerifier, type PasskeyVerifierOptions } from './passkey-verifier.ts';
export { providerClient, type ProviderClient, type ProviderClientOptions } from './provider-client.ts';
