import type { Session } from '@portcullis/domain';
import type { AccessTokens } from '../../ports/system.ts';

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
