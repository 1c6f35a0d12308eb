import type { AccessQuery } from '@portcullis/application/internal/ports/access';
import type { Grants, Requirement } from '@portcullis/domain/internal/access';
import { HttpError } from '../responses/http-error.ts';
import type { CallerKey, SessionCaller } from './callers.ts';

/**
 * How API keys can use a route: not at all, because the route asks for no permission; to read; or to write, which a key
 * that is `readOnly` cannot do.
 */
export type KeyUse = 'refused' | 'reads' | 'writes';

/**
 * How callers of a route authenticate: by default with a token or an API key as `Bearer`. With `basic`, only with the
 * id and the text of an API key (`client_secret_basic` of OAuth); with `basic-or-bearer`, in both ways.
 */
export type Credentials = 'basic' | 'basic-or-bearer';

/** The roles, permissions and kind of authentication that a route requires of its callers. */
export type CallerRequirement = Requirement<string> & {
  /** The maximum age of the session's last authentication, in seconds. */
  readonly maxAgeSeconds?: number;
  readonly keyUse: KeyUse;
  readonly credentials?: Credentials | undefined;
};

/** The requirement of a route with a `read` handler, which may serve callers who do not meet it. */
export type ReadRequirement = CallerRequirement & {
  /** True if callers may also read without the roles and permissions. The handler then gets those that they have. */
  readonly isOptional?: boolean;
  /** True if the handler rarely asks for the roles and permissions of an optional check. */
  readonly isDeferred?: boolean;
};

/** @throws {HttpError} api-key-refused, api-key-read-only */
export function requireKeyUse({ keyUse, maxAgeSeconds }: CallerRequirement, readOnly: boolean): void {
  // A key cannot authenticate again, so it cannot meet a maximum age of the authentication.
  if (keyUse === 'refused' || maxAgeSeconds !== undefined)
    throw new HttpError('api-key-refused', 'This cannot be done with an API key. Please log in.');
  if (keyUse === 'writes' && readOnly) throw new HttpError('api-key-read-only', 'This API key can only read.');
}

/** Returns those permissions of a key that a requirement names. */
export function keyGrants({ permissions, conditional }: CallerKey, requirement: CallerRequirement): Grants {
  const asked = accessCodes(requirement).permissions;
  const held = conditional.filter(({ code }) => asked.some((each) => each === code));
  return {
    roles: [],
    permissions: asked.filter((code) => permissions.includes(code)),
    ...(requirement.evaluatesConditions && held.length > 0 && { conditional: held }),
  };
}

const accessCodes = ({ anyRole = [], anyPermission = [], allPermissions = [] }: CallerRequirement) => ({
  roles: anyRole,
  permissions: anyPermission.length > 0 ? anyPermission : allPermissions,
});

/** Returns the query for those roles and permissions of the caller that a requirement names. */
export const accessQuery = ({ id, sessionId }: SessionCaller, requirement: CallerRequirement): AccessQuery => ({
  userId: id,
  sessionId,
  ...accessCodes(requirement),
  ...((requirement.anyPermission ?? []).length > 0 && { isEither: true }),
  ...(requirement.evaluatesConditions && { evaluatesConditions: true }),
  ...(requirement.maxAgeSeconds !== undefined && { maxAgeSeconds: requirement.maxAgeSeconds }),
});

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
