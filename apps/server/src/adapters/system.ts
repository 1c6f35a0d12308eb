import { randomUUID } from 'node:crypto';
import { accessTokenService, type AccessTokenService } from '@portcullis/adapters-http/internal/checks/access-tokens';
import type { Clock, IdSource, RefreshTokens } from '@portcullis/application/internal/ports/system';
import type { Id } from '@portcullis/domain';
import type { Config } from '../config/config.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { keysOf, type Keys } from './secrets.ts';

export const clock: Clock = { now: () => new Date() };

export const randomIds: IdSource = { next: <Kind extends string>() => randomUUID() as Id<Kind> };

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The keys of tokens, and what they sign. */
export interface Tokens {
  readonly keys: () => Keys;
  readonly accessTokens: AccessTokenService;
  readonly refreshTokens: RefreshTokens;
}

/** Reads or creates the keys when they are first needed, so that a command which issues no token creates no key file. */
export function tokensOf(config: Config): Tokens {
  const { accessTokenTtl, publicUrl } = config;
  const keys = once(() => keysOf(config));
  const { text: expiresIn, ms } = accessTokenTtl;
  const access = once(() =>
    accessTokenService({ ...keys(), expiresIn, ttlSeconds: ms / 1000, publicUrl, clock, ids: randomIds }),
  );
  const refresh = once(() => refreshTokens(keys().refreshSecrets));
  return {
    keys,
    accessTokens: {
      expiresIn,
      issue: async (session) => access().issue(session),
      issueForKey: async (key) => access().issueForKey(key),
      verify: (token) => access().verify(token),
    },
    refreshTokens: {
      first: (sessionId) => refresh().first(sessionId),
      successor: (token) => refresh().successor(token),
      read: (text) => refresh().read(text),
    },
  };
}
