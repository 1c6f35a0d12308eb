import type { ConditionalGrant, Grants } from '@portcullis/domain/internal/access/access';
import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import type { ApiKeyId, SessionId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { AccessFactViews } from './access-facts.ts';
import type { ApiKeyViews } from './api-keys.ts';
import type { AuditViews } from './audit.ts';
import type { CategoryViews } from './categories.ts';
import type { ContentViews } from './contents.ts';
import type { DeliveryViews } from './deliveries.ts';
import type { EventViews } from './events.ts';
import type { MediaViews } from './media.ts';
import type { MenuViews } from './menus.ts';
import type { OverviewViews } from './overview.ts';
import type { PermissionViews } from './permissions.ts';
import type { RouteTableViews } from './route-tables.ts';
import type { RoleViews } from './roles.ts';
import type { SessionViews } from './sessions.ts';
import type { TagViews } from './tags.ts';
import type { UserAttributeViews } from './user-attributes.ts';
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
  /** If true, the grants also contain the permissions that the caller holds under conditions. */
  readonly evaluatesConditions?: boolean;
  /** Maximum age of the session's last authentication in seconds. Determines `isRecent` of the grants. */
  readonly maxAgeSeconds?: number;
}

/** The API key of a request, which contains the key or an access token of the key. */
type KeyQuery = {
  readonly keyId: ApiKeyId;
  /** The address of the client. */
  readonly ipAddress: string;
} & (
  | {
      /** SHA-256 of the secret in the key, in base64url. */
      readonly secretHash: string;
    }
  | {
      /** The version in the access token. */
      readonly tokenVersion: number;
    }
);

/** The rights of a request with an API key, and the fields of the key that authentication needs. */
export interface KeyGrants
  extends Pick<ApiKey, 'ownerId' | 'name' | 'readOnly' | 'tokenVersion' | 'issuedAt' | 'expiresAt' | 'lastUsedAt'> {
  /** Those permissions of the key that its owner holds only under conditions. */
  readonly conditional: readonly ConditionalGrant[];
  /** The user name of the owner. */
  readonly ownerUsername: string;
  /** Those permissions of the key that its owner currently holds. */
  readonly permissions: readonly string[];
}

/** Reads what callers may do. */
export interface AccessViews {
  /** Sends the access check to the store. Nothing is cached. */
  readonly check: (query: AccessQuery) => AccessCheck;
  /**
   * Returns what a request with an API key may do. Returns `undefined` if the key does not exist, has another secret
   * or token version, or has expired, if it cannot be used from the address, or if its owner is disabled. Takes one round trip. Nothing is
   * cached.
   */
  readonly keyGrants: (query: KeyQuery) => Promise<KeyGrants | undefined>;
  /** The views for a request whose key was checked before. */
  readonly views: CallerViews;
}

/** An access check that is under way. */
interface AccessCheck {
  /**
   * Which of the codes the caller has; `undefined` if the session has ended or the user is disabled or deleted. Takes one
   * round trip.
   */
  readonly grants: Promise<Grants | undefined>;
  /**
   * The views whose short queries may be sent before the check has ended, because the store executes them after the check.
   * The caller of the check must wait for the grants before it uses a result.
   */
  readonly views: CallerViews;
}

/** The views (ports that only read) that are available without a login. */
export interface VisitorViews {
  readonly contents: ContentViews;
  readonly categories: CategoryViews;
  readonly tags: TagViews;
  readonly media: MediaViews;
}

/** The views (ports that only read) for callers whose access is checked. */
export interface CallerViews extends VisitorViews {
  readonly users: UserViews;
  readonly userAttributes: UserAttributeViews;
  readonly sessions: SessionViews;
  readonly apiKeys: ApiKeyViews;
  readonly roles: RoleViews;
  readonly permissions: PermissionViews;
  readonly menus: MenuViews;
  readonly accessFacts: AccessFactViews;
  readonly routeTables: RouteTableViews;
  readonly audit: AuditViews;
  readonly events: EventViews;
  readonly overview: OverviewViews;
  readonly webhooks: WebhookViews;
  readonly deliveries: DeliveryViews;
}
