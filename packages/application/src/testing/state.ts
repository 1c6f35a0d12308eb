import type {
  AuditRecord,
  AuditRecordId,
  Category,
  CategoryId,
  Content,
  ContentId,
  Delivery,
  DeliveryId,
  DeliveryKind,
  DomainEvent,
  EventId,
  LoginAddress,
  Menu,
  MenuId,
  Permission,
  PermissionId,
  Role,
  PreviewLink,
  PreviewLinkId,
  RevisedFields,
  Revision,
  RoleId,
  Session,
  SessionId,
  SetupLink,
  StreamTicket,
  Tag,
  TagId,
  User,
  UserId,
  WorkingCopy,
  Webhook,
  WebhookId,
} from '@portcullis/domain';
import type { Lease } from '../ports/deliveries.ts';

/** The links of each owner. The lists are never modified in place, so copying the map is enough to copy the links. */
export type LinkMap<Owner extends string, Linked extends string> = Map<Owner, readonly Linked[]>;

/** A stored content. Its HTML is a string, even if it was written as bytes. */
export type StoredContent = Content & { readonly contentHtml: string | null };

/** A stored working copy. Its HTML is a string, even if it was written as bytes. */
type StoredWorkingCopy = WorkingCopy & { readonly contentHtml: string | null };

/** A revision and the fields that it keeps. */
export type StoredRevision = Revision & RevisedFields;

/** A queue of deliveries, which are in `deliveries`. */
export interface StoredQueue {
  readonly kind: DeliveryKind;
  readonly isPaused: boolean;
  readonly nextAttemptAt: Date | null;
  readonly lease: Lease | null;
}

/** The data of an `InMemoryWorld`, with a map for each table of the database. */
export interface State {
  readonly users: Map<UserId, User>;
  readonly passwordHashes: Map<UserId, string>;
  readonly passwordResets: Map<UserId, number>;
  readonly sessions: Map<SessionId, Session>;
  /** Login addresses by user, unsorted. The lists are never modified in place. */
  readonly loginAddresses: Map<UserId, readonly LoginAddress[]>;
  readonly setupLinks: Map<UserId, SetupLink>;
  /** By their hashes. */
  readonly streamTickets: Map<string, StreamTicket>;
  readonly roles: Map<RoleId, Role>;
  readonly permissions: Map<PermissionId, Permission>;
  readonly menus: Map<MenuId, Menu>;
  readonly contents: Map<ContentId, StoredContent>;
  /** Revisions by content, oldest first. The lists are never modified in place. */
  readonly revisions: Map<ContentId, readonly StoredRevision[]>;
  readonly workingCopies: Map<ContentId, StoredWorkingCopy>;
  readonly previewLinks: Map<PreviewLinkId, PreviewLink>;
  readonly categories: Map<CategoryId, Category>;
  readonly tags: Map<TagId, Tag>;
  readonly webhooks: Map<WebhookId, Webhook>;
  /** The position of the last queued event, under the key `webhooks`. */
  readonly queuedPosition: Map<'webhooks', number>;
  readonly deliveries: Map<DeliveryId, Delivery>;
  readonly queues: Map<string, StoredQueue>;
  readonly audit: Map<AuditRecordId, AuditRecord>;
  /** In the order of their positions. The list is never modified in place. */
  events: readonly DomainEvent[];
  /** The version that the subject of an event had afterwards, for events that count in it. */
  readonly eventVersions: Map<EventId, number>;
  readonly userRoles: LinkMap<UserId, RoleId>;
  readonly rolePermissions: LinkMap<RoleId, PermissionId>;
  readonly roleMenus: LinkMap<RoleId, MenuId>;
  readonly contentTags: LinkMap<ContentId, TagId>;
  /** The entities whose versions the current transaction has counted. */
  readonly counted: Set<string>;
}

export const emptyState = (): State => ({
  users: new Map(),
  passwordHashes: new Map(),
  passwordResets: new Map(),
  sessions: new Map(),
  loginAddresses: new Map(),
  setupLinks: new Map(),
  streamTickets: new Map(),
  roles: new Map(),
  permissions: new Map(),
  menus: new Map(),
  contents: new Map(),
  revisions: new Map(),
  workingCopies: new Map(),
  previewLinks: new Map(),
  categories: new Map(),
  tags: new Map(),
  webhooks: new Map(),
  queuedPosition: new Map(),
  deliveries: new Map(),
  queues: new Map(),
  audit: new Map(),
  events: [],
  eventVersions: new Map(),
  userRoles: new Map(),
  rolePermissions: new Map(),
  roleMenus: new Map(),
  contentTags: new Map(),
  counted: new Set(),
});

/** Copies a state, so that a transaction can modify the copy. */
export const copyState = (state: State): State => ({
  users: new Map(state.users),
  passwordHashes: new Map(state.passwordHashes),
  passwordResets: new Map(state.passwordResets),
  sessions: new Map(state.sessions),
  loginAddresses: new Map(state.loginAddresses),
  setupLinks: new Map(state.setupLinks),
  streamTickets: new Map(state.streamTickets),
  roles: new Map(state.roles),
  permissions: new Map(state.permissions),
  menus: new Map(state.menus),
  contents: new Map(state.contents),
  revisions: new Map(state.revisions),
  workingCopies: new Map(state.workingCopies),
  previewLinks: new Map(state.previewLinks),
  categories: new Map(state.categories),
  tags: new Map(state.tags),
  webhooks: new Map(state.webhooks),
  queuedPosition: new Map(state.queuedPosition),
  deliveries: new Map(state.deliveries),
  queues: new Map(state.queues),
  audit: new Map(state.audit),
  events: state.events,
  eventVersions: new Map(state.eventVersions),
  userRoles: new Map(state.userRoles),
  rolePermissions: new Map(state.rolePermissions),
  roleMenus: new Map(state.roleMenus),
  contentTags: new Map(state.contentTags),
  counted: new Set(),
});
