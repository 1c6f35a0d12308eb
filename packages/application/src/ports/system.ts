import type { Fingerprint, Id, Rendered, SessionId, UserId, Utf8Text } from '@portcullis/domain';

export interface Clock {
  readonly now: () => Date;
}

export interface IdSource {
  /** Returns a new UUID. */
  readonly next: <Kind extends string>() => Id<Kind>;
}

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /** Whether `hash` is the hash of `password`. If `hash` is undefined, it returns false after the same time. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean>;
}

export interface AccessTokens {
  readonly issue: (subject: { readonly userId: UserId; readonly sessionId: SessionId }) => Promise<string>;
  /** Lifetime of an access token, a duration such as `15m`. */
  readonly expiresIn: string;
}

/** A refresh token, which contains 256 random or derived bits and the session id, and the hash that is stored. */
export interface RefreshToken {
  readonly token: string;
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
}

/** A refresh token that a client sent and that has the form of one issued by this service. */
export interface PresentedToken extends RefreshToken {
  readonly sessionId: SessionId;
}

export interface RefreshTokens {
  /** Creates the first token of a session from random bits. */
  readonly first: (sessionId: SessionId) => RefreshToken;
  /**
   * Derives the token that follows. The same input gives the same token, so it can be sent again without being stored.
   */
  readonly successor: (token: PresentedToken) => RefreshToken;
  /** Parses a value that a client sent. Returns `undefined` if it cannot be a token of any session. */
  readonly read: (text: unknown) => PresentedToken | undefined;
}

/** The tokens in setup links, of 256 random bits. */
export interface SetupTokens {
  readonly create: () => { readonly token: string; readonly hash: string };
  /** Compares in constant time. */
  readonly matches: (token: string, hash: string) => boolean;
}

/** An attempt to log in or to prove the current password. */
export interface Attempt {
  /** Identifies the account, so that attempts with its user name and with its e-mail address count together. */
  readonly account: string;
  /** Undefined if there is no such account. */
  readonly userId: UserId | undefined;
  /** The `passwordResets` of the account, 0 if there is none. Only failures since the last reset count. */
  readonly passwordResets: number;
  readonly ipAddress: string;
  /** An IPv4 address, or the /64 of an IPv6 address. Failures from one network count together. */
  readonly network: string;
  /** Whether the account has recently logged in from this network. */
  readonly isKnownAddress: boolean;
}

/** A failure that was counted. */
export interface CountedFailure {
  /** Whether this failure has reached a limit, so that further attempts are refused for a while. */
  readonly isLocked: boolean;
  /**
   * Whether the failure is to be recorded. The number of recorded failures of each network is limited, so that the
   * log stays small.
   */
  readonly isRecorded: boolean;
}

export interface LoginThrottle {
  /** Must be called before a password is verified. Throws if there were too many failures. */
  readonly beforeAttempt: (attempt: Attempt) => Promise<void>;
  /** Counts a failure. Throws if the limit is now exceeded. */
  readonly afterFailure: (attempt: Attempt) => Promise<CountedFailure>;
  /** Resets the failures from this network. Throws if there were too many failures since `beforeAttempt`. */
  readonly afterSuccess: (attempt: Attempt) => Promise<void>;
}

export interface Fingerprints {
  /** Returns the fingerprint of a text, which the log of events contains instead of the text. */
  readonly of: (text: string | Utf8Text) => Promise<Fingerprint>;
}

export interface Readiness {
  /** Whether the database responds. Never throws. */
  readonly isReady: () => Promise<boolean>;
}

export interface MarkdownRenderer {
  /** Converts GitHub-flavoured Markdown to HTML and its outline. */
  readonly render: (markdown: string) => Promise<Rendered>;
  /** Sanitises HTML by the same rules as raw HTML inside a Markdown document. */
  readonly clean: (html: string) => Promise<string | Utf8Text>;
}

/** Encrypts secrets that the service needs in clear text again, such as those that sign webhooks. */
export interface SecretBox {
  /** @param context names what the secret belongs to; only `open` with the same context returns it */
  readonly seal: (secret: string, context: string) => string;
  /** @throws {UnreadableSecret} */
  readonly open: (sealed: string, context: string) => string;
}

/** A sealed secret was changed, was sealed with another context, or was sealed with a key that is not configured. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
}

/** A signal that work is to stop. An `AbortSignal` has this interface. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}
