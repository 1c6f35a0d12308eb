import type { AttributeClaim } from '@portcullis/domain/internal/conditions/attribute-claims';
import type { ExternalAccount, RoleMap } from '@portcullis/domain/internal/accounts/identity';

/** An OpenID Connect provider with which users of this installation can sign in. */
export interface IdentityProvider {
  /** Identifies the provider in URLs. Consists of lower-case letters, digits and hyphens, and begins with a letter. */
  readonly key: string;
  /** The name that users see. */
  readonly name: string;
  readonly issuer: string;
  /** Whether a person without an account gets a new account. */
  readonly signUp: boolean;
  /**
   * Domains in lower case. A sign-in with a verified e-mail address in one of these domains may be linked to an
   * existing account automatically.
   */
  readonly trustedDomains: readonly string[];
  /** The roles that users get for their groups at the provider. If undefined, only administrators assign roles. */
  readonly roleMap: RoleMap | undefined;
  /** The attributes of users that claims fill at each sign-in. */
  readonly attributes: readonly AttributeClaim[];
}

/** The secrets of one sign-in. Each sign-in has new secrets. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** Communicates with the providers by OpenID Connect. */
export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  /**
   * Returns the URL at the provider to which the browser is redirected for a sign-in.
   * @param request the secrets of the sign-in; `challenge` is the PKCE code challenge: the SHA-256 hash of the
   * verifier, in base64url
   * @throws if the provider cannot be reached
   */
  readonly addressOf: (
    key: string,
    request: Omit<SignInSecrets, 'verifier'> & { readonly challenge: string },
  ) => Promise<string>;
  /**
   * Requests tokens with the authorization code in `parameters`, verifies the tokens and returns the account at the
   * provider.
   * @param parameters the query parameters with which the provider redirected the browser back
   * @throws if the provider cannot be reached, or if the response or a token is invalid
   */
  readonly accountOf: (
    key: string,
    parameters: Readonly<Record<string, string>>,
    secrets: SignInSecrets,
  ) => Promise<ExternalAccount>;
}

/** Why a sign-in at a provider ended without a ticket. */
export type SignInFailure = 'access-denied' | 'provider-failed' | 'expired';

/** A sign-in that ended without a ticket. */
export interface FailedSignIn {
  /** The key of the provider. */
  readonly provider: string;
  readonly reason: SignInFailure;
  /** The id of the request that failed. */
  readonly requestId: string | null;
  readonly cause?: unknown;
}

/** The attributes that a sign-in did not change, because their claims do not fit their declarations. */
export interface LeftOutAttributes {
  /** The key of the provider. */
  readonly provider: string;
  readonly attributes: readonly string[];
  readonly requestId: string | null;
}

/** Claims of the configuration that a provider has never sent. */
interface MissingClaims {
  /** The key of the provider. */
  readonly provider: string;
  readonly claims: readonly string[];
}

/** Logs sign-ins at providers that failed, attributes that a sign-in could not store, and claims that are missing. */
export interface SignInLog {
  /** Called once for each failure. Must not throw. */
  readonly failed: (failure: FailedSignIn) => void;
  /** Called once for each sign-in with such attributes. Must not throw. */
  readonly leftOut: (attributes: LeftOutAttributes) => void;
  /** Called at most once a day for each configured claim that no sign-in has had. Must not throw. */
  readonly missing: (claims: MissingClaims) => void;
}
