import type { Grants, SessionId, UserId } from '@portcullis/domain';
import type { AccessFactViews } from './access-facts.ts';
import type { AuditViews } from './audit.ts';
import type { CategoryViews } from './categories.ts';
import type { ContentViews } from './contents.ts';
import type { DeliveryViews } from './deliveries.ts';
import type { EventViews } from './events.ts';
import type { MenuViews } from './menus.ts';
import type { OverviewViews } from './overview.ts';
import type { PermissionViews } from './permissions.ts';
import type { RoleViews } from './roles.ts';
import type { SessionViews } from './sessions.ts';
import type { TagViews } from './tags.ts';
import type { UserViews } from './users.ts';
import type { WebhookViews } from './webhooks.ts';

/** The caller of a request, and the codes to check. */
export interface AccessQuery {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** The role codes to check. */
  readonly roles: readonly string[];
  /** The permission codes to check. */
  readonly permissions: readonly string[];
  /** If true, one of the roles or one of the permissions is sufficient. */
  readonly isEither?: boolean;
  /**
   * By default, the caller must have at least one of the roles (unless `roles` is empty), all of the permissions, and,
   * if `maxAgeSeconds` is set, a recent authentication. If true, the caller may read without any of these.
   */
  readonly isOptional?: boolean;
  /**
   * If true, the first query of `read` checks only the session, and the grants are read by a statement of their own when
   * `read` asks for them, after which `authorize` is called again. Saves time if `read` rarely asks. Only together with
   * `isOptional`.
   */
  readonly isDeferred?: boolean;
  /** Maximum age of the session's last authentication in seconds. Determines `isRecent` of the grants. */
  readonly maxAgeSeconds?: number;
}

export interface AccessViews {
  /**
   * Returns which of the codes the caller currently has; `undefined` if the session has ended or the user is disabled
   * or deleted. Takes one round trip. Nothing is cached.
   */
  readonly grantedCodes: (query: AccessQuery) => Promise<Grants | undefined>;
  /**
   * Checks the codes in the same statement as the first query of `read`, so that the check and the query see the same
   * snapshot. `authorize` is called once with the grants, before any result is returned. To refuse the request,
   * `authorize` throws. The second parameter of `read` is a function that returns the grants. If `read` calls this
   * function before its first query, the check is a separate statement. The check also runs if `read` makes no query.
   */
  readonly authorizeAndRead: <T>(
    query: AccessQuery,
    authorize: (grants: Grants | undefined) => void,
    read: (views: CallerViews, grants: () => Promise<Grants | undefined>) => Promise<T>,
  ) => Promise<T>;
}

/** The views (ports that only read) that are available without a login. */
export interface VisitorViews {
  readonly contents: ContentViews;
  readonly categories: CategoryViews;
  readonly tags: TagViews;
}

/** The views (ports that only read) whose queries can be combined with the access check. */
export interface CallerViews extends VisitorViews {
  readonly users: UserViews;
  readonly sessions: SessionViews;
  readonly roles: RoleViews;
  readonly permissions: PermissionViews;
  readonly menus: MenuViews;
  readonly accessFacts: AccessFactViews;
  readonly audit: AuditViews;
  readonly events: EventViews;
  readonly overview: OverviewViews;
  readonly webhooks: WebhookViews;
  readonly deliveries: DeliveryViews;
}
