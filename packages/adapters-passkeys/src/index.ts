export { passkeyVerifier, type PasskeyVerifier, type PasskeyVerifierOptions } from './passkey-verifier.ts';
