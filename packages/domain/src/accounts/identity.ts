import { builtInEvent, recordedFields } from '../shared/declare-event.ts';
import { userSubject } from '../shared/subjects.ts';
import type { IdentityId, UserId } from '../shared/ids.ts';

/**
 * An account of a user at an identity provider. `issuer` and `subject` identify the account. A name or an e-mail
 * address does not identify it, because the provider may later give it to another person.
 */
export interface Identity {
  readonly id: IdentityId;
  readonly userId: UserId;
  /** The URL of the provider, as in its tokens. */
  readonly issuer: string;
  /** The id of the person at the provider. */
  readonly subject: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/**
 * The data about a person from the ID token and the user info of a provider. The signature of the ID token has been
 * verified.
 */
export interface ExternalAccount extends Pick<Identity, 'issuer' | 'subject'> {
  readonly email: string | null;
  /** Whether the provider says that the e-mail address belongs to the person. */
  readonly emailVerified: boolean;
  /** A suggested user name for a new account. It does not identify a person. */
  readonly username: string | null;
  readonly groups: readonly string[];
  /** The values of claims by the attributes of users that they fill. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * Proves that a person has signed in at a provider. The page that began the sign-in can use the ticket once, to log in
 * or to link the account at the provider to a user.
 */
export interface SignInTicket {
  /** SHA-256 of the ticket. The ticket itself is not stored. */
  readonly hash: string;
  /** SHA-256, in base64url, of a secret that only the page that began the sign-in has. */
  readonly challenge: string;
  /** The short name of the provider in the configuration (OIDC_PROVIDERS). */
  readonly provider: string;
  readonly account: ExternalAccount;
  readonly expiresAt: Date;
}

/** Maps each group of a provider to the codes of the roles that its members get. */
export type RoleMap = Readonly<Record<string, readonly string[]>>;

const recorded = recordedFields<Identity>()('issuer', 'subject');

/** The events of identities. */
export const identityEvents = {
  linked: builtInEvent(userSubject, 'identity.linked', recorded),
  unlinked: builtInEvent(userSubject, 'identity.unlinked', recorded),
};
