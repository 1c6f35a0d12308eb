import {
  BusinessError,
  enabled,
  sessionEnd,
  type Session,
  type SessionLifetimes,
  type UserId,
} from '@portcullis/domain';
import type { AccessTokens, Clock, IdSource, PasswordHasher, RefreshTokens } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';

export interface LogInInput {
  /** A user name or an e-mail address. */
  readonly login: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** What a client keeps of a session (specification, section 4.1). */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token, a duration such as `15m`. */
  readonly expiresIn: string;
}

export interface LoggedIn {
  readonly user: { readonly id: UserId; readonly username: string; readonly roles: readonly string[] };
  readonly token: TokenPair;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Opens a session (specification, sections 4.1 and 5.2). */
export class LogIn {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /** Refuses: invalid-credentials, alike for an unknown user, a wrong password and a disabled account. */
  async execute({ login, password, ipAddress, userAgent }: LogInInput): Promise<LoggedIn> {
    const { work, users, hasher, accessTokens, refreshTokens, lifetimes, clock, ids } = this.#use;
    const account = await users.credentials(login);
    const matches = await hasher.verify(account?.passwordHash, password);
    if (account === undefined || !matches || account.status !== enabled) {
      throw new BusinessError('invalid-credentials', 'Wrong user name or password.');
    }
    const { userId, username, roles } = account;
    const refresh = refreshTokens.create();
    const at = clock.now();
    const session: Session = {
      id: ids.next(),
      userId,
      refreshHash: refresh.hash,
      ipAddress,
      userAgent,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: sessionEnd(at, at, lifetimes),
    };
    await work.run((tx) => tx.sessions.add(session));
    const accessToken = await accessTokens.issue({ userId, sessionId: session.id });
    return {
      user: { id: userId, username, roles },
      token: { accessToken, refreshToken: refresh.token, expiresIn: accessTokens.expiresIn },
    };
  }
}
