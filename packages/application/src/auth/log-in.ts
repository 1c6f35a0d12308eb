import {
  BusinessError,
  caseKey,
  enabled,
  openSession,
  type Session,
  type SessionLifetimes,
  type UserId,
} from '@portcullis/domain';
import type { AccessTokens, Clock, IdSource, LoginThrottle, PasswordHasher, RefreshTokens } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';
import { tokenPair, type TokenPair } from './token-pair.ts';

export interface LogInInput {
  /** A user name or an e-mail address. */
  readonly login: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

export interface LoggedIn {
  readonly user: { readonly id: UserId; readonly username: string; readonly roles: readonly string[] };
  readonly token: TokenPair;
}

interface Dependencies {
  readonly work: UnitOfWork;
  readonly users: UserViews;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
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

  /**
   * An unknown user, a wrong password and a disabled account are answered alike and cost the same work.
   * Refuses: invalid-credentials, and what the throttle throws.
   */
  async execute({ login, password, ipAddress, userAgent }: LogInInput): Promise<LoggedIn> {
    const { users, hasher, throttle } = this.#use;
    const account = await users.credentials(login);
    const attempt = { account: account?.userId ?? caseKey(login), ipAddress };
    await throttle.admit(attempt);
    const matches = await hasher.verify(account?.passwordHash, password);
    if (account === undefined || !matches || account.status !== enabled) {
      await throttle.failed(attempt);
      throw wrongCredentials();
    }
    await throttle.succeeded(attempt);
    const { userId, username, roles, passwordHash } = account;
    const token = await this.#open({ userId, ipAddress, userAgent }, passwordHash);
    return { user: { id: userId, username, roles }, token };
  }

  /** A password that was changed since it was looked at opens nothing: its sessions have just been ended. */
  async #open(opened: Pick<Session, 'userId' | 'ipAddress' | 'userAgent'>, provenHash: string): Promise<TokenPair> {
    const { work, accessTokens, refreshTokens, lifetimes, clock, ids } = this.#use;
    const id = ids.next<'Session'>();
    const refresh = refreshTokens.first(id);
    const session = openSession({ ...opened, id, refreshHash: refresh.hash }, clock.now(), lifetimes);
    await work.run(async (tx) => {
      if ((await tx.users.lockPassword(opened.userId)) !== provenHash) throw wrongCredentials();
      await tx.sessions.add(session);
    });
    return tokenPair(accessTokens, session, refresh.token);
  }
}

const wrongCredentials = (): BusinessError => new BusinessError('invalid-credentials', 'Wrong user name or password.');
