import type { Client } from '@portcullis/domain/internal/shared/actor';
import { BusinessError, type Refusal } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import {
  sessionEvents,
  matchRefreshToken,
  rotateSession,
  type SessionLifetimes,
} from '@portcullis/domain/internal/accounts/session';
import type { CreateDependencies } from '../../dependencies.ts';
import type { AccessTokens, RefreshTokens } from '../../ports/system.ts';
import { tokenPair, type TokenPair } from './start-session.ts';
import { recordChange } from '../../changes.ts';

/** What `refreshSession` needs. */
export interface RefreshSessionInput {
  readonly client: Client;
  /** The token that the client sent. It may be any value. */
  readonly token: unknown;
}

interface Dependencies extends CreateDependencies<'sessions' | 'events'> {
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
}

/**
 * Exchanges a refresh token for its successor. A token works once. However, a token that was used less than 10 s ago
 * yields the same successor again, unless this successor was used. The user therefore stays logged in if two tabs
 * refresh simultaneously or a response is lost. If a client sends any other token with the id of the session, such as
 * one that was used earlier, a token may have been stolen, so the session ends.
 * @throws {BusinessError} refresh-token-reused, and session-ended for every other failure
 */
export const refreshSession =
  (deps: Dependencies) =>
  async ({ client, token }: RefreshSessionInput): Promise<TokenPair> => {
    const { work, accessTokens, refreshTokens, lifetimes, clock } = deps;
    const presented = refreshTokens.read(token);
    if (presented === undefined) throw sessionEnded();
    const successor = refreshTokens.successor(presented);
    const at = clock.now();
    // If the session ends because of a reused token, the error is thrown after the commit. Throwing the error inside
    // the transaction would undo the end of the session.
    const { session, isReused } = await work.run(async (tx) => {
      const stored = await tx.sessions.lockLive(presented.sessionId, at);
      if (stored === undefined) throw sessionEnded();
      const match = matchRefreshToken(stored, presented.hash, at);
      if (match === 'current') await tx.sessions.save(rotateSession(stored, successor.hash, at, lifetimes));
      if (match === 'unknown') {
        const actor = { ...client, type: 'user', id: stored.userId, name: null, sessionId: stored.id } as const;
        const subject = { id: stored.userId, username: null };
        await recordChange(tx, deps, { event: sessionEvents.reused, actor, subject }, async (allow) => {
          await tx.sessions.end(allow(stored.id));
          return { before: { sessionIds: [stored.id] }, after: { sessionIds: [] } };
        });
      }
      return { session: stored, isReused: match === 'unknown' };
    });
    if (isReused) throw sessionEnded('refresh-token-reused', session.userId);
    return tokenPair(accessTokens, session, successor.token);
  };

/** All failures have the same message, so that a thief cannot tell that the theft was detected. */
const sessionEnded = (refusal: Refusal = 'session-ended', about?: UserId): BusinessError =>
  new BusinessError(refusal, 'Your session has ended. Please log in again.', undefined, { about });
