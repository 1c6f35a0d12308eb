import {
  BusinessError,
  refreshTurn,
  rotateSession,
  type Refusal,
  type SessionLifetimes,
  type UserId,
} from '@portcullis/domain';
import type { AccessTokens, Clock, RefreshTokens } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { tokenPair, type TokenPair } from './token-pair.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
  readonly clock: Clock;
}

/**
 * Exchanges a refresh token for the next one (decisions, sections 4 and 5). Each works once; the one just before it is
 * answered again for 10 s with the same successor, so that two tabs or a lost answer log nobody out; an older one is taken
 * for stolen and ends the session.
 */
export class RefreshSession {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Takes whatever the client sent. Refuses: refresh-token-reused, and session-ended for every other failure. */
  async execute(text: unknown): Promise<TokenPair> {
    const { work, accessTokens, refreshTokens, lifetimes, clock } = this.#use;
    const presented = refreshTokens.read(text);
    if (presented === undefined) throw sessionEnded();
    const successor = refreshTokens.successor(presented);
    const at = clock.now();
    // A stolen token ends the session for good, so the refusal is thrown outside: it must not undo that.
    const { session, turn } = await work.run(async (tx) => {
      const stored = await tx.sessions.lockLive(presented.sessionId, at);
      if (stored === undefined) throw sessionEnded();
      const played = refreshTurn(stored, presented.hash, at);
      if (played === 'next') await tx.sessions.save(rotateSession(stored, successor.hash, at, lifetimes));
      if (played === 'neither') await tx.sessions.end(stored.id);
      return { session: stored, turn: played };
    });
    if (turn === 'neither') throw sessionEnded('refresh-token-reused', session.userId);
    return tokenPair(accessTokens, session, successor.token);
  }
}

/** One message for all: who holds a stolen token need not know that it was noticed. */
const sessionEnded = (refusal: Refusal = 'session-ended', about?: UserId): BusinessError =>
  new BusinessError(refusal, 'Your session has ended. Please log in again.', undefined, { about });
