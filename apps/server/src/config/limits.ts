import type { StreamLimits } from '@portcullis/application';
import type { BodyLimits, LargeAnswerLimits, Limit, LoginLimits } from '@portcullis/adapters-http';

/** This limit and the following ones are those of docs/interface.md §8 that the HTTP side enforces. */
export const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: 10, seconds: 60, per: 'caller' };

export const registerLimit = (perMinute: number): Limit => ({
  name: 'register',
  calls: perMinute,
  seconds: 60,
  per: 'address',
});

/** A test sends a request to a server of somebody else and waits for the response, so tests are limited. */
export const testWebhookLimit: Limit = { name: 'test-webhook', calls: 10, seconds: 60, per: 'caller' };

/** The limit allows far more calls than a form needs. It does not have to prevent guessing, because the token has 256 bits. */
export const setupLimit: Limit = { name: 'setup', calls: 20, seconds: 60, per: 'address' };

/** Limits the requests of visitors for mails with links for a new password. */
export const passwordResetLimit: Limit = { name: 'password-resets', calls: 20, seconds: 60 * 60, per: 'address' };

/** Limits the mails that these requests send to one account. */
export const resetMailLimit: Limit = { name: 'password-reset-mails', calls: 5, seconds: 60 * 60, per: 'account' };

/** Limits the mails to new addresses that a user requests for the own account. */
export const emailChangeLimit: Limit = { name: 'email-changes', calls: 5, seconds: 60 * 60, per: 'account' };

/** The token of a link in a mail has 256 bits, like that of `setupLimit`, so this limit does not have to prevent guessing. */
export const mailLinkLimit: Limit = { name: 'mail-links', calls: 20, seconds: 60, per: 'address' };

/** Each step of a sign-in at a provider. People behind one address share it. */
export const signInLimit: Limit = { name: 'sign-in', calls: 120, seconds: 60, per: 'address' };

export const linkIdentityLimit: Limit = { name: 'link-identity', calls: 20, seconds: 60, per: 'caller' };

export const loginLimits: LoginLimits = {
  perAccountAndAddress: { name: 'login', calls: 10, seconds: 15 * 60, per: 'account' },
  perAccount: { name: 'login-account', calls: 100, seconds: 60 * 60, per: 'account' },
  perKnownAddress: { name: 'login-known-address', calls: 20, seconds: 60 * 60, per: 'account' },
  recordedPerAddress: { name: 'login-recorded', calls: 100, seconds: 60 * 60, per: 'address' },
};

/** Both steps of a log-in with a passkey. People behind one address share it. */
export const passkeyLoginLimit: Limit = { name: 'passkey-login', calls: 120, seconds: 60, per: 'address' };

/** Codes and passkeys that are tried for an account. A right one clears the count. */
export const factorLimit: Limit = { name: 'factor', calls: 10, seconds: 60 * 60, per: 'account' };

/** Limits opening streams and creating tickets for them. A page does each once at the beginning and once after each interruption. */
export const streamLimit: Limit = { name: 'stream', calls: 60, seconds: 60, per: 'caller' };
export const streamTicketLimit: Limit = { name: 'stream-ticket', calls: 60, seconds: 60, per: 'caller' };

/** Maximum numbers of open streams in one process: of one user, and of all users. */
export const streamLimits: StreamLimits = { perUser: 10, perProcess: 10_000 };

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

export const bodyLimits: BodyLimits = { maxBytes: 64 * kilobyte, maxMs: 10_000 };

/** The content routes accept larger bodies, because 10 MB of Markdown can become 24 MB of escaped JSON. */
export const contentBodyLimits: BodyLimits = { maxBytes: 24 * megabyte, maxMs: 55_000 };

/** The limits for large responses, such as contents of several megabytes. */
export const largeAnswerLimits: LargeAnswerLimits = {
  fromBytes: megabyte,
  atOnce: 16,
  perAddress: 8,
  waitMs: 5000,
  stallMs: 10_000,
};

/** Maximum total time that a request waits for the store, in milliseconds, so that it is answered within 5 s. */
export const storeMs = 4500;

/** Maximum number of password hashes that wait for a core; further logins get 429. */
export const maxWaitingHashes = 64;

/** Maximum time that all requests with a password together may use in an iteration of the event loop, in milliseconds. */
export const passwordShareMs = 2;

/** The limits for comparing two texts of at most 1 MB together by lines. */
export const comparerLimits = { maxMs: 2000, threads: 2, maxWaiting: 16 };

/** Maximum number of documents that wait in each of the two queues (small and large documents); a further one is refused with 429. */
export const maxWaitingDocuments = 16;
