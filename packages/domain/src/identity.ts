import type { IdentityId, UserId } from './ids.ts';

/**
 * An account at an identity provider with which a user signs in. Issuer and subject identify it; a name or an e-mail address of
 * the provider does not, because others may get it later.
 */
export interface Identity {
  readonly id: IdentityId;
  readonly userId: UserId;
  /** The URL of the provider, as its tokens name it. */
  readonly issuer: string;
  /** The id of the person at the provider. */
  readonly subject: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** What a provider has told about a person, in a token whose signature was verified. */
export interface ExternalAccount extends Pick<Identity, 'issuer' | 'subject'> {
  readonly email: string | null;
  /** Whether the provider says that the e-mail address belongs to the person. */
  readonly emailVerified: boolean;
  /** A wish for the name of a new account. It identifies nobody. */
  readonly username: string | null;
  readonly groups: readonly string[];
}

/** The proof that a person has signed in at a provider. The page that began the sign-in exchanges it for a session, once. */
export interface SignInTicket {
  /** SHA-256 of the ticket. The ticket itself is kept nowhere. */
  readonly hash: string;
  /** SHA-256 of the secret of the page that began the sign-in, base64url. */
  readonly challenge: string;
  /** The key of the provider. */
  readonly provider: string;
  readonly account: ExternalAccount;
  readonly expiresAt: Date;
}

/** The codes of roles that the members of a group get. */
export type RoleMap = Readonly<Record<string, readonly string[]>>;
