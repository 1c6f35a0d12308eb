import 'reflect-metadata';
import {
  accessTokenService,
  loginThrottle,
  rateLimits,
  type CounterStore,
  type LoginLock,
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
  EndUserSession,
  EndUserSessions,
  EnsureAdministrator,
  ImportAccessControl,
  LogIn,
  LogOut,
  MoveContent,
  PublishContent,
  RefreshSession,
  Register,
  RemoveExpiredSessions,
  RemoveOldLoginAddresses,
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
  type PasswordHasher,
} from '@portcullis/application';
import { Container } from 'inversify';
import type { Config } from '../config/config.ts';
import { loginLimits } from '../config/limits.ts';
import { passwordPolicy } from '../config/password-policy.ts';
import { provide, provideMade, provideValue } from './provide.ts';
import { refreshTokens } from '../adapters/refresh-tokens.ts';
import { keysOf, randomIds, type Keys } from '../adapters/secrets.ts';
import * as t from './tokens.ts';

export interface ContainerInput {
  readonly config: Config;
  readonly database: Database;
  readonly counters: CounterStore;
  readonly markdown: MarkdownRenderer;
  readonly hasher: PasswordHasher;
  /** Told when an account was closed after too many failed logins. */
  readonly locked: (lock: LoginLock) => void;
}

/** Wires the hexagon: which adapter stands behind each port, and what each use case is given. */
export function buildContainer(input: ContainerInput): Container {
  const { config, database, counters, markdown, hasher, locked } = input;
  const container = new Container();
  const clock: Clock = { now: () => new Date() };
  const { reader, publicReader, dataSource } = database;
  // Only when tokens are asked for: who issues none needs no key, and leaves none behind.
  let made: Keys | undefined;
  const keys = (): Keys => (made ??= keysOf(config));

  provideValue(container, t.CLOCK, clock);
  provideValue(container, t.IDS, randomIds);
  provideValue(container, t.HASHER, hasher);
  provideValue(container, t.POLICY, passwordPolicy(config.passwordMinLength));
  provideValue(container, t.LIFETIMES, { idleMs: config.refreshIdleTtlMs, maxMs: config.refreshMaxTtlMs });
  provideMade(container, t.REFRESH_TOKENS, () => refreshTokens(keys().refreshSecret));
  provideValue(container, t.MARKDOWN, markdown);
  const limits = rateLimits(counters);
  provideValue(container, t.RATE_LIMITS, limits);
  provideValue(container, t.THROTTLE, loginThrottle(limits, loginLimits, locked));
  provideMade(container, t.ACCESS_TOKENS, () =>
    accessTokenService({
      ...keys(),
      expiresIn: config.accessTokenTtl,
      ttlSeconds: config.accessTokenTtlMs / 1000,
      clock,
      ids: randomIds,
    }),
  );

  provideValue(container, t.WORK, typeormUnitOfWork(dataSource));
  provideValue(container, t.ACCESS_VIEWS, accessViews(reader));
  provideValue(container, t.USER_VIEWS, userViews(reader));
  provideValue(container, t.MENU_VIEWS, menuViews(reader));
  provideValue(container, t.CONTENT_VIEWS, contentViews(reader));
  provideValue(container, t.CATEGORY_VIEWS, categoryViews(reader));
  provideValue(container, t.TAG_VIEWS, tagViews(reader));
  provideValue(container, t.PUBLIC_CONTENT_VIEWS, contentViews(publicReader));
  provideValue(container, t.PUBLIC_CATEGORY_VIEWS, categoryViews(publicReader));
  provideValue(container, t.PUBLIC_TAG_VIEWS, tagViews(publicReader));
  provideValue(container, t.AUDIT_VIEWS, auditViews(reader));
  provideValue(container, t.ACCESS_CONTROL_VIEWS, accessControlViews(reader));
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
  provide(container, RemoveExpiredSessions, writing);
  provide(container, RemoveOldLoginAddresses, writing);
  provide(container, LogOut, { work });
  provide(container, EndSession, writing);
  provide(container, EndUserSession, writing);
  provide(container, EndUserSessions, { work });
  provide(container, ChangePassword, { ...passwords, users: t.USER_VIEWS, throttle: t.THROTTLE, clock: t.CLOCK });
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
  provide(container, ImportAccessControl, creating);
  provide(container, CreateContent, { ...converting, ids: t.IDS });
  provide(container, UpdateContent, { ...converting, contents: t.CONTENT_VIEWS });
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
