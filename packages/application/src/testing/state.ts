import type {
  AuditRecord,
  AuditRecordId,
  Category,
  CategoryId,
  Content,
  ContentId,
  LoginAddress,
  Menu,
  MenuId,
  Permission,
  PermissionId,
  Role,
  RoleId,
  Session,
  SessionId,
  SetupLink,
  Tag,
  TagId,
  User,
  UserId,
} from '@portcullis/domain';

/** The links of each owner. The lists are never modified in place, so copying the map is enough to copy the links. */
export type LinkMap<Owner extends string, Linked extends string> = Map<Owner, readonly Linked[]>;

/** A stored content. Its HTML is a string, even if it was written as bytes. */
export type StoredContent = Content & { readonly contentHtml: string | null };

/** The data of an `InMemoryWorld`, with a map for each table of the database. */
export interface State {
  readonly users: Map<UserId, User>;
  readonly passwordHashes: Map<UserId, string>;
  readonly passwordResets: Map<UserId, number>;
  readonly sessions: Map<SessionId, Session>;
  /** Login addresses by user, unsorted. The lists are never modified in place. */
  readonly loginAddresses: Map<UserId, readonly LoginAddress[]>;
  readonly setupLinks: Map<UserId, SetupLink>;
  readonly roles: Map<RoleId, Role>;
  readonly permissions: Map<PermissionId, Permission>;
  readonly menus: Map<MenuId, Menu>;
  readonly contents: Map<ContentId, StoredContent>;
  readonly categories: Map<CategoryId, Category>;
  readonly tags: Map<TagId, Tag>;
  readonly audit: Map<AuditRecordId, AuditRecord>;
  readonly userRoles: LinkMap<UserId, RoleId>;
  readonly rolePermissions: LinkMap<RoleId, PermissionId>;
  readonly roleMenus: LinkMap<RoleId, MenuId>;
  readonly contentTags: LinkMap<ContentId, TagId>;
}

export const emptyState = (): State => ({
  users: new Map(),
  passwordHashes: new Map(),
  passwordResets: new Map(),
  sessions: new Map(),
  loginAddresses: new Map(),
  setupLinks: new Map(),
  roles: new Map(),
  permissions: new Map(),
  menus: new Map(),
  contents: new Map(),
  categories: new Map(),
  tags: new Map(),
  audit: new Map(),
  userRoles: new Map(),
  rolePermissions: new Map(),
  roleMenus: new Map(),
  contentTags: new Map(),
});

/** Copies a state, so that a transaction can modify the copy. */
export const copyState = (state: State): State => ({
  users: new Map(state.users),
  passwordHashes: new Map(state.passwordHashes),
  passwordResets: new Map(state.passwordResets),
  sessions: new Map(state.sessions),
  loginAddresses: new Map(state.loginAddresses),
  setupLinks: new Map(state.setupLinks),
  roles: new Map(state.roles),
  permissions: new Map(state.permissions),
  menus: new Map(state.menus),
  contents: new Map(state.contents),
  categories: new Map(state.categories),
  tags: new Map(state.tags),
  audit: new Map(state.audit),
  userRoles: new Map(state.userRoles),
  rolePermissions: new Map(state.rolePermissions),
  roleMenus: new Map(state.roleMenus),
  contentTags: new Map(state.contentTags),
});
