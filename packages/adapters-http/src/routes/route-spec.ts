import type { CallerViews, VisitorViews } from '@portcullis/application/internal/ports/access';
import type { AccessCondition, Requirement } from '@portcullis/domain/internal/access/access';
import type { PermissionCode } from '@portcullis/domain/internal/roles/permission';
import type { Caller, SessionCaller } from '../checks/callers.ts';
import type { SerializedJson, WithEtag, WithStatus, WithVersion } from '../responses/response-data.ts';
import type { Schema } from '../validation/schema.ts';
import type { AuthenticatedCall, DecidingCall, OptionalCall, PublicCall, ReadingCall } from './calls.ts';
import type { Endpoint, IdempotencyKeyUse } from './endpoint.ts';

/** The handler of a route, and the schema of the data that the handler returns. */
interface Handled<Called, Data> {
  readonly data: Schema<Data>;
  readonly handle: (call: Called) => Promise<NoInfer<Data | WithVersion<Data> | WithStatus<Data>>>;
}

/** A route that ignores tokens, even if they are invalid. */
interface PublicRoute<P, Q, B, D> extends Endpoint<P, Q, B>, Handled<PublicCall<P, Q, B>, D> {
  readonly access: 'public';
  readonly acceptsKey?: never;
}

/**
 * A route that accepts requests without a token, but rejects an invalid token. API keys are accepted too. Callers with
 * one of the roles or permissions in `editors` may see more than other callers.
 */
interface OptionalRoute<P, Q, B, D> extends Endpoint<P, Q, B> {
  readonly access: 'optional';
  readonly acceptsKey?: never;
  readonly editors?: Privileged;
  /** Routes with `read` cannot have a rate limit. See `limit` of `Read` for the reason. */
  readonly limit?: never;
  readonly data: Schema<D>;
  /**
   * Reads the data. Without a token, `views` may return data that is a few seconds old. With a token, `views` returns
   * current data.
   */
  readonly read: (
    call: OptionalCall<P, Q, B>,
    views: VisitorViews,
  ) => Promise<NoInfer<D | WithVersion<SerializedJson<D>> | WithEtag<D | SerializedJson<D>>>>;
}

/**
 * A route that decides whether the caller may do something else, which the request names. The handler says for each
 * request which roles and permissions the caller needs.
 */
interface DecidingRoute<P, Q, B, D> extends Endpoint<P, Q, B> {
  readonly access: 'optional';
  readonly method: 'GET';
  readonly acceptsKey?: never;
  readonly editors?: never;
  readonly limit?: never;
  /** The response belongs to one request, so it must not be stored. */
  readonly isUnlisted: true;
  readonly data: Schema<D>;
  readonly decide: (call: DecidingCall<P, Q, B>) => Promise<NoInfer<D>>;
}

/**
 * A route that only reads. `read` is called as soon as the access check was sent to the database, and its result is
 * discarded if the check fails. So a query that depends on what the caller may read, or that takes long, must wait for
 * the grants.
 */
interface Read<Called, Data> {
  /**
   * A route with `read` cannot have a rate limit. A call must be counted after the access check and before the query, but
   * here both are sent together.
   */
  readonly limit?: never;
  readonly data: Schema<Data>;
  readonly read: (call: Called, views: CallerViews) => Promise<NoInfer<Data | SerializedJson<Data>>>;
}

/** Every POST route for callers must say what it does with the header, so that no secret is stored by mistake. */
type KeyedByMethod =
  | { readonly method: 'POST'; readonly idempotencyKey: IdempotencyKeyUse }
  | { readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'; readonly idempotencyKey?: never };

type ForCallers<P, Q, B, D, Who> = Endpoint<P, Q, B> &
  KeyedByMethod &
  (Handled<AuthenticatedCall<P, Q, B, Who>, D> | Read<ReadingCall<P, Q, B, Who>, D>);

interface ForEverybody {
  readonly access: 'authenticated';
  /** Callers with one of these roles or permissions may do more than other callers. */
  readonly privileged?: Privileged;
  /** Set if callers who are not in `privileged` may call the route only about themselves. */
  readonly isAboutSelf?: true;
}

/** A route that any logged-in user may call, but no API key. */
type AuthenticatedRoute<P, Q, B, D> = ForCallers<P, Q, B, D, SessionCaller> &
  ForEverybody & { readonly acceptsKey?: never };

/** A route that any logged-in user may call, and every API key. */
type KeyRoute<P, Q, B, D> = ForCallers<P, Q, B, D, Caller> & ForEverybody & { readonly acceptsKey: true };

/** The roles and permissions whose holders may do more than other callers. One of them suffices. */
export interface Privileged {
  readonly roles: readonly string[];
  readonly permissions: readonly PermissionCode[];
  /** True if the handler also uses permissions that the caller has only under conditions. */
  readonly evaluatesConditions?: true;
}

interface ForHolders {
  readonly privileged?: Privileged;
  /** Who may read all resources that the route changes. It finds only those that the caller may read. Default: all callers. */
  readonly readers?: AccessCondition;
}

/**
 * A route for logged-in users with one of `anyRole` and all of `allPermissions`. If permissions are sufficient, API keys
 * are accepted too. Only routes with `handle` can have `privileged`.
 */
type AuthorizedRoute<P, Q, B, D> = ForCallers<P, Q, B, D, Caller> &
  Requirement &
  ForHolders & { readonly access: 'authorized'; readonly acceptsKey?: never };

/** The definition of a route. `access` determines what its handler gets, and which other properties it can have. */
export type RouteSpec<P, Q, B, D> =
  | PublicRoute<P, Q, B, D>
  | OptionalRoute<P, Q, B, D>
  | DecidingRoute<P, Q, B, D>
  | AuthenticatedRoute<P, Q, B, D>
  | KeyRoute<P, Q, B, D>
  | AuthorizedRoute<P, Q, B, D>;

/** Who may call a route. `access` is required, so that a route cannot become public by mistake. */
export type Access =
  | { readonly access: 'public' }
  | (ForEverybody & { readonly acceptsKey?: true })
  | { readonly access: 'optional'; readonly editors?: Privileged }
  | ({ readonly access: 'authorized' } & ForHolders & Requirement);

export const nobody: Privileged = { roles: [], permissions: [] };
