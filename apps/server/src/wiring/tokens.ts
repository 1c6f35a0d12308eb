import type { AccessTokenService, RateLimits } from '@portcullis/adapters-http';
import type {
  AccessControlViews,
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
  Readiness,
  RefreshTokens,
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
export const USER_VIEWS = token<UserViews>('UserViews');
export const MENU_VIEWS = token<MenuViews>('MenuViews');
export const CONTENT_VIEWS = token<ContentViews>('ContentViews');
export const CATEGORY_VIEWS = token<CategoryViews>('CategoryViews');
export const TAG_VIEWS = token<TagViews>('TagViews');
export const PUBLIC_CONTENT_VIEWS = token<ContentViews>('ContentViews of visitors');
export const PUBLIC_CATEGORY_VIEWS = token<CategoryViews>('CategoryViews of visitors');
export const PUBLIC_TAG_VIEWS = token<TagViews>('TagViews of visitors');
export const AUDIT_VIEWS = token<AuditViews>('AuditViews');
export const ACCESS_CONTROL_VIEWS = token<AccessControlViews>('AccessControlViews');
export const READINESS = token<Readiness>('Readiness');
