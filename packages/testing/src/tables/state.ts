import type { OwnEntity } from '@portcullis/domain/internal/own-resource';
import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { userAttributesId } from '@portcullis/domain/internal/built-in';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content, RemovedContent } from '@portcullis/domain/internal/contents/content';
import type { Delivery, DeliveryKind } from '@portcullis/domain/internal/events/delivery';
import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import type { Factor, LoginChallenge } from '@portcullis/domain/internal/accounts/factor';
import type { CompletedRequest } from '@portcullis/domain/internal/shared/idempotency';
import type { Identity, SignInTicket } from '@portcullis/domain/internal/accounts/identity';
import type {
  ApiKeyId,
  AuditRecordId,
  CategoryId,
  ContentId,
  DeliveryId,
  EventId,
  FactorId,
  IdentityId,
  MediaId,
  MenuId,
  PermissionId,
  RoleId,
  SessionId,
  TagId,
  UserId,
  WebhookId,
} from '@portcullis/domain/internal/shared/ids';
import type { StreamTicket } from '@portcullis/domain/internal/events/live-updates';
import type { LoginAddress } from '@portcullis/domain/internal/accounts/login-address';
import type { MailLink } from '@portcullis/domain/internal/accounts/mail-link';
import type { StoredMedia } from '@portcullis/domain/internal/media/media';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { PasskeyChallenge } from '@portcullis/domain/internal/accounts/passkey-challenge';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { PreviewLink, PreviewLinkId } from '@portcullis/domain/internal/contents/preview-link';
import type { RouteTable } from '@portcullis/domain/internal/access/protected-routes';
import type { RevisedFields, Revision } from '@portcullis/domain/internal/contents/revision';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { GrantPeriod } from '@portcullis/domain/internal/roles/role-grant';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import type { SetupLink } from '@portcullis/domain/internal/accounts/setup-link';
import type { Tag } from '@portcullis/domain/internal/contents/tag';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { UserAttributes } from '@portcullis/domain/internal/conditions/user-attribute';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import type { Webhook } from '@portcullis/domain/internal/events/webhook';
import type { WorkingCopy } from '@portcullis/domain/internal/contents/working-copy';
import type { Lease } from '@portcullis/application/internal/ports/deliveries';
import type { StoreMark } from '@portcullis/application/internal/ports/media';
import { countingIds } from './counting-ids.ts';

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

/** The period in which a user has a role. */
interface StoredPeriod extends GrantPeriod {
  /** Whether the event of the end has been recorded. */
  readonly isEndRecorded: boolean;
}

const noEvents: readonly DomainEvent[] = [];

/** The version and the time of a list of which there is one row. */
const unchanged = { version: firstVersion, updatedAt: new Date(0) };
const noUserAttributes: UserAttributes = { id: userAttributesId, attributes: [], ...unchanged };
const emptyRouteTable = (): RouteTable => ({ id: countingIds('0003').next(), routes: [], ...unchanged });

/** Creates the tables of an empty `InMemoryWorld`. Each member except `counted` corresponds to a table or a column of the database. */
export const emptyState = () => ({
  users: new Map<UserId, User>(),
  /** The declarations are replaced as a whole, and never modified in place. */
  userAttributes: noUserAttributes,
  passwordHashes: new Map<UserId, string>(),
  passwordResets: new Map<UserId, number>(),
  unconfirmed: new Set<UserId>(),
  sessions: new Map<SessionId, Session>(),
  apiKeys: new Map<ApiKeyId, ApiKey>(),
  /**
   * The networks (IPv4 addresses or IPv6 /64 networks) from which each user logged in, unsorted. No list is modified in
   * place.
   */
  loginAddresses: new Map<UserId, readonly LoginAddress[]>(),
  lastLogins: new Map<UserId, Date>(),
  setupLinks: new Map<UserId, SetupLink>(),
  /** The ids of the keys that encrypt stored secrets. At most one is `current`. */
  secretsKeys: new Map<string, 'current' | 'lost'>(),
  /** Links in mails, by the hash of their tokens. */
  mailLinks: new Map<string, MailLink>(),
  factors: new Map<FactorId, Factor>(),
  /** The hashes of the recovery codes of each user. No list is modified in place. */
  recoveryCodes: new Map<UserId, readonly string[]>(),
  /** Logins that wait for a second factor, by the hash of their tokens. */
  loginChallenges: new Map<string, LoginChallenge>(),
  /** Passkey challenges by their hash. */
  passkeyChallenges: new Map<string, PasskeyChallenge>(),
  identities: new Map<IdentityId, Identity>(),
  /** Sign-in tickets by their hash. */
  signInTickets: new Map<string, SignInTicket>(),
  /** Stream tickets by their hash. */
  streamTickets: new Map<string, StreamTicket>(),
  /** Requests with an `Idempotency-Key` by their ids, the oldest first. */
  completedRequests: new Map<string, CompletedRequest>(),
  roles: new Map<RoleId, Role>(),
  permissions: new Map<PermissionId, Permission>(),
  menus: new Map<MenuId, Menu>(),
  /** The table is replaced as a whole, and never modified in place. */
  routeTable: emptyRouteTable(),
  contents: new Map<ContentId, StoredContent>(),
  removedContents: new Map<ContentId, StoredContent & RemovedContent>(),
  /** The revisions of each content, the oldest first. No list is modified in place. */
  revisions: new Map<ContentId, readonly StoredRevision[]>(),
  workingCopies: new Map<ContentId, StoredWorkingCopy>(),
  previewLinks: new Map<PreviewLinkId, PreviewLink>(),
  categories: new Map<CategoryId, Category>(),
  tags: new Map<TagId, Tag>(),
  media: new Map<MediaId, StoredMedia>(),
  /** From when the variants of a picture may be made, or until when a process has a lease of the picture. */
  variantsDueAt: new Map<MediaId, Date>(),
  /** How often the variants of each picture were demanded. */
  variantsVersions: new Map<MediaId, number>(),
  /** The presets with which the variants of each picture were made. */
  variantsPresets: new Map<MediaId, string>(),
  /** The mark of the store of files. The only key is `media`. */
  storeMark: new Map<'media', StoreMark>(),
  webhooks: new Map<WebhookId, Webhook>(),
  /** The position of the last event that `queueEvents` has processed. The only key is `webhooks`. */
  queuedPosition: new Map<'webhooks', number>(),
  deliveries: new Map<DeliveryId, Delivery>(),
  queues: new Map<string, StoredQueue>(),
  audit: new Map<AuditRecordId, AuditRecord>(),
  /** Events in the order of their positions. The list is never modified in place. */
  events: noEvents,
  /**
   * The version number of the subject after the write that recorded an event. Events have no entry if their write did
   * not increment this number.
   */
  eventVersions: new Map<EventId, number>(),
  /**
   * The key is `<user id> <role id>`. The value is the identity provider that assigned the role to the user. Roles that
   * were assigned in another way have no entry.
   */
  roleSources: new Map<string, string>(),
  /** The key is `<user id> <role id>`. Roles that a user has without beginning and end have no entry. */
  grantPeriods: new Map<string, StoredPeriod>(),
  userRoles: new Map<UserId, readonly RoleId[]>(),
  rolePermissions: new Map<RoleId, readonly PermissionId[]>(),
  /** The conditions of permissions of roles, by the ids of the role and of the permission. */
  permissionConditions: new Map<string, Condition>(),
  roleMenus: new Map<RoleId, readonly MenuId[]>(),
  contentTags: new Map<ContentId, readonly TagId[]>(),
  /** The time of the current transaction, and the ids of the entities whose version number it has already incremented. */
  counted: { at: new Date(0), ids: new Set<string>() },
  /** The ids of imported users and contents, by the id in the product that they came from. */
  importedUsers: new Map<string, UserId>(),
  importedContents: new Map<string, ContentId>(),
  /** The files that were imported from other hosts or folders, by their address there. */
  importedMedia: new Map<string, MediaId>(),
  /** The tables of resources that this package does not define. */
  ownTables: new Set<OwnTable>(),
});

/** The data of an `InMemoryWorld`. */
export type State = ReturnType<typeof emptyState>;

/** A table of a resource that this package does not define. */
interface OwnTable {
  /** Copies the rows of one state to another one. */
  readonly copyRows: (from: object, to: object) => void;
  /** Returns the version number of a row; undefined if there is no such row, or rows have no version numbers. */
  readonly versionOf: (state: object, id: string | null) => number | undefined;
  /** Returns a row of the resource with this name; undefined if there is none, or if the rows are those of another one. */
  readonly row?: ((state: State, resource: string, id: string) => OwnEntity | undefined) | undefined;
  /** Returns the number of rows that refer to a file. */
  readonly usesOf?: ((state: State, mediaId: string) => number) | undefined;
  /**
   * Changes the rows that refer to rows which are gone, or throws if they must stay.
   * @returns whether rows have changed
   */
  readonly settle?: ((state: State) => boolean) | undefined;
}

/**
 * Declares a table of a resource that this package does not define.
 * @param rules how its rows refer to other rows
 * @returns a function that returns the rows of a state by id
 * @example
 * interface Note {
 *   readonly id: Id<'Note'>;
 *   readonly title: string;
 *   readonly createdAt: Date;
 * }
 * const notes = ownTable<Note>();
 * const listed: ListRules<Note, 'title', ListQuery<'title'>> = {
 *   sort: { title: ({ title }) => title },
 *   defaultSort: { by: 'title', order: 'asc' },
 *   searched: ({ title }) => [title],
 * };
 * const repository = (state: State): ReportedCollection<Note> => table(notes(state));
 * const views = (now: () => State) => ({
 *   list: async (query: ListQuery<'title'>) => pageOf(notes(now()).values(), query, listed),
 * });
 * const world = InMemoryWorld.seeded({ notes: { repository, views } });
 * console.log((await world.notes.list({ page: 1, pageSize: 20 })).total); // 0
 */
export function ownTable<Row extends { readonly id: string }>(
  rules: Pick<OwnTable, 'row' | 'settle' | 'usesOf'> = {},
): (state: State) => Map<Row['id'], Row> {
  const rows = new WeakMap<object, Map<Row['id'], Row>>();
  const table: OwnTable = {
    ...rules,
    copyRows: (from, to) => rows.set(to, new Map(rows.get(from))),
    versionOf: (state, id) => {
      const row: { readonly id: string; readonly version?: unknown } | undefined = [
        ...(rows.get(state)?.values() ?? []),
      ].find((each) => each.id === id);
      return typeof row?.version === 'number' ? row.version : undefined;
    },
  };
  return (state) => {
    const existing = rows.get(state) ?? new Map<Row['id'], Row>();
    rows.set(state, existing);
    state.ownTables.add(table);
    return existing;
  };
}

/** Copies a state, so that a transaction at this time can modify the copy and discard it on failure. */
export function copyState(state: State, at: Date): State {
  const copy = { ...copyTables(state), counted: { at, ids: new Set<string>() } };
  for (const { copyRows } of state.ownTables) copyRows(state, copy);
  return copy;
}

function copyTables<Tables extends object>(tables: Tables): Tables;
function copyTables(tables: object): object {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]: [string, unknown]) => [
      name,
      rows instanceof Map ? new Map(rows) : rows instanceof Set ? new Set(rows) : rows,
    ]),
  );
}

/** Returns the number of rows of additional resources that refer to a file. */
export const ownUsesOf = (state: State, mediaId: string): number =>
  [...state.ownTables].reduce((sum, { usesOf }) => sum + (usesOf?.(state, mediaId) ?? 0), 0);

/** Changes the rows of additional resources that refer to rows which are gone, as foreign keys do. */
export function settleReferences(state: State): void {
  while ([...state.ownTables].some(({ settle }) => settle?.(state) === true));
}
