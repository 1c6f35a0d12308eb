import type { StreamLimits } from '@portcullis/application/internal/live/open-streams';
import type { BodyLimits } from '@portcullis/adapters-http/internal/body/receive-body';
import type { Limit } from '@portcullis/adapters-http/internal/checks/rate-limit';
import type { LoginLimits } from '@portcullis/adapters-http/internal/checks/throttles';
import type { LargeResponseLimits } from '@portcullis/adapters-http/internal/server/large-response-slots';

/** The parameters of argon2id. */
export interface PasswordCost {
  /** Memory in KiB. */
  readonly memoryCost: number;
  /** Number of passes over the memory. */
  readonly timeCost: number;
  /** Number of lanes. */
  readonly parallelism: number;
}

/** The parameters that OWASP recommends. No variable changes them, so that no installation has weaker hashes. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits how often a caller sets the roles of users. docs/interface.md §8 lists most rate limits of this file. */
export const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: 10, seconds: 60, per: 'caller' };

export const registerLimit = (perMinute: number): Limit => ({
  name: 'register',
  calls: perMinute,
  seconds: 60,
  per: 'address',
});

/** Limits tests of webhooks, because each test sends a request to a third-party server and waits for its response. */
export const testWebhookLimit: Limit = { name: 'test-webhook', calls: 10, seconds: 60, per: 'caller' };

/** Limits calls with a setup token. The limit need not prevent guessing, because the token has 256 bits. */
export const setupLimit: Limit = { name: 'setup', calls: 20, seconds: 60, per: 'address' };

/** Limits requests for mails with a link for a new password. These requests need no login. */
export const passwordResetLimit: Limit = { name: 'password-resets', calls: 20, seconds: 60 * 60, per: 'address' };

/** Limits the mails with a link for a new password that are sent to one account. */
export const resetMailLimit: Limit = { name: 'password-reset-mails', calls: 5, seconds: 60 * 60, per: 'account' };

/** Limits the requests of one account for another e-mail address, which the account has to confirm. */
export const emailChangeLimit: Limit = { name: 'email-changes', calls: 5, seconds: 60 * 60, per: 'account' };

/** Limits calls with the token of a mailed link. The limit need not prevent guessing: the token has 256 bits. */
export const mailLinkLimit: Limit = { name: 'mail-links', calls: 20, seconds: 60, per: 'address' };

/** Limits the steps of sign-ins at a provider. All users behind one IP address share this limit. */
export const signInLimit: Limit = { name: 'sign-in', calls: 120, seconds: 60, per: 'address' };

export const linkIdentityLimit: Limit = { name: 'link-identity', calls: 20, seconds: 60, per: 'caller' };

/** Limits uploads, each of which is decoded and written again. */
export const uploadLimit: Limit = { name: 'uploads', calls: 60, seconds: 60, per: 'address' };

/** Limits the requests with one API key. */
export const apiKeyLimit: Limit = { name: 'api-key', calls: 600, seconds: 60, per: 'key' };

/** Limits the requests of assistants with one API key, or of one person. */
export const mcpLimit = (perMinute: number): Limit => ({ name: 'mcp', calls: perMinute, seconds: 60, per: 'key' });

/** How many requests of assistants with one API key, or of one person, are served at once. */
export const mcpAtOnce = 16;

/** Limits the requests for access tokens in exchange for an API key. All clients behind one IP address share it. */
export const oauthTokenLimit: Limit = { name: 'oauth-token', calls: 300, seconds: 60, per: 'address' };

export const loginLimits: LoginLimits = {
  perAccountAndAddress: { name: 'login', calls: 10, seconds: 15 * 60, per: 'account' },
  perAccount: { name: 'login-account', calls: 100, seconds: 60 * 60, per: 'account' },
  perKnownAddress: { name: 'login-known-address', calls: 20, seconds: 60 * 60, per: 'account' },
  recordedPerAddress: { name: 'login-recorded', calls: 100, seconds: 60 * 60, per: 'address' },
};

/** Limits the two steps of logins with a passkey. All users behind one IP address share this limit. */
export const passkeyLoginLimit: Limit = { name: 'passkey-login', calls: 120, seconds: 60, per: 'address' };

/**
 * Limits attempts with codes of a second factor, or with passkeys, for one account. A successful attempt resets the
 * count.
 */
export const factorLimit: Limit = { name: 'factor', calls: 10, seconds: 60 * 60, per: 'account' };

/**
 * Limits how often a caller opens a stream. A page opens a stream when it is loaded, and again after each interruption.
 * A page that cannot send a token creates a ticket each time.
 */
export const streamLimit: Limit = { name: 'stream', calls: 60, seconds: 60, per: 'caller' };
export const streamTicketLimit: Limit = { name: 'stream-ticket', calls: 60, seconds: 60, per: 'caller' };

/** Maximum numbers of open streams in one process: for one user, and for all users together. */
export const streamLimits: StreamLimits = { perUser: 10, perProcess: 10_000 };

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

export const bodyLimits: BodyLimits = { maxBytes: 64 * kilobyte, maxMs: 10_000 };

/** A role can have 1,000 permissions, most of them without a condition. */
export const permissionGrantBodyLimits: BodyLimits = { ...bodyLimits, maxBytes: 384 * kilobyte, maxKeys: 20_000 };

/** The limits on a body with 1,000 roles of a user and their times. */
export const roleGrantBodyLimits: BodyLimits = { ...bodyLimits, maxBytes: 192 * kilobyte, maxKeys: 4000 };

/** The limits on a body with 100 evaluations of access, each with further properties. */
export const evaluationBodyLimits: BodyLimits = { ...bodyLimits, maxBytes: 256 * kilobyte, maxKeys: 10_000 };

/** The limits on a call of a tool, whose files are in base64. */
export const mcpBodyLimits: BodyLimits = { ...bodyLimits, maxBytes: megabyte };

/** The limits on the body with a file of entries. */
export const importBodyLimits: BodyLimits = { maxBytes: 4 * megabyte, maxMs: 55_000 };

/** The content routes accept larger bodies, because 10 MB of Markdown can become 24 MB of escaped JSON. */
export const contentBodyLimits: BodyLimits = { maxBytes: 24 * megabyte, maxMs: 55_000 };

/** The size of the texts in the form of an upload, and of what separates them. */
const formBytes = 64 * kilobyte;

/** The limits on the form of an upload. It may arrive slowly, with 8 KB per second. */
export const uploadBodyLimits = (maxBytes: number): BodyLimits => ({
  maxBytes: maxBytes + formBytes,
  maxMs: 30_000,
  partBytes: 30 * 8 * kilobyte,
});

/** The limits for large responses, such as contents of several megabytes. */
export const largeResponseLimits: LargeResponseLimits = {
  fromBytes: megabyte,
  atOnce: 16,
  perAddress: 8,
  waitMs: 5000,
  stallMs: 10_000,
};

/** The limits for line-by-line comparisons of two texts, which together have at most 1,048,576 UTF-16 code units. */
export const comparerLimits = { maxMs: 2000, threads: 2, maxWaiting: 16 };
