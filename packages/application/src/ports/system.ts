import type { Fingerprint, Rendered } from '@portcullis/domain/internal/contents/content';
import type { Id, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { SecretsKeys } from '@portcullis/domain/internal/shared/secrets-keys';
import type { ShownPicture } from '@portcullis/domain/internal/media/shown-picture';
import type { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { Credentials } from './users.ts';

/** Returns the current time. */
export interface Clock {
  readonly now: () => Date;
}

/** Makes ids. */
export interface IdSource {
  /** Returns a new UUID. */
  readonly next: <Kind extends string>() => Id<Kind>;
}

/** Hashes passwords, and compares them with hashes. */
export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Returns whether `password` is the password of the account. Returns false after the same time if the account is
   * undefined, has no password, or has a hash that cannot be read, such as a damaged hash. A hash of another product
   * can take longer.
   */
  readonly verify: (
    account: Pick<Credentials, 'userId' | 'passwordHash'> | undefined,
    password: string,
  ) => Promise<boolean>;
  /**
   * Hashes the right password of an account again if its hash was computed by another product or with another cost.
   * @returns undefined if the hash can stay
   */
  readonly renew: (passwordHash: string | null, password: string) => Promise<string | undefined>;
  /** Returns why the hash of another product could not be verified; undefined if it could. */
  readonly hashError: (passwordHash: string) => Promise<string | undefined>;
}

/** Creates the access tokens of sessions. */
export interface AccessTokens {
  readonly issue: (subject: { readonly userId: UserId; readonly sessionId: SessionId }) => Promise<string>;
  /** Lifetime of an access token as a duration, such as `15m`. */
  readonly expiresIn: string;
}

/**
 * A refresh token and its hash. The token contains the session id and 256 random or derived bits. Only the hash is
 * stored.
 */
export interface RefreshToken {
  readonly token: string;
  /** The SHA-256 hash of the token, in base64url. */
  readonly hash: string;
}

/** A refresh token that a client sent and the service has issued. It may have been replaced since then. */
export interface PresentedToken extends RefreshToken {
  readonly sessionId: SessionId;
}

/** Makes refresh tokens, and reads them. */
export interface RefreshTokens {
  /** Creates the first refresh token of a session from random bits. */
  readonly first: (sessionId: SessionId) => RefreshToken;
  /**
   * Derives the next token. The same input always gives the same token, so the token can be sent again without being
   * stored.
   */
  readonly successor: (token: PresentedToken) => RefreshToken;
  /** Parses a value that a client sent. Returns `undefined` if the service has not issued this value as a token. */
  readonly read: (text: unknown) => PresentedToken | undefined;
}

/** Creates and verifies the tokens in setup links. A token has 256 random bits. */
export interface SetupTokens {
  readonly create: () => { readonly token: string; readonly hash: string };
  /** Compares a token with a hash in constant time. */
  readonly matches: (token: string, hash: string) => boolean;
}

/** An attempt to log in or to verify the current password. */
export interface Attempt {
  /**
   * The id of the account; if the account does not exist, the name that the client sent. Attempts with the user name
   * and with the e-mail address of an account therefore count together.
   */
  readonly account: string;
  /** Undefined if the account does not exist. */
  readonly userId: UserId | undefined;
  /**
   * The `passwordResets` of the account; 0 if the account does not exist. Only failures since the last password reset
   * count.
   */
  readonly passwordResets: number;
  readonly ipAddress: string;
  /** An IPv4 address, or the /64 network of an IPv6 address. Failures from one network count together. */
  readonly network: string;
  /** Whether the account has recently logged in from this network. */
  readonly isKnownAddress: boolean;
}

/** The result of counting a failed attempt. */
export interface CountedFailure {
  /** Whether this failure has reached a limit. Further attempts are then refused for some time. */
  readonly isLocked: boolean;
  /**
   * Whether the failure should be recorded. The number of recorded failures of each network is limited, so that the log
   * stays small.
   */
  readonly isRecorded: boolean;
}

/** Limits failed logins. */
export interface LoginThrottle {
  /** Must be called before a password is verified. Throws if there were too many failed attempts. */
  readonly beforeAttempt: (attempt: Attempt) => Promise<void>;
  /** Counts a failure. Throws if concurrent attempts have already reached a limit. */
  readonly afterFailure: (attempt: Attempt) => Promise<CountedFailure>;
  /**
   * Resets the count of failed attempts on this account from this network. Throws if other attempts have reached a
   * limit since `beforeAttempt`.
   */
  readonly afterSuccess: (attempt: Attempt) => Promise<void>;
}

/** Makes fingerprints, which identify a secret without containing it. */
export interface Fingerprints {
  /** Returns the fingerprint of a text. The event log contains the fingerprint instead of the text. */
  readonly of: (text: string | Utf8Text) => Promise<Fingerprint>;
}

/** Whether the service can serve requests. */
export interface Readiness {
  /**
   * Returns which requests can be served: `reads` is true if public contents can be read, and `writes` if everything
   * else can be done too. Never throws.
   */
  readonly state: () => Promise<{ readonly reads: boolean; readonly writes: boolean }>;
}

/** Converts Markdown to HTML. */
export interface MarkdownRenderer {
  /**
   * Converts GitHub-flavoured Markdown to HTML. Also returns the table of contents, the excerpt and the reading time.
   * @param pictures those pictures of this service that the document may show. They get their size and several widths.
   */
  readonly render: (markdown: string, pictures?: readonly ShownPicture[]) => Promise<Rendered>;
  /** Sanitises HTML with the same rules as raw HTML in a Markdown document. */
  readonly clean: (html: string) => Promise<string | Utf8Text>;
}

/** Encrypts secrets that the service later needs in plain text, such as the signing secrets of webhooks. */
export interface SecretBox {
  /**
   * Encrypts a secret.
   * @param context identifies the owner of the secret; `open` needs the same context
   */
  readonly seal: (secret: string, context: string) => string;
  /**
   * Decrypts a secret.
   * @throws {UnreadableSecret}
   */
  readonly open: (sealed: string, context: string) => string;
  /** Returns the ids of the configured keys. A sealed secret contains the id of the key that encrypted it. */
  readonly keyIds: () => readonly [encrypting: string, ...decryptingOnly: string[]];
}

/**
 * An encrypted secret was modified, was encrypted with another context, or was encrypted with a key that is not
 * configured.
 */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
}

/** Signals that an operation should stop. An `AbortSignal` has this interface. */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
}

/** Writes the keys that encrypt stored secrets in a transaction. */
export interface SecretsKeyRepository {
  /** Reads the keys. Other transactions that call this function wait until this transaction ends. */
  readonly lockAll: () => Promise<SecretsKeys>;
  /** Records the key that new secrets are encrypted with. It is not lost any more. */
  readonly setCurrent: (id: string) => Promise<void>;
  readonly setLost: (ids: readonly string[]) => Promise<void>;
  /**
   * Stores secrets that were encrypted again. A secret that has changed since it was read stays as it is.
   * @returns how many were stored
   */
  readonly replaceSealed: (place: SealedPlace, secrets: readonly ResealedSecret[]) => Promise<number>;
}

/** Where encrypted secrets are stored. A webhook has a second secret while its secret is replaced. */
export const sealedPlaces = ['webhook', 'previousWebhook', 'factor', 'mail'] as const;
/** A place where encrypted secrets are stored. */
export type SealedPlace = (typeof sealedPlaces)[number];

/** An encrypted secret, with the id of the webhook, the factor or the delivery to which it belongs. */
export interface SealedSecret {
  readonly id: Id<string>;
  readonly sealed: string;
}

/** A secret before and after it was encrypted again. */
interface ResealedSecret extends SealedSecret {
  readonly resealed: string;
}

/** Which encrypted secrets are read. */
interface SealedQuery {
  /** The secrets that this key has encrypted are left out. */
  readonly keyId: string;
  /** Only secrets with greater ids are read. Undefined: all. */
  readonly after: Id<string> | undefined;
  readonly limit: number;
}

/** The stored secrets of one kind that one key has encrypted. */
export interface SealedSecrets {
  readonly keyId: string;
  readonly kind: 'factor' | 'mail' | 'webhook';
  readonly count: number;
  /** The user names or the URLs of the first of them, sorted. Mails have no names. */
  readonly names: readonly string[];
}

/** Reads what depends on the keys of an installation. */
export interface SecretsKeyViews {
  /** Returns the stored secrets by key and kind, with at most `limit` names each. */
  readonly sealed: (limit: number) => Promise<readonly SealedSecrets[]>;
  /** Returns encrypted secrets of one place, in the order of their ids. */
  readonly sealedIn: (place: SealedPlace, query: SealedQuery) => Promise<readonly SealedSecret[]>;
  /** Returns when the oldest session that has not ended began; null if there is no session. */
  readonly oldestSession: () => Promise<Date | null>;
}

/**
 * A line of a hunk. `op` is `+` for a line that is only in the second text, and `-` for a line that is only in the
 * first text. For a line that is in both texts, `op` is a space.
 */
interface ComparedLine {
  readonly op: ' ' | '+' | '-';
  /** The line without its line break. */
  readonly text: string;
}

/** Lines that differ, with up to three lines of context before and after them. Line numbers start at 1. */
export interface Hunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly ComparedLine[];
}

/** Compares texts, and returns their differences. */
export interface TextComparer {
  /**
   * Compares two texts by lines, without blocking the event loop.
   * @returns undefined if the comparison would take more than 2 s or too much memory, or if too many comparisons are
   * waiting
   */
  readonly compare: (before: string, after: string) => Promise<readonly Hunk[] | undefined>;
}
