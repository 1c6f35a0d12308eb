import { userActor, type Client, type Actor } from '@portcullis/domain/internal/shared/actor';
import type { FactorId, UserId } from '@portcullis/domain/internal/shared/ids';
import {
  sessionEvents,
  maxLiveSessions,
  openSession,
  provesFactor,
  type Session,
  type SessionLifetimes,
  type AuthenticationMethod,
  renewAuthentication,
} from '@portcullis/domain/internal/accounts/session';
import type { CreateDependencies } from '../../dependencies.ts';
import type { AccessTokens, RefreshToken, RefreshTokens } from '../../ports/system.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordChange } from '../../changes.ts';

export interface SessionDependencies
  extends CreateDependencies<
    'users' | 'sessions' | 'loginAddresses' | 'factors' | 'loginChallenges' | 'passkeyChallenges' | 'events'
  > {
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly lifetimes: SessionLifetimes;
}

export interface Login {
  /**
   * The user, whom the caller must have locked. Otherwise concurrent logins could exceed the maximum number of
   * sessions.
   */
  readonly user: { readonly id: UserId; readonly username: string };
  readonly client: Client;
  readonly network: string;
  readonly how: AuthenticationMethod;
  /** The passkey that was used, alone or as the second factor. */
  readonly passkeyId?: FactorId | undefined;
}

/** A user who has logged in, with the tokens of the session. */
export interface LoggedIn {
  readonly user: { readonly id: UserId; readonly username: string; readonly roles: readonly string[] };
  readonly token: TokenPair;
}

export interface StartedSession {
  readonly session: Session;
  readonly refresh: RefreshToken;
}

/** Opens a session. If the user then has more than `maxLiveSessions` sessions, the least recently used sessions end. */
export async function startSession(
  tx: Uses<'sessions' | 'loginAddresses' | 'events'>,
  deps: SessionDependencies,
  { user: { id: userId, username }, client, network, how, passkeyId }: Login,
): Promise<StartedSession> {
  const { refreshTokens, lifetimes, clock, ids } = deps;
  const { ipAddress, userAgent } = client;
  const id = ids.next<'Session'>();
  const refresh = refreshTokens.first(id);
  const at = clock.now();
  const session = openSession(
    {
      userId,
      ipAddress,
      userAgent,
      hasFactor: provesFactor(how),
      passkeyId: passkeyId ?? null,
      id,
      refreshHash: refresh.hash,
    },
    at,
    lifetimes,
  );
  const subject = { id: userId, username };
  const recorded = { event: sessionEvents.started, actor: userActor(subject, client, id), subject };
  await recordChange(tx, deps, recorded, async (allow) => {
    const sessionIds = await tx.sessions.endLeastRecentlyUsed(allow(userId), maxLiveSessions - 1, at);
    await tx.sessions.add(allow(session));
    await tx.loginAddresses.record({ userId, network, lastLoginAt: at });
    return { before: { sessionIds, how: null }, after: { sessionIds: [id], how } };
  });
  return { session, refresh };
}

/** Creates the tokens of a session that was just opened. */
export const firstTokens = (
  { accessTokens }: Pick<SessionDependencies, 'accessTokens'>,
  { session, refresh }: StartedSession,
): Promise<TokenPair> => tokenPair(accessTokens, session, refresh.token);

/** Creates the result of a login, with the roles that are effective in the session, before the session is committed. */
export async function loginResult(
  tx: Uses<'users'>,
  deps: Pick<SessionDependencies, 'accessTokens'>,
  started: StartedSession,
): Promise<LoggedIn> {
  const { id: sessionId, userId: id } = started.session;
  const { username = '', roles = [] } = (await tx.users.profile(id, sessionId)) ?? {};
  return { user: { id, username, roles }, token: await firstTokens(deps, started) };
}

/** The tokens of a session in the response to a login or refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token as a duration, such as `15m`. */
  readonly expiresIn: string;
}

export async function tokenPair(
  accessTokens: AccessTokens,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  refreshToken: string,
): Promise<TokenPair> {
  const accessToken = await accessTokens.issue({ userId, sessionId: id });
  return { accessToken, refreshToken, expiresIn: accessTokens.expiresIn };
}

/** Records in the session that the caller has authenticated again. If the session has ended, nothing changes. */
export async function renewOwnAuthentication(
  { sessions }: Uses<'sessions'>,
  { sessionId }: Actor,
  how: AuthenticationMethod,
  at: Date,
): Promise<void> {
  const session = sessionId === null ? undefined : await sessions.lockLive(sessionId, at);
  if (session !== undefined) await sessions.save(renewAuthentication(session, how, at));
}
