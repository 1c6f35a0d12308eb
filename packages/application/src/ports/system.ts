import type { Id, SessionId, UserId } from '@portcullis/domain';

export interface Clock {
  readonly now: () => Date;
}

export interface IdSource {
  /** A new UUID. */
  readonly next: <Kind extends string>() => Id<Kind>;
}

export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>;
  /** Whether `password` made `hash`. Without a hash it costs the same work and answers false. */
  readonly verify: (hash: string | undefined, password: string) => Promise<boolean>;
}

export interface AccessTokens {
  readonly issue: (subject: { readonly userId: UserId; readonly sessionId: SessionId }) => Promise<string>;
  /** Lifetime as a duration such as `15m`, as login reports it. */
  readonly expiresIn: string;
}

/** A refresh token, 256 bits as base64url, and what is kept of it. */
export interface RefreshToken {
  readonly token: string;
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
}

export interface RefreshTokens {
  readonly create: () => RefreshToken;
}

export interface Readiness {
  /** Whether requests can be served: the database answers. Never throws. */
  readonly isReady: () => Promise<boolean>;
}

export interface MarkdownRenderer {
  /** GitHub-flavoured Markdown as HTML (specification, section 4.6). */
  readonly toHtml: (markdown: string) => Promise<string>;
}
