import { expect } from 'chai';

/** Internals that no response may contain: hashes, SQL, drivers, stacks and paths (docs/interface.md §7, rule 8). */
const internals =
  /\$argon2|QueryFailed|SQLSTATE|relation "|node_modules|\bat (?:\S+ \()?[^\s"]+:\d+:\d+|\/home\/|\/work\/|typeorm|password_?hash|refresh_?hash|(?<![\w.-])pg_/i;

/** The pattern of a refresh token: a session id, 256 secret bits, and an HMAC of these two parts. */
const refreshToken = /[0-9a-f]{8}-[0-9a-f-]{27}\.[\w-]{43}\.[\w-]{43}/;

/** Returns whether a response at a path may contain refresh tokens: at paths below `/auth/` and at `/setup`. */
const handsOutTokens = (path: string): boolean => path.startsWith('/auth/') || path === '/setup';

/** Expects that a response contains no secret and no internals. Every `Api` checks its responses with this function. */
export function expectNoLeak(path: string, text: string): void {
  expect(text, path).not.to.match(internals);
  if (!handsOutTokens(path)) expect(text, path).not.to.match(refreshToken);
}
