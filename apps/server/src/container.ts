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
  changePassword,
  createCategory,
  createContent,
  createMenu,
  createPermission,
  createRole,
  createTag,
  createTags,
  createUser,
  deleteCategory,
  deleteContent,
  deleteMenu,
  deletePermission,
  deleteRole,
  deleteTag,
  deleteUser,
  endSession,
  endUserSession,
  endUserSessions,
  ensureAdministrator,
  importAccessControl,
  logIn,
  logOut,
  moveContent,
  publishContent,
  refreshSession,
  register,
  removeExpiredSessions,
  removeOldLoginAddresses,
  setRoleMenus,
  setRolePermissions,
  setUserPassword,
  setUserRoles,
  updateCategory,
  updateContent,
  updateMenu,
  updatePermission,
  updateRole,
  updateTag,
  updateUser,
  type Clock,
  type MarkdownRenderer,
  type PasswordHasher,
} from '@portcullis/application';
import { Container } from 'inversify';
import type { Config } from './config.ts';
import { loginLimits } from './limits.ts';
import { passwordPolicy } from './passwords.ts';
import { provideMade, provideUseCase, provideValue } from './provide.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { keysOf, randomIds, type Keys } from './secrets.ts';
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

  provideUseCase(container, ensureAdministrator, accounts);
  provideUseCase(container, register, { ...accounts, users: t.USER_VIEWS, policy: t.POLICY });
  provideUseCase(container, logIn, { ...accounts, ...sessions, users: t.USER_VIEWS, throttle: t.THROTTLE });
  provideUseCase(container, refreshSession, { ...writing, ...sessions });
  provideUseCase(container, removeExpiredSessions, writing);
  provideUseCase(container, removeOldLoginAddresses, writing);
  provideUseCase(container, logOut, { work });
  provideUseCase(container, endSession, writing);
  provideUseCase(container, endUserSession, writing);
  provideUseCase(container, endUserSessions, { work });
  provideUseCase(container, changePassword, {
    ...passwords,
    users: t.USER_VIEWS,
    throttle: t.THROTTLE,
    clock: t.CLOCK,
  });
  provideUseCase(container, setUserPassword, passwords);
  provideUseCase(container, createUser, { ...accounts, policy: t.POLICY });
  provideUseCase(container, updateUser, creating);
  provideUseCase(container, deleteUser, { work });
  provideUseCase(container, setUserRoles, creating);
  provideUseCase(container, createRole, creating);
  provideUseCase(container, updateRole, writing);
  provideUseCase(container, deleteRole, { work });
  provideUseCase(container, setRolePermissions, { work });
  provideUseCase(container, setRoleMenus, { work });
  provideUseCase(container, createPermission, creating);
  provideUseCase(container, updatePermission, writing);
  provideUseCase(container, deletePermission, { work });
  provideUseCase(container, createMenu, creating);
  provideUseCase(container, updateMenu, writing);
  provideUseCase(container, deleteMenu, { work });
  provideUseCase(container, importAccessControl, creating);
  provideUseCase(container, createContent, { ...converting, ids: t.IDS });
  provideUseCase(container, updateContent, { ...converting, contents: t.CONTENT_VIEWS });
  provideUseCase(container, publishContent, { ...converting, contents: t.CONTENT_VIEWS });
  provideUseCase(container, moveContent, writing);
  provideUseCase(container, deleteContent, { work });
  provideUseCase(container, createCategory, creating);
  provideUseCase(container, updateCategory, writing);
  provideUseCase(container, deleteCategory, { work });
  provideUseCase(container, createTag, creating);
  provideUseCase(container, createTags, creating);
  provideUseCase(container, updateTag, writing);
  provideUseCase(container, deleteTag, { work });
  return container;
}
