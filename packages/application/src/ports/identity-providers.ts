import type { ExternalAccount, RoleMap } from '@portcullis/domain';

/** A provider that this installation accepts. */
export interface IdentityProvider {
  /** Names it in addresses: lower-case letters, digits and hyphens. */
  readonly key: string;
  /** The name for people. */
  readonly name: string;
  readonly issuer: string;
  /** Whether a person without an account gets one. */
  readonly signUp: boolean;
  /** Domains, in lower case. A verified address in one of them may link the sign-in to an account without asking (ADR 107). */
  readonly trustedDomains: readonly string[];
  /** The roles that groups give; undefined leaves all roles to administrators. */
  readonly roleMap: RoleMap | undefined;
}

/** The secrets of one sign-in, which are never used for another one. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
}

/** Speaks OpenID Connect with the providers. */
export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  /**
   * Returns the address at which the browser asks the provider to sign the person in.
   * @param challenge the SHA-256 of the verifier of PKCE, base64url
   * @throws if the provider cannot be reached
   */
  readonly addressOf: (
    key: string,
    request: Omit<SignInSecrets, 'verifier'> & { readonly challenge: string },
  ) => Promise<string>;
  /**
   * Exchanges the code of a response for tokens and verifies them.
   * @param parameters the query of the request with which the provider sent the browser back
   * @throws if anything in the response or in the tokens is not as it must be
   */
  readonly accountOf: (
    key: string,
    parameters: Readonly<Record<string, string>>,
    secrets: SignInSecrets,
  ) => Promise<ExternalAccount>;
}

/** Why a person comes back from a provider without a ticket. */
export type SignInFailure = 'access-denied' | 'provider-failed' | 'expired';

export interface SignInLog {
  /** Called once for each failure. Must not throw. */
  readonly failed: (provider: string, reason: SignInFailure, cause?: unknown) => void;
}
