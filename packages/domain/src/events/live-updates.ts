import type { ConditionalGrant } from '../access/access.ts';
import type { Reach } from '../access/reach.ts';
import type { AttributeValues } from '../conditions/evaluate-condition.ts';
import { subjectTypes, type EventType, type SubjectType } from './event-types.ts';
import type { DeclaredName } from '../shared/declare-event.ts';
import { administratorRole, editorRoles } from '../built-in.ts';
import { incrementsVersion, isDeletion, type DomainEvent, type EventActor, type EventSubject } from './event.ts';
import type { Id, RoleId, UserId, SessionId } from '../shared/ids.ts';

type ContentEventType = Extract<EventType, `content.${string}`>;

interface NoData {
  readonly [name: string]: never;
}

/** The account that caused an event, as its name was then. Both are null if the service itself caused the event. */
type Cause = Pick<EventActor, 'id' | 'name'>;

/** A content, or a resource of another package, that an event is about, and who caused the event. */
interface ChangedResource {
  readonly id: Id<string>;
  readonly title: string | null;
  readonly by: Cause;
}

/** Every type of message on a stream of live updates, with the data of the message. */
interface LiveMessages extends Record<ContentEventType, ChangedResource> {
  /** For users who may read the resource or the event log: something other than a content was changed. */
  readonly 'resource.changed': { readonly event: EventType; readonly subject: EventSubject; readonly by: Cause };
  /** The roles, permissions or menus of the user may have changed. `menuVersion` changes if the menus change. */
  readonly 'access.changed': { readonly menuVersion: string };
  readonly 'profile.changed': NoData;
  /** The last message of a stream whose session has ended. */
  readonly 'session.ended': NoData;
  /** Messages may be missing, so the client must read all data again. */
  readonly reset: NoData;
}

/** The type of a built-in message on a stream of live updates. */
type LiveMessageType = keyof LiveMessages;

/**
 * A message on a stream. `position` is the position in the event log after which a client can resume the stream. If one
 * event caused the message, it is the position of this event.
 */
export type LiveMessage<Type extends LiveMessageType = LiveMessageType> =
  | {
      readonly [Each in Type]: { readonly type: Each; readonly position: number; readonly data: LiveMessages[Each] };
    }[Type]
  | OwnMessage;

/** An event of a resource that another package defines. */
interface OwnMessage {
  readonly type: DeclaredName;
  readonly position: number;
  readonly data: ChangedResource;
}

/** The properties of a user that determine which messages the user's streams receive. */
export interface StreamRecipient {
  readonly userId: UserId;
  /** All roles of the user, including disabled roles, because a change may enable them. */
  readonly roleIds: readonly RoleId[];
  /** The unpublished contents that the user may read: all, none, or those for which a condition is true. */
  readonly drafts: Reach;
  /**
   * The codes of the permissions to read resources: those of `readPermissions`, and those of resources that other
   * packages define, such as `acme.label.read`.
   */
  readonly reads: readonly string[];
  /** The permissions to read resources of other packages that the user holds only under conditions. */
  readonly conditionalReads: readonly ConditionalGrant[];
  /** The codes of the roles that are effective in the session. */
  readonly roles: readonly string[];
}

/** The roles whose users may read the event log. */
const eventReaders: readonly string[] = [administratorRole.code];

/** Who may read the resources of a type: every user, or the users with one of these roles or permissions. */
type Readers = 'everybody' | Readonly<Record<'roles' | 'permissions', readonly string[]>>;

const holdersOf = (permission: string): Readers => ({ roles: [], permissions: [permission] });

/** Who may read resources and is therefore told about their changes. Other changes are in the event log only. */
const readersOfTypes: Readonly<Partial<Record<SubjectType, Readers>>> = {
  user: holdersOf('user.read'),
  role: holdersOf('role.read'),
  menu: holdersOf('menu.read'),
  media: { roles: editorRoles, permissions: ['media.manage'] },
  permission: 'everybody',
  category: 'everybody',
  tag: 'everybody',
};

/** The permissions to read resources of this package that determine who is told about their changes. */
export const readPermissions: readonly string[] = Object.values(readersOfTypes).flatMap((readers) =>
  readers === undefined || readers === 'everybody' ? [] : readers.permissions,
);

/** The part of an event that determines which message is sent on streams of live updates, and which users get it. */
export type Notice =
  | { readonly kind: 'session' | 'profile'; readonly userId: Id<string> }
  /**
   * Concerns the user `userId` or the users with the role `roleId`. If both ids are absent, the notice concerns all
   * users.
   */
  | { readonly kind: 'access'; readonly userId?: Id<string>; readonly roleId?: Id<string> }
  | {
      readonly kind: 'content';
      readonly type: ContentEventType;
      readonly id: Id<string>;
      readonly title: string | null;
      readonly by: Cause;
      /** The attributes that a deleted content had, as far as the event has recorded them. */
      readonly removed?: AttributeValues;
    }
  | {
      readonly kind: 'own';
      readonly type: DeclaredName;
      readonly id: Id<string>;
      readonly title: string | null;
      readonly by: Cause;
      /** The permission without which a user does not get the message. */
      readonly permission: string;
      /** The recorded values of a resource that was deleted. */
      readonly removed?: AttributeValues;
    }
  | {
      readonly kind: 'resource';
      readonly event: EventType;
      readonly subject: EventSubject;
      readonly by: Cause;
      /** Undefined if the event tells something that only the event log contains. */
      readonly readers: Readers | undefined;
    };

/** Returns the notices of an event, or an empty list if the event concerns no stream. */
export function noticesOf(event: DomainEvent): readonly Notice[] {
  const { type, subject, changes, actor } = event;
  const { id } = subject;
  const by = { id: actor.id, name: actor.name };
  if (isOwnEvent(type, subject.type)) {
    if (id === null) return [];
    const own = { kind: 'own', type, id, title: subject.name, by, permission: `${subject.type}.read` } as const;
    return [isDeletion(event) ? { ...own, removed: recordedBefore(changes) } : own];
  }
  if (isContentEvent(type)) {
    if (id === null) return [];
    const content = { kind: 'content', type, id, title: subject.name, by } as const;
    return [type === 'content.deleted' ? { ...content, removed: removedAttributes(changes) } : content];
  }
  // Log-ins are frequent and change nothing that a page shows.
  if (type.startsWith('session.') || type === 'account.locked') return ownNoticesOf(event);
  return [...ownNoticesOf(event), { kind: 'resource', event: type, subject, by, readers: readersOf(event) }];
}

/**
 * Returns who learns of an event by reading its subject, which then has another version or is gone. Other events, such
 * as that of a changed password, change nothing that the resource shows.
 */
const readersOf = (event: DomainEvent): Readers | undefined =>
  incrementsVersion(event) || isDeletion(event) ? readersOfTypes[event.subject.type] : undefined;

/** Returns the notices for the users whose account, session or access an event has changed. */
function ownNoticesOf({ type, subject, changes }: DomainEvent): readonly Notice[] {
  const { id } = subject;
  if (type.startsWith('menu.')) return [{ kind: 'access' }];
  switch (type) {
    case 'user.updated':
      if (id === null) return [];
      return [
        profileOf(id),
        ...('status' in changes ? [sessionsOf(id)] : []),
        // Conditions can refer to the attributes of a user.
        ...('attributes' in changes ? [{ kind: 'access', userId: id } as const] : []),
      ];
    case 'user.deleted':
    case 'user.password.changed':
    case 'session.started':
    case 'session.ended':
    case 'session.reused':
      return id === null || !endsSession(type, changes) ? [] : [sessionsOf(id)];
    case 'user.roles.changed':
    case 'user.grant.expired':
    case 'session.authenticated':
    case 'factor.added':
    case 'factor.removed':
      return id === null ? [] : [{ kind: 'access', userId: id }];
    case 'role.deleted':
    case 'role.permissions.changed':
    case 'role.menus.changed':
      return id === null ? [] : [{ kind: 'access', roleId: id }];
    case 'role.updated':
      return id === null || !changesAccess(changes) ? [] : [{ kind: 'access', roleId: id }];
    case 'permission.updated':
      return changesAccess(changes) ? [{ kind: 'access' }] : [];
    case 'permission.deleted':
    case 'accessControl.imported':
      return [{ kind: 'access' }];
    default:
      return [];
  }
}

/**
 * Whether the streams of a recipient must receive the messages of a notice. A notice that is `isDecidedByAttributes` for
 * the recipient concerns the recipient only if a condition is true, which is decided with the attributes of the resource.
 */
export function concerns(notice: Notice, { userId, roleIds, drafts, reads, roles }: StreamRecipient): boolean {
  switch (notice.kind) {
    case 'session':
    case 'profile':
      return notice.userId === userId;
    case 'content':
      return drafts === true;
    case 'own':
      return reads.includes(notice.permission);
    case 'resource':
      if (notice.readers === 'everybody' || roles.some((code) => eventReaders.includes(code))) return true;
      return (
        notice.readers !== undefined &&
        (notice.readers.roles.some((code) => roles.includes(code)) ||
          notice.readers.permissions.some((code) => reads.includes(code)))
      );
    case 'access':
      if (notice.userId !== undefined) return notice.userId === userId;
      return notice.roleId === undefined || roleIds.some((id) => id === notice.roleId);
  }
}

/** Whether the data of a recipient must be read again after a notice, because the event may have changed the data. */
export const mayChangeRecipient = ({ kind }: Notice): boolean => kind === 'access' || kind === 'session';

/** Whether a notice concerns a recipient only if the attributes of the resource meet a condition. */
export function isDecidedByAttributes(notice: Notice, { drafts, reads, conditionalReads }: StreamRecipient): boolean {
  if (notice.kind === 'content') return typeof drafts !== 'boolean';
  if (notice.kind !== 'own' || reads.includes(notice.permission)) return false;
  return conditionalReads.some(({ code }) => code === notice.permission);
}

/** Returns the values that a resource of another package had before an event. Missing values are not recorded. */
const recordedBefore = (changes: DomainEvent['changes']): AttributeValues =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, { before }]) =>
      typeof before === 'string' || typeof before === 'number' || typeof before === 'boolean' ? [[name, before]] : [],
    ),
  );

function removedAttributes(changes: DomainEvent['changes']): AttributeValues {
  const text = (name: string): string | null => {
    const value = changes[name]?.before;
    return typeof value === 'string' ? value : null;
  };
  const [publishedAt, tagIds] = [text('publishedAt'), changes['tagIds']?.before];
  return {
    authorId: text('authorId'),
    status: text('status'),
    categoryId: text('categoryId'),
    tagIds: Array.isArray(tagIds) ? tagIds.filter((tagId) => typeof tagId === 'string') : null,
    publishedAt: publishedAt === null ? null : new Date(publishedAt),
  };
}

/** Whether an event is about a resource that another package defines. */
const isOwnEvent = (type: EventType, subject: string): type is DeclaredName<`${string}.${string}`> =>
  type.startsWith(`${subject}.`) && !subjectTypes.some((each) => each === subject);

const isContentEvent = (type: EventType): type is ContentEventType => type.startsWith('content.');

const profileOf = (userId: Id<string>): Notice => ({ kind: 'profile', userId });
const sessionsOf = (userId: Id<string>): Notice => ({ kind: 'session', userId });

/**
 * Whether an event may have ended sessions. A `session.started` has ended sessions only if the user already had the
 * maximum number of sessions. For all other types, the function returns true.
 */
const endsSession = (type: EventType, { sessionIds }: DomainEvent['changes']): boolean =>
  type !== 'session.started' || (Array.isArray(sessionIds?.before) && sessionIds.before.length > 0);

/** Whether a change of a role or permission affects access. Changes of the name or description do not affect access. */
const changesAccess = (changes: DomainEvent['changes']): boolean =>
  'status' in changes || 'code' in changes || 'requiresFactor' in changes;

/** A ticket that opens one stream of live updates. The client sends the ticket in place of an access token. */
export interface StreamTicket {
  /** SHA-256 of the ticket. The ticket itself is not stored. */
  readonly hash: string;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly expiresAt: Date;
}

/** How long a stream ticket can be used, in milliseconds. */
export const streamTicketMs = 30_000;
