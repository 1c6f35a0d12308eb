import { expect } from 'chai';

/** What only the inside of the service says: hashes, SQL, drivers, stacks and paths (specification, section 7.8). */
const internals =
  /\$argon2|QueryFailed|SQLSTATE|relation "|node_modules|\bat (?:\S+ \()?[^\s"]+:\d+:\d+|\/home\/|\/work\/|typeorm|password_?hash|refresh_?hash|(?<![\w.-])pg_/i;

/** A session id, 256 secret bits and the HMAC over both. */
const refreshToken = /[0-9a-f]{8}-[0-9a-f-]{27}\.[\w-]{43}\.[\w-]{43}/;

/** Refresh tokens are in the responses to log-ins, refreshes and the setup of the first administrator, and nowhere else. */
const handsOutTokens = (path: string): boolean => path.startsWith('/auth/') || path === '/setup';

/** Every answer of the whole test run passes here: none tells a secret, or what the service is made of. */
export function expectNoLeak(path: string, text: string): void {
  expect(text, path).not.to.match(internals);
  if (!handsOutTokens(path)) expect(text, path).not.to.match(refreshToken);
}
