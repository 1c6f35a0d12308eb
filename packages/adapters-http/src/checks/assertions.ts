import { SignJWT } from 'jose';
import type { AccessTokenOptions } from './access-tokens.ts';

/** The `typ` of assertions. It differs from that of access tokens, so that neither can replace the other. */
const typ = 'portcullis-assertion+jwt';
const lifetimeSeconds = 60;

/** Creates a signed statement for one service about the user of one request. */
export type IssueAssertion = (
  about: { readonly id: string; readonly roles: readonly string[] },
  audience: string,
) => Promise<string>;

/**
 * Returns the function that issues assertions. Returns undefined if tokens are signed with a secret, because a service
 * that could verify assertions with the secret could also issue them.
 */
export function assertionIssuer(
  options: Omit<AccessTokenOptions, 'expiresIn' | 'ttlSeconds'>,
): IssueAssertion | undefined {
  const { tokenKeys, publicUrl = 'portcullis', clock, ids } = options;
  const [{ id: kid, algorithm: alg, signingKey }] = tokenKeys;
  if (alg === 'HS256') return undefined;
  return ({ id, roles }, audience) => {
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    const claims = { iss: publicUrl, aud: audience, sub: id, roles, jti: ids.next(), iat: issuedAt };
    return new SignJWT({ ...claims, exp: issuedAt + lifetimeSeconds })
      .setProtectedHeader({ alg, typ, kid })
      .sign(signingKey);
  };
}
