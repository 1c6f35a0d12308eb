import {
  BusinessError,
  matchRefreshToken,
  rotateSession,
  type Refusal,
  type SessionLifetimes,
  type UserId,
} from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import type { AccessTokens, RefreshTokens } from '../ports/system.ts';
import { tokenPair, type TokenPair } from './token-pair.ts';

interface Dependencies extends UpdateDependencies {
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
}

/**
 * Exchanges a refresh token for the next one. Each works once; the one just before it is answered again for 10 s with
 * the same successor, so that two tabs or a lost answer log nobody out; an older one is taken for stolen and ends the
 * session. Takes whatever the client sent.
 * @throws {BusinessError} refresh-token-reused, and session-ended for every other failure
 */
export const refreshSession =
  ({ work, accessTokens, refreshTokens, lifetimes, clock }: Dependencies) =>
  async (text: unknown): Promise<TokenPair> => {
    const presented = refreshTokens.read(text);
    if (presented === undefined) throw sessionEnded();
    const successor = refreshTokens.successor(presented);
    const at = clock.now();
    // A stolen token ends the session for good, so the refusal is thrown outside: it must not undo that.
    const { session, isReused } = await work.run(async (tx) => {
      const stored = await tx.sessions.lockLive(presented.sessionId, at);
      if (stored === undefined) throw sessionEnded();
      const match = matchRefreshToken(stored, presented.hash, at);
      if (match === 'current') await tx.sessions.save(rotateSession(stored, successor.hash, at, lifetimes));
      if (match === 'unknown') await tx.sessions.end(stored.id);
      return { session: stored, isReused: match === 'unknown' };
    });
    if (isReused) throw sessionEnded('refresh-token-reused', session.userId);
    return tokenPair(accessTokens, session, successor.token);
  };

export type RefreshSession = ReturnType<typeof refreshSession>;

/** One message for all: who holds a stolen token need not know that it was noticed. */
const sessionEnded = (refusal: Refusal = 'session-ended', about?: UserId): BusinessError =>
  new BusinessError(refusal, 'Your session has ended. Please log in again.', undefined, { about });
