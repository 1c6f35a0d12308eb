import type {
  AuditRecord,
  AuditRecordId,
  Category,
  CategoryId,
  CompletedRequest,
  Content,
  ContentId,
  Delivery,
  DeliveryId,
  DeliveryKind,
  DomainEvent,
  EventId,
  Factor,
  FactorId,
  Identity,
  IdentityId,
  LoginAddress,
  LoginChallenge,
  Menu,
  MailLink,
  MenuId,
  PasskeyChallenge,
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
  SignInTicket,
  StreamTicket,
  Tag,
  TagId,
  User,
  UserId,
  WorkingCopy,
  Webhook,
  WebhookId,
} from '@portcullis/domain';
import type { Lease } from '@portcullis/application';

/** The ids that are linked to each owner. No list is modified in place, so `copyState` copies only the map. */
export type LinkMap<Owner extends string, Linked extends string> = Map<Owner, readonly Linked[]>;

/** A stored content. Its HTML is a string, even if it was written as bytes. */
export type StoredContent = Content & { readonly contentHtml: string | null };

/** A stored working copy. Its HTML is a string, even if it was written as bytes. */
type StoredWorkingCopy = WorkingCopy & { readonly contentHtml: string | null };

/** A revision with the fields of the content at that version. */
export type StoredRevision = Revision & RevisedFields;

/** A queue without its deliveries, which are in `State.deliveries`. */
export interface StoredQueue {
  readonly kind: DeliveryKind;
  readonly isPaused: boolean;
  readonly nextAttemptAt: Date | null;
  readonly lease: Lease | null;
}

/** The data of an `InMemoryWorld`. Each member except `counted` corresponds to a table or a column of the database. */
export interface State {
  readonly users: Map<UserId, User>;
  readonly passwordHashes: Map<UserId, string>;
  readonly passwordResets: Map<UserId, number>;
  readonly unconfirmed: Set<UserId>;
  readonly sessions: Map<SessionId, Session>;
  /**
   * The networks (IPv4 addresses or IPv6 /64 networks) from which each user logged in, unsorted. No list is modified in
   * place.
   */
  readonly loginAddresses: Map<UserId, readonly LoginAddress[]>;
  readonly setupLinks: Map<UserId, SetupLink>;
  /** The ids of the keys that encrypt stored secrets. At most one is `current`. */
  readonly secretsKeys: Map<string, 'current' | 'lost'>;
  /** Links in mails, by the hash of their tokens. */
  readonly mailLinks: Map<string, MailLink>;
  readonly factors: Map<FactorId, Factor>;
  /** The hashes of the recovery codes of each user. No list is modified in place. */
  readonly recoveryCodes: Map<UserId, readonly string[]>;
  /** Logins that wait for a second factor, by the hash of their tokens. */
  readonly loginChallenges: Map<string, LoginChallenge>;
  /** Passkey challenges by their hash. */
  readonly passkeyChallenges: Map<string, PasskeyChallenge>;
  readonly identities: Map<IdentityId, Identity>;
  /** Sign-in tickets by their hash. */
  readonly signInTickets: Map<string, SignInTicket>;
  /** Stream tickets by their hash. */
  readonly streamTickets: Map<string, StreamTicket>;
  /** Requests with an `Idempotency-Key` by their ids, the oldest first. */
  readonly completedRequests: Map<string, CompletedRequest>;
  readonly roles: Map<RoleId, Role>;
  readonly permissions: Map<PermissionId, Permission>;
  readonly menus: Map<MenuId, Menu>;
  readonly contents: Map<ContentId, StoredContent>;
  /** The revisions of each content, the oldest first. No list is modified in place. */
  readonly revisions: Map<ContentId, readonly StoredRevision[]>;
  readonly workingCopies: Map<ContentId, StoredWorkingCopy>;
  readonly previewLinks: Map<PreviewLinkId, PreviewLink>;
  readonly categories: Map<CategoryId, Category>;
  readonly tags: Map<TagId, Tag>;
  readonly webhooks: Map<WebhookId, Webhook>;
  /** The position of the last event that `queueEvents` has processed. The only key is `webhooks`. */
  readonly queuedPosition: Map<'webhooks', number>;
  readonly deliveries: Map<DeliveryId, Delivery>;
  readonly queues: Map<string, StoredQueue>;
  readonly audit: Map<AuditRecordId, AuditRecord>;
  /** Events in the order of their positions. The list is never modified in place. */
  events: readonly DomainEvent[];
  /**
   * The version number of the subject after the write that recorded an event. Events have no entry if their write did
   * not increment this number.
   */
  readonly eventVersions: Map<EventId, number>;
  /**
   * The key is `<user id> <role id>`. The value is the identity provider that assigned the role to the user. Roles that
   * were assigned in another way have no entry.
   */
  readonly roleSources: Map<string, string>;
  readonly userRoles: LinkMap<UserId, RoleId>;
  readonly rolePermissions: LinkMap<RoleId, PermissionId>;
  readonly roleMenus: LinkMap<RoleId, MenuId>;
  readonly contentTags: LinkMap<ContentId, TagId>;
  /** The ids of the entities whose version number the current transaction has already incremented. */
  readonly counted: Set<string>;
}

export const emptyState = (): State => ({
  users: new Map(),
  passwordHashes: new Map(),
  passwordResets: new Map(),
  unconfirmed: new Set(),
  sessions: new Map(),
  loginAddresses: new Map(),
  setupLinks: new Map(),
  secretsKeys: new Map(),
  mailLinks: new Map(),
  factors: new Map(),
  recoveryCodes: new Map(),
  loginChallenges: new Map(),
  passkeyChallenges: new Map(),
  identities: new Map(),
  signInTickets: new Map(),
  streamTickets: new Map(),
  completedRequests: new Map(),
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
  roleSources: new Map(),
  userRoles: new Map(),
  rolePermissions: new Map(),
  roleMenus: new Map(),
  contentTags: new Map(),
  counted: new Set(),
});

/** Copies a state, so that a transaction can modify the copy and discard it on failure. */
export const copyState = (state: State): State => ({
  users: new Map(state.users),
  passwordHashes: new Map(state.passwordHashes),
  passwordResets: new Map(state.passwordResets),
  unconfirmed: new Set(state.unconfirmed),
  sessions: new Map(state.sessions),
  loginAddresses: new Map(state.loginAddresses),
  setupLinks: new Map(state.setupLinks),
  secretsKeys: new Map(state.secretsKeys),
  mailLinks: new Map(state.mailLinks),
  factors: new Map(state.factors),
  recoveryCodes: new Map(state.recoveryCodes),
  loginChallenges: new Map(state.loginChallenges),
  passkeyChallenges: new Map(state.passkeyChallenges),
  identities: new Map(state.identities),
  signInTickets: new Map(state.signInTickets),
  streamTickets: new Map(state.streamTickets),
  completedRequests: new Map(state.completedRequests),
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
  roleSources: new Map(state.roleSources),
  userRoles: new Map(state.userRoles),
  rolePermissions: new Map(state.rolePermissions),
  roleMenus: new Map(state.roleMenus),
  contentTags: new Map(state.contentTags),
  counted: new Set(),
});
