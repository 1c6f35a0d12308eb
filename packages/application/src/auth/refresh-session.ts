import { BusinessError, refreshTurn, rotateSession, type SessionLifetimes } from '@portcullis/domain';
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

  /** Takes whatever the client sent. Refuses: session-ended, for every failure alike. */
  async execute(text: unknown): Promise<TokenPair> {
    const { work, accessTokens, refreshTokens, lifetimes, clock } = this.#use;
    const presented = refreshTokens.read(text);
    if (presented === undefined) throw sessionEnded();
    const successor = refreshTokens.successor(presented);
    const at = clock.now();
    // A stolen token ends the session for good, so the refusal is thrown outside: it must not undo that.
    const session = await work.run(async (tx) => {
      const stored = await tx.sessions.lockLive(presented.sessionId, at);
      if (stored === undefined) return undefined;
      switch (refreshTurn(stored, presented.hash, at)) {
        case 'next':
          await tx.sessions.save(rotateSession(stored, successor.hash, at, lifetimes));
          return stored;
        case 'repeated':
          return stored;
        case 'neither':
          await tx.sessions.end(stored.id);
          return undefined;
      }
    });
    if (session === undefined) throw sessionEnded();
    return tokenPair(accessTokens, session, successor.token);
  }
}

const sessionEnded = (): BusinessError =>
  new BusinessError('session-ended', 'Your session has ended. Please log in again.');
