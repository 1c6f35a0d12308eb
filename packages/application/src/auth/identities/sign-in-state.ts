import { orNotFound } from '@portcullis/domain';
import type { SignInSecrets, IdentityProvider, IdentityProviders } from '../../ports/identity-providers.ts';
import { UnreadableSecret, type SecretBox } from '../../ports/system.ts';

/**
 * The state of a sign-in until the provider responds. The browser stores it encrypted, so that the service stores
 * nothing for a person who is not logged in.
 */
export interface SignInState extends SignInSecrets {
  /** The URL to which the browser returns after the sign-in. */
  readonly returnTo: string;
  /** The SHA-256 hash of a secret, in base64url. Only the page that started the sign-in knows the secret. */
  readonly challenge: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** How long a sign-in at the provider may take, in milliseconds. */
export const signInMs = 10 * 60_000;

/**
 * The encryption context contains the provider, so that a response of one provider cannot complete a sign-in at another
 * provider.
 */
const contextOf = (provider: string): string => `sign-in at ${provider}`;

export const sealSignIn = (box: SecretBox, provider: string, state: SignInState): string =>
  box.seal(JSON.stringify(state), contextOf(provider));

/** Decrypts the state of a sign-in. Returns undefined if the text was not encrypted for this provider. */
export function openSignIn(box: SecretBox, provider: string, sealed: string): SignInState | undefined {
  try {
    const state: SignInState = JSON.parse(box.open(sealed, contextOf(provider)));
    return state;
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/**
 * Returns the provider with the given key.
 * @throws {BusinessError} provider-not-found
 */
export const providerOf = ({ all }: Pick<IdentityProviders, 'all'>, key: string): IdentityProvider =>
  orNotFound(
    all.find((provider) => provider.key === key),
    'provider-not-found',
  );
