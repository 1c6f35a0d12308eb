import type { Grants } from '@portcullis/domain';
import { HttpError } from '../answers/http-error.ts';

/**
 * Rejects a session whose last authentication is too old (RFC 9470).
 * @param maxAgeSeconds any age is accepted if this is undefined
 * @throws {HttpError} step-up-required
 */
export function requireRecentAuthentication({ isRecent }: Grants, maxAgeSeconds: number | undefined): void {
  if (maxAgeSeconds === undefined || isRecent === true) return;
  const challenge = `Bearer error="insufficient_user_authentication", max_age=${maxAgeSeconds}`;
  throw new HttpError('step-up-required', 'Please confirm that it is you.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}
