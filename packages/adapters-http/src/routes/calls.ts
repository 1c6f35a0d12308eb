import type { CallerViews, VisitorViews } from '@portcullis/application/internal/ports/access';
import type { CallerReach } from '@portcullis/application/internal/reach';
import type { Grants, Requirement } from '@portcullis/domain/internal/access/access';
import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { Client } from '@portcullis/domain/internal/shared/actor';
import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import type { VersionCondition } from '@portcullis/domain/internal/shared/version';
import type { IncomingForm } from '../body/multipart-body.ts';
import type { CallerRequirement, Caller } from '../checks/callers.ts';
import type { Cookies } from '../checks/sign-in-cookies.ts';

/** A validated request. It contains no object of Koa, so that handlers do not depend on Koa. */
interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly client: Client;
}

/**
 * Checks that the last authentication of the session is recent.
 * @param hasPassword whether the request also contains the current password, which the caller of this function
 * verifies. Without `STEP_UP_MAX_AGE`, the password replaces a recent authentication. Default: false.
 * @throws {HttpError} step-up-required
 */
type RequireRecent = (hasPassword?: boolean) => void;

/** An additional resource whose routes evaluate conditions on permissions. */
export interface ConditionedResource {
  /**
   * The permission to read the resource. What a caller may not read is refused as if it did not exist. Absent if
   * everybody may read the resource, or if nothing is changed that exists.
   */
  readonly reads?: PermissionCode;
  /** The attributes that conditions compare. A stored condition that compares others permits nothing. */
  readonly attributes: AttributeTypes;
}

export interface AuthenticatedCall<Params, Query, Body, Who = Caller> extends Call<Params, Query, Body> {
  readonly caller: Who;
  /**
   * The versions that `If-Match` accepts. Undefined if the request has no `If-Match`, or if the route does not set
   * `isConditional`.
   */
  readonly ifMatch: VersionCondition | undefined;
  /** The form of a request to a route whose `bodyMedia` is `multipart/form-data`. */
  readonly form: IncomingForm;
  /** Only handlers of routes with `needsOwner`, or whose `stepUp` is `conditional`, need to call this function. */
  readonly requireRecent: RequireRecent;
  /**
   * Checks roles and permissions that depend on the body. Only those that the route itself names can be met.
   * @throws {BusinessError} role-required, permission-required
   */
  readonly requireAccess: (requirement: Requirement) => void;
  /**
   * Returns for which resources the caller has this permission, which the route names, and which ones the caller may read.
   * Undefined: all.
   * @param resource the additional resource to which the permission belongs. Default: contents, categories, tags, files
   */
  readonly reach: (code: PermissionCode, resource?: ConditionedResource) => Promise<CallerReach | undefined>;
  /** Returns which unpublished contents the caller may read. */
  readonly readableDrafts: () => Promise<Reach>;
  /** Returns which of these permissions the caller has, also under conditions. Any codes can be asked for. */
  readonly grantsOf: (permissions: readonly string[]) => Promise<Grants>;
  /** Returns true if the caller has one of the roles or permissions in `privileged` of the route. */
  readonly isPrivileged: () => Promise<boolean>;
}

/** A caller who reads, and the views of callers. */
export interface CallerReading {
  readonly caller: Caller;
  readonly views: CallerViews;
}

export interface OptionalCall<Params, Query, Body> extends Call<Params, Query, Body> {
  /** The ETags in `If-None-Match`. Undefined for a request with a token, because its response is not cached. */
  readonly etags: readonly string[] | undefined;
  /**
   * Returns true if the caller has one of the roles or permissions in `editors` of the route. They are the result of the
   * access check, so calling this function sends no query.
   */
  readonly isEditor: () => Promise<boolean>;
  /** Returns for which resources the caller has one of the roles or permissions in `editors`, like `isEditor`. */
  readonly reach: () => Promise<Reach>;
  /** Undefined for a visitor. */
  readonly reading: CallerReading | undefined;
}

export interface ReadingCall<Params, Query, Body, Who = Caller> extends Call<Params, Query, Body> {
  readonly caller: Who;
  /** Returns which of the roles and permissions in `privileged` of the route the caller has. */
  readonly grants: () => Promise<Grants>;
  /** Returns true if the caller has one of the roles or permissions in `privileged` of the route. */
  readonly isPrivileged: () => Promise<boolean>;
}

export interface PublicCall<Params, Query, Body> extends Call<Params, Query, Body> {
  /** Returns the cookies of the request. */
  readonly cookies: () => Cookies;
  /** Returns the value of a header, or an empty text. */
  readonly header: (name: string) => string;
  /** Whether the method is HEAD, so that only headers are sent. */
  readonly isHead: boolean;
  /** Returns the media types in `Accept`, without those that it excludes, in the order of their weights. */
  readonly acceptedTypes: () => readonly string[];
  /** Returns true if the client prefers HTML to JSON. Browsers do so when they open a URL. */
  readonly prefersHtml: () => boolean;
  /** Adds the user to the log entry of the request. */
  readonly logUser: (userId: UserId) => void;
}

export interface DecidingCall<Params, Query, Body> extends Call<Params, Query, Body> {
  /** Returns the value of a header, or an empty text. */
  readonly header: (name: string) => string;
  /**
   * Authenticates the request, checks its access and calls `read`, whose result is discarded if the check fails.
   * @throws {HttpError} token-missing, token-invalid, token-expired, api-key-refused, api-key-read-only,
   * too-many-requests
   * @throws {BusinessError} role-required, permission-required, and the errors of `read`
   */
  readonly authorize: <T>(
    requirement: CallerRequirement,
    read: (caller: Caller, views: CallerViews) => Promise<T>,
  ) => Promise<T>;
}

/** How a handler with `read` reads: as a caller, or as a visitor without a token. */
type Reading = {
  /** Returns those of the roles and permissions that the check of the route looks for that the caller has. */
  readonly grants: () => Promise<Grants>;
} & (
  | (CallerReading & { readonly etags: undefined })
  | { readonly caller: undefined; readonly views: VisitorViews; readonly etags: readonly string[] }
);

/** A request before validation. */
export interface RouteRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly url: {
    /** The parsed query string. */
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
  };
  /** Whether the client prefers that unknown query parameters are refused. */
  readonly isStrict?: boolean;
  readonly client: Client;
  readonly body?: unknown;
  readonly ifMatch?: VersionCondition | undefined;
  /** Set for routes without `read` that need a session. */
  readonly session?:
    | Pick<
        AuthenticatedCall<never, never, never>,
        'caller' | 'form' | 'requireRecent' | 'requireAccess' | 'reach' | 'readableDrafts' | 'grantsOf' | 'isPrivileged'
      >
    | undefined;
  /** Set for routes with `read`. */
  readonly reading?: Reading | undefined;
  /** Set for routes with `decide`. */
  readonly deciding?: Pick<DecidingCall<never, never, never>, 'header' | 'authorize'> | undefined;
  /** Set for public routes. */
  readonly browser?: Omit<PublicCall<never, never, never>, keyof Call<never, never, never>> | undefined;
}
