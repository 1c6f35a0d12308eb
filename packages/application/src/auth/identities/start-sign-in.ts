import type { Client } from '@portcullis/domain';
import type { IdentityProviders, SignInFailure, SignInLog } from '../../ports/identity-providers.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Clock, SecretBox } from '../../ports/system.ts';
import { providerOf, sealSignIn, signInMs } from './sign-in-state.ts';

/** What `startSignIn` needs. */
export interface StartSignInInput extends Pick<Client, 'requestId'> {
  /** The key of a provider. */
  readonly provider: string;
  /** The URL to which the browser returns after the sign-in. The caller must have checked it. */
  readonly returnTo: string;
  /** The SHA-256 hash of a secret, in base64url. Only the page that starts the sign-in knows the secret. */
  readonly challenge: string;
}

/**
 * The URL at the provider to which the browser is redirected, the random `state` that identifies the sign-in in the
 * response of the provider, and the encrypted data of the sign-in. The browser must later send these data together with
 * the response of the provider. The result contains `failure` instead if the provider cannot be reached.
 */
export type StartedSignIn =
  | { readonly address: string; readonly state: string; readonly sealed: string }
  | { readonly failure: SignInFailure };

interface Dependencies {
  readonly clock: Clock;
  readonly providers: IdentityProviders;
  readonly linkTokens: LinkTokens;
  readonly secretBox: SecretBox;
  readonly signInLog: SignInLog;
}

/**
 * Starts a sign-in at a provider. Nothing is stored in the database.
 * @throws {BusinessError} provider-not-found
 */
export const startSignIn =
  ({ clock, providers, linkTokens, secretBox, signInLog }: Dependencies) =>
  async ({ provider, returnTo, challenge, requestId }: StartSignInInput): Promise<StartedSignIn> => {
    const { key } = providerOf(providers, provider);
    const [state, nonce] = [linkTokens.create().token, linkTokens.create().token];
    // `hash` is the PKCE code challenge: the SHA-256 hash of the verifier, in base64url.
    const { token: verifier, hash } = linkTokens.create();
    const expiresAt = clock.now().getTime() + signInMs;
    try {
      const address = await providers.addressOf(key, { state, nonce, challenge: hash });
      return {
        address,
        state,
        sealed: sealSignIn(secretBox, key, { state, nonce, verifier, returnTo, challenge, expiresAt }),
      };
    } catch (error) {
      signInLog.failed({ provider: key, reason: 'provider-failed', requestId, cause: error });
      return { failure: 'provider-failed' };
    }
  };
