import { createHmac, randomUUID } from 'node:crypto';

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const lifetimeSeconds = 24 * 60 * 60;

/** Returns an access token like those that Portcullis issues, for a session that exists in the database. */
export function accessToken(secret: string, { userId, sessionId }: { userId: string; sessionId: string }): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    sid: sessionId,
    iss: 'portcullis',
    aud: 'portcullis-api',
    sub: userId,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  };
  const signed = `${encoded({ alg: 'HS256', typ: 'at+jwt' })}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
