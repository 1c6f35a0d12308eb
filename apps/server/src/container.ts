import 'reflect-metadata';
import { accessTokenService, loginThrottle, rateLimits, type CounterFactory } from '@portcullis/adapters-http';
import {
  accessViews,
  auditViews,
  categoryViews,
  contentViews,
  databaseReadiness,
  menuViews,
  permissionViews,
  roleViews,
  sessionViews,
  tagViews,
  typeormUnitOfWork,
  userViews,
  type Database,
} from '@portcullis/adapters-persistence';
import {
  ChangePassword,
  CreateCategory,
  CreateContent,
  CreateMenu,
  CreatePermission,
  CreateRole,
  CreateTag,
  CreateTags,
  CreateUser,
  DeleteCategory,
  DeleteContent,
  DeleteMenu,
  DeletePermission,
  DeleteRole,
  DeleteTag,
  DeleteUser,
  EndSession,
  EnsureAdministrator,
  LogIn,
  LogOut,
  MoveContent,
  PublishContent,
  RefreshSession,
  Register,
  SetRoleMenus,
  SetRolePermissions,
  SetUserPassword,
  SetUserRoles,
  UpdateCategory,
  UpdateContent,
  UpdateMenu,
  UpdatePermission,
  UpdateRole,
  UpdateTag,
  UpdateUser,
  type Clock,
  type MarkdownRenderer,
} from '@portcullis/application';
import { Container } from 'inversify';
import type { Config } from './config.ts';
import { loginLimits, maxWaitingHashes } from './limits.ts';
import { passwordHasher, passwordPolicy } from './passwords.ts';
import { provide, provideValue } from './provide.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { keysOf, randomIds } from './secrets.ts';
import * as t from './tokens.ts';

export interface ContainerInput {
  readonly config: Config;
  readonly database: Database;
  readonly counters: CounterFactory;
  readonly markdown: MarkdownRenderer;
}

/** Wires the hexagon: which adapter stands behind each port, and what each use case is given. */
export function buildContainer({ config, database, counters, markdown }: ContainerInput): Container {
  const container = new Container();
  const clock: Clock = { now: () => new Date() };
  const { reader, dataSource } = database;
  const { refreshSecret, ...signing } = keysOf(config);

  provideValue(container, t.CLOCK, clock);
  provideValue(container, t.IDS, randomIds);
  provideValue(container, t.HASHER, passwordHasher(maxWaitingHashes));
  provideValue(container, t.POLICY, passwordPolicy(config.passwordMinLength));
  provideValue(container, t.LIFETIMES, { idleMs: config.refreshIdleTtlMs, maxMs: config.refreshMaxTtlMs });
  provideValue(container, t.REFRESH_TOKENS, refreshTokens(refreshSecret));
  provideValue(container, t.MARKDOWN, markdown);
  const limits = rateLimits(counters);
  provideValue(container, t.RATE_LIMITS, limits);
  provideValue(container, t.THROTTLE, loginThrottle(limits, loginLimits));
  provideValue(
    container,
    t.ACCESS_TOKENS,
    accessTokenService({
      ...signing,
      expiresIn: config.accessTokenTtl,
      ttlSeconds: config.accessTokenTtlMs / 1000,
      clock,
      ids: randomIds,
    }),
  );

  provideValue(container, t.WORK, typeormUnitOfWork(dataSource));
  provideValue(container, t.ACCESS_VIEWS, accessViews(reader));
  provideValue(container, t.SESSION_VIEWS, sessionViews(reader));
  provideValue(container, t.USER_VIEWS, userViews(reader));
  provideValue(container, t.ROLE_VIEWS, roleViews(reader));
  provideValue(container, t.PERMISSION_VIEWS, permissionViews(reader));
  provideValue(container, t.MENU_VIEWS, menuViews(reader));
  provideValue(container, t.CONTENT_VIEWS, contentViews(reader));
  provideValue(container, t.CATEGORY_VIEWS, categoryViews(reader));
  provideValue(container, t.TAG_VIEWS, tagViews(reader));
  provideValue(container, t.AUDIT_VIEWS, auditViews(reader));
  provideValue(container, t.READINESS, databaseReadiness(reader));

  const work = t.WORK;
  const writing = { work, clock: t.CLOCK };
  const creating = { ...writing, ids: t.IDS };
  const converting = { ...writing, markdown: t.MARKDOWN };
  const accounts = { ...creating, hasher: t.HASHER };
  const passwords = { work, hasher: t.HASHER, policy: t.POLICY };
  const sessions = { accessTokens: t.ACCESS_TOKENS, refreshTokens: t.REFRESH_TOKENS, lifetimes: t.LIFETIMES };

  provide(container, EnsureAdministrator, accounts);
  provide(container, Register, { ...accounts, users: t.USER_VIEWS, policy: t.POLICY });
  provide(container, LogIn, { ...accounts, ...sessions, users: t.USER_VIEWS, throttle: t.THROTTLE });
  provide(container, RefreshSession, { ...writing, ...sessions });
  provide(container, LogOut, { work });
  provide(container, EndSession, writing);
  provide(container, ChangePassword, { ...passwords, users: t.USER_VIEWS, throttle: t.THROTTLE });
  provide(container, SetUserPassword, passwords);
  provide(container, CreateUser, { ...accounts, policy: t.POLICY });
  provide(container, UpdateUser, creating);
  provide(container, DeleteUser, { work });
  provide(container, SetUserRoles, creating);
  provide(container, CreateRole, creating);
  provide(container, UpdateRole, writing);
  provide(container, DeleteRole, { work });
  provide(container, SetRolePermissions, { work });
  provide(container, SetRoleMenus, { work });
  provide(container, CreatePermission, creating);
  provide(container, UpdatePermission, writing);
  provide(container, DeletePermission, { work });
  provide(container, CreateMenu, creating);
  provide(container, UpdateMenu, writing);
  provide(container, DeleteMenu, { work });
  provide(container, CreateContent, { ...converting, ids: t.IDS });
  provide(container, UpdateContent, converting);
  provide(container, PublishContent, { ...converting, contents: t.CONTENT_VIEWS });
  provide(container, MoveContent, writing);
  provide(container, DeleteContent, { work });
  provide(container, CreateCategory, creating);
  provide(container, UpdateCategory, writing);
  provide(container, DeleteCategory, { work });
  provide(container, CreateTag, creating);
  provide(container, CreateTags, creating);
  provide(container, UpdateTag, writing);
  provide(container, DeleteTag, { work });
  return container;
}
