import type { KeyGrants } from '@portcullis/application/internal/ports/access';
import type { Grants, Requirement } from '@portcullis/domain/internal/access/access';
import type { KeyUse } from '@portcullis/domain/internal/accounts/key-use';
import type { ActingKey, Actor } from '@portcullis/domain/internal/shared/actor';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';

/** The API key of a request. */
export interface CallerKey
  extends ActingKey,
    Pick<KeyGrants, 'readOnly' | 'permissions' | 'conditional' | 'ownerUsername' | 'tokenVersion' | 'expiresAt'> {}

/** The user of a request. A request has a session or an API key of the user. */
export interface Caller extends Actor {
  readonly apiKey?: CallerKey;
}

/** The logged-in user of a request, and the session of the access token or ticket. */
export interface SessionCaller extends Caller {
  readonly sessionId: SessionId;
}

/** Returns true if the request has a session, and no API key. */
export const hasSession = (caller: Caller): caller is SessionCaller => caller.sessionId !== null;

/** The caller of a request. */
export interface Authenticated {
  readonly caller: Caller;
  /** The roles and permissions that the route names and the caller has. */
  readonly grants: Grants;
}

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
};
