import type { StreamLimits } from '@portcullis/application';
import type { BodyLimits, LargeAnswerLimits, Limit, LoginLimits } from '@portcullis/adapters-http';

/** The limits of docs/interface.md §8 that the HTTP side enforces. */
export const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: 10, seconds: 60, per: 'caller' };

export const registerLimit = (perMinute: number): Limit => ({
  name: 'register',
  calls: perMinute,
  seconds: 60,
  per: 'address',
});

/** A test sends a request to a server that others own, and waits for it. */
export const testWebhookLimit: Limit = { name: 'test-webhook', calls: 10, seconds: 60, per: 'caller' };

/** Far more than a form needs; the token has 256 bits, so no limit is needed to keep it from being guessed. */
export const setupLimit: Limit = { name: 'setup', calls: 20, seconds: 60, per: 'address' };

/** Requests of visitors for mails with links for a new password. */
export const passwordResetLimit: Limit = { name: 'password-resets', calls: 20, seconds: 60 * 60, per: 'address' };

/** The mails of these requests. */
export const resetMailLimit: Limit = { name: 'password-reset-mails', calls: 5, seconds: 60 * 60, per: 'account' };

/** As many as of a setup link, for the same reason. */
export const mailLinkLimit: Limit = { name: 'mail-links', calls: 20, seconds: 60, per: 'address' };

export const loginLimits: LoginLimits = {
  perAccountAndAddress: { name: 'login', calls: 10, seconds: 15 * 60, per: 'account' },
  perAccount: { name: 'login-account', calls: 100, seconds: 60 * 60, per: 'account' },
  perKnownAddress: { name: 'login-known-address', calls: 20, seconds: 60 * 60, per: 'account' },
  recordedPerAddress: { name: 'login-recorded', calls: 100, seconds: 60 * 60, per: 'address' },
};

/** Opening a stream, and making a ticket for one. Both are done once for each page and each interruption. */
export const streamLimit: Limit = { name: 'stream', calls: 60, seconds: 60, per: 'caller' };
export const streamTicketLimit: Limit = { name: 'stream-ticket', calls: 60, seconds: 60, per: 'caller' };

/** The numbers of streams in one process. */
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

/** The total time, in milliseconds, that a request may wait for the store, so that it is answered within 5 s. */
export const storeMs = 4500;

/** The number of password hashes that may wait for a core; further logins get 429. */
export const maxWaitingHashes = 64;

/** The time that requests with a password may use in each iteration of the event loop, in milliseconds. */
export const passwordShareMs = 2;

/** The limits for comparing two texts of at most 1 MB together by lines. */
export const comparerLimits = { maxMs: 2000, threads: 2, maxWaiting: 16 };

/** The number of documents that may wait in each queue (small and large documents); a further one is refused with 429. */
export const maxWaitingDocuments = 16;
