import type { Id, Rendered, SessionId, UserId, Utf8Text } from '@portcullis/domain';

export interface Clock {
  readonly now: () => Date;
}

export interface IdSource {
  /** A new UUID. */
  readonly next: <Kind extends string>() => Id<Kind>;
}

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /** Whether `password` made `hash`. Without a hash it takes the same work and returns false. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean>;
}

export interface AccessTokens {
  readonly issue: (subject: { readonly userId: UserId; readonly sessionId: SessionId }) => Promise<string>;
  /** Lifetime as a duration such as `15m`, as login reports it. */
  readonly expiresIn: string;
}

/** A refresh token, made of 256 bits and the session it belongs to, and the hash that is stored. */
export interface RefreshToken {
  readonly token: string;
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
}

/** A refresh token that a client sent and this service once issued. */
export interface PresentedToken extends RefreshToken {
  readonly sessionId: SessionId;
}

export interface RefreshTokens {
  /** The first token of a session, random. */
  readonly first: (sessionId: SessionId) => RefreshToken;
  /** The token that follows. It is derived, so it can be sent again without being stored. */
  readonly successor: (token: PresentedToken) => RefreshToken;
  /** Reads what a client sent; `undefined` when it cannot be a token of any session. */
  readonly read: (text: unknown) => PresentedToken | undefined;
}

/** An attempt to log in or to prove the current password. */
export interface Attempt {
  /** The account tried; attempts under all of its names count together. */
  readonly account: string;
  /** Absent if there is no such account. */
  readonly userId: UserId | undefined;
  /** How often the password of the account has been reset. Only failures since the last reset count. */
  readonly passwordResets: number;
  readonly ipAddress: string;
  /** Failures from all addresses of one network count together: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** Whether the account has recently logged in from this network. */
  readonly isKnownAddress: boolean;
}

export interface LoginThrottle {
  /** Called before a password is verified. Throws when there were too many failures. */
  readonly admit: (attempt: Attempt) => Promise<void>;
  /** Counts a failure. Throws when it is one too many. */
  readonly failed: (attempt: Attempt) => Promise<void>;
  /** Forgets the failures from this network. Throws when meanwhile there were too many. */
  readonly succeeded: (attempt: Attempt) => Promise<void>;
}

export interface Readiness {
  /** Whether the database responds, so that requests can be served. Never throws. */
  readonly isReady: () => Promise<boolean>;
}

export interface MarkdownRenderer {
  /** GitHub-flavoured Markdown as HTML, with its outline. */
  readonly render: (markdown: string) => Promise<Rendered>;
  /** Cleans HTML like the raw HTML inside a Markdown document. */
  readonly clean: (html: string) => Promise<string | Utf8Text>;
}
