import type { AccessTokenService, RateLimits } from '@portcullis/adapters-http';
import type {
  AccessViews,
  AuditViews,
  CategoryViews,
  Clock,
  ContentViews,
  IdSource,
  LoginThrottle,
  MarkdownRenderer,
  MenuViews,
  PasswordHasher,
  PermissionViews,
  Readiness,
  RefreshTokens,
  RoleViews,
  SessionViews,
  TagViews,
  UnitOfWork,
  UserViews,
} from '@portcullis/application';
import type { PasswordPolicy, SessionLifetimes } from '@portcullis/domain';
import { token } from './provide.ts';

/** Every port and setting that the container provides. */

export const WORK = token<UnitOfWork>('UnitOfWork');
export const CLOCK = token<Clock>('Clock');
export const IDS = token<IdSource>('IdSource');
export const HASHER = token<PasswordHasher>('PasswordHasher');
export const POLICY = token<PasswordPolicy>('PasswordPolicy');
export const LIFETIMES = token<SessionLifetimes>('SessionLifetimes');
export const ACCESS_TOKENS = token<AccessTokenService>('AccessTokenService');
export const REFRESH_TOKENS = token<RefreshTokens>('RefreshTokens');
export const THROTTLE = token<LoginThrottle>('LoginThrottle');
export const MARKDOWN = token<MarkdownRenderer>('MarkdownRenderer');
export const RATE_LIMITS = token<RateLimits>('RateLimits');

export const ACCESS_VIEWS = token<AccessViews>('AccessViews');
export const SESSION_VIEWS = token<SessionViews>('SessionViews');
export const USER_VIEWS = token<UserViews>('UserViews');
export const ROLE_VIEWS = token<RoleViews>('RoleViews');
export const PERMISSION_VIEWS = token<PermissionViews>('PermissionViews');
export const MENU_VIEWS = token<MenuViews>('MenuViews');
export const CONTENT_VIEWS = token<ContentViews>('ContentViews');
export const CATEGORY_VIEWS = token<CategoryViews>('CategoryViews');
export const TAG_VIEWS = token<TagViews>('TagViews');
export const AUDIT_VIEWS = token<AuditViews>('AuditViews');
export const READINESS = token<Readiness>('Readiness');
