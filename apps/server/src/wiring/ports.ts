import {
  accessTokenService,
  loginThrottle,
  rateLimits,
  type AccessTokenService,
  type RateLimits,
} from '@portcullis/adapters-http';
import {
  accessControlViews,
  accessViews,
  auditViews,
  categoryViews,
  contentViews,
  databaseReadiness,
  menuViews,
  tagViews,
  typeormUnitOfWork,
  userViews,
} from '@portcullis/adapters-persistence';
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
  SetupTokens,
  TagViews,
  UnitOfWork,
  UserViews,
  VisitorViews,
} from '@portcullis/application';
import type { PasswordPolicy, SessionLifetimes } from '@portcullis/domain';
import { refreshTokens } from '../adapters/refresh-tokens.ts';
import { keysOf, randomIds, type Keys } from '../adapters/secrets.ts';
import { setupTokens } from '../adapters/setup-tokens.ts';
import { loginLimits } from '../config/limits.ts';
import { passwordPolicy } from '../config/password-policy.ts';
import { port, valueOf } from './provide.ts';

/** Every port and setting, with the adapter or value behind it. */

export const CLOCK = port<Clock>('Clock', () => ({ now: () => new Date() }));
export const IDS = port<IdSource>('IdSource', () => randomIds);
export const MARKDOWN = port<MarkdownRenderer>('MarkdownRenderer', ({ markdown }) => markdown);
export const HASHER = port<PasswordHasher>('PasswordHasher', ({ hasher }) => hasher);
export const POLICY = port<PasswordPolicy>('PasswordPolicy', ({ config }) => passwordPolicy(config.passwordMinLength));
export const LIFETIMES = port<SessionLifetimes>('SessionLifetimes', ({ config }) => ({
  idleMs: config.refreshIdleTtlMs,
  maxMs: config.refreshMaxTtlMs,
}));
/** A port is resolved on first use, so that commands that issue no token create no key file. */
export const KEYS = port<Keys>('Keys', ({ config }) => keysOf(config));
export const REFRESH_TOKENS = port<RefreshTokens>('RefreshTokens', (_, from) =>
  refreshTokens(valueOf(from, KEYS).refreshSecret),
);
export const ACCESS_TOKENS = port<AccessTokenService>('AccessTokenService', ({ config }, from) =>
  accessTokenService({
    ...valueOf(from, KEYS),
    expiresIn: config.accessTokenTtl,
    ttlSeconds: config.accessTokenTtlMs / 1000,
    clock: valueOf(from, CLOCK),
    ids: valueOf(from, IDS),
  }),
);
export const SETUP_TOKENS = port<SetupTokens>('SetupTokens', () => setupTokens);
export const RATE_LIMITS = port<RateLimits>('RateLimits', ({ counters }) => rateLimits(counters));
export const THROTTLE = port<LoginThrottle>('LoginThrottle', ({ locked }, from) =>
  loginThrottle(valueOf(from, RATE_LIMITS), loginLimits, locked),
);

export const WORK = port<UnitOfWork>('UnitOfWork', ({ database }) => typeormUnitOfWork(database.dataSource));
export const ACCESS_VIEWS = port<AccessViews>('AccessViews', ({ database }) => accessViews(database.reader));
export const USER_VIEWS = port<UserViews>('UserViews', ({ database }) => userViews(database.reader));
export const MENU_VIEWS = port<MenuViews>('MenuViews', ({ database }) => menuViews(database.reader));
export const CONTENT_VIEWS = port<ContentViews>('ContentViews', ({ database }) => contentViews(database.reader));
export const CATEGORY_VIEWS = port<CategoryViews>('CategoryViews', ({ database }) => categoryViews(database.reader));
export const TAG_VIEWS = port<TagViews>('TagViews', ({ database }) => tagViews(database.reader));
export const AUDIT_VIEWS = port<AuditViews>('AuditViews', ({ database }) => auditViews(database.reader));
export const ACCESS_CONTROL_VIEWS = port<AccessControlViews>('AccessControlViews', ({ database }) =>
  accessControlViews(database.reader),
);
export const READINESS = port<Readiness>('Readiness', ({ database }) => databaseReadiness(database.reader));

/** For requests without a token, which may read from a replica. */
export const VISITOR_VIEWS = port<VisitorViews>('VisitorViews', ({ database: { publicReader } }) => ({
  contents: contentViews(publicReader),
  categories: categoryViews(publicReader),
  tags: tagViews(publicReader),
}));
