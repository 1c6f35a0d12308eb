import type { Session } from '@portcullis/domain';
import type { AccessTokens } from '../ports/system.ts';

/** The tokens of a session, as login and refresh return them. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token, a duration such as `15m`. */
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
