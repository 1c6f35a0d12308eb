import type { SignInSecrets } from '../ports/identity-providers.ts';
import { UnreadableSecret, type SecretBox } from '../ports/system.ts';

/** A sign-in that waits for the provider. The browser keeps it sealed, so that the service stores nothing for visitors. */
export interface SignInState extends SignInSecrets {
  /** The address to which the person returns afterwards. */
  readonly returnTo: string;
  /** SHA-256 of the secret of the page that began the sign-in, base64url. */
  readonly challenge: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long a person may take at the provider, in milliseconds. */
export const signInMs = 10 * 60_000;

/** The provider is part of the context, so that the response of one provider cannot end the sign-in at another one. */
const contextOf = (provider: string): string => `sign-in at ${provider}`;

export const sealSignIn = (box: SecretBox, provider: string, state: SignInState): string =>
  box.seal(JSON.stringify(state), contextOf(provider));

/** Returns undefined if the text was not sealed for this provider. */
export function openSignIn(box: SecretBox, provider: string, sealed: string): SignInState | undefined {
  try {
    const state: SignInState = JSON.parse(box.open(sealed, contextOf(provider)));
    return state;
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}
