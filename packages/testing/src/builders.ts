import type { Actor, Client } from '@portcullis/domain/internal/shared/actor';
import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import { rolesSetRecord, type AuditRecord, type RolesSetEvent } from '@portcullis/domain/internal/events/audit-record';
import type { Category } from '@portcullis/domain/internal/contents/category';
import { suppliedBody, type Content } from '@portcullis/domain/internal/contents/content';
import { newDelivery, type Delivery } from '@portcullis/domain/internal/events/delivery';
import { newEvent, type EventActor, type NewEvent } from '@portcullis/domain/internal/events/event';
import type { Identity } from '@portcullis/domain/internal/accounts/identity';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import { menuDefaults, type Menu } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { noSchedule } from '@portcullis/domain/internal/contents/schedule';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { Tag } from '@portcullis/domain/internal/contents/tag';
import { userEvents, newUser, type User } from '@portcullis/domain/internal/accounts/user';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import type { Webhook } from '@portcullis/domain/internal/events/webhook';
import { countingIds } from './tables/counting-ids.ts';

/*
 * Functions that make entities for tests. Each entity is complete and valid, and its unique fields differ from those of
 * all other entities. A test specifies only the fields that it needs.
 */

const ids = countingIds('0002');
let count = 0;

/**
 * Returns a new id.
 * @example
 * const id: Id<'Note'> = anId();
 */
export const anId = <Kind extends string>(): Id<Kind> => ids.next<Kind>();

/**
 * Returns a text that differs at each call: the prefix, a hyphen and a number.
 * @example
 * console.log(unique('note') === unique('note')); // false
 */
export function unique(prefix: string): string {
  count += 1;
  return `${prefix}-${String(count).padStart(4, '0')}`;
}

/** The default of `createdAt` and `updatedAt`. */
const at = new Date('2026-02-01T00:00:00.000Z');
const stamps = { version: firstVersion, createdAt: at, updatedAt: at };

/** Returns a user. */
export function aUser(given: Partial<User> = {}): User {
  const username = unique('user');
  return { ...newUser({ id: anId(), email: `${username}@example.com`, username, at }), ...given };
}

/** Makes the declaration of an attribute that users can read and write. */
export const anAttribute = (given: Partial<AttributeDeclaration> = {}): AttributeDeclaration => ({
  name: 'department',
  label: 'Department',
  type: 'string',
  values: null,
  readableBy: 'self',
  writableBy: 'self',
  ...given,
});

/** Makes a session that expires in the year 2999. Without `given.userId`, it belongs to a user that is not stored. */
export const aSession = (given: Partial<Session> = {}): Session => ({
  id: anId(),
  userId: anId(),
  refreshHash: unique('refresh-hash'),
  previousHash: null,
  rotatedAt: null,
  ipAddress: '192.0.2.1',
  userAgent: 'test',
  hasFactor: false,
  passkeyId: null,
  authenticatedAt: null,
  createdAt: at,
  lastUsedAt: at,
  expiresAt: new Date('2999-01-01T00:00:00.000Z'),
  ...given,
});

/** Makes an API key that expires in the year 2999. Without `given.ownerId`, its owner is not stored. */
export const anApiKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: anId(),
  ownerId: anId(),
  name: unique('key'),
  secretHash: unique('secret-hash'),
  permissions: [],
  readOnly: false,
  allowedAddresses: [],
  hasFactor: false,
  tokenVersion: 1,
  issuedAt: at,
  expiresAt: new Date('2999-01-01T00:00:00.000Z'),
  lastUsedAt: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** Returns a role. */
export function aRole(given: Partial<Role> = {}): Role {
  const name = unique('role');
  const code = name.toUpperCase().replace('-', '_');
  const defaults = { description: null, isSystem: false, requiresFactor: false, status: enabled };
  return { id: anId(), code, name, ...defaults, ...stamps, ...given };
}

/** Returns a permission. */
export function aPermission(given: Partial<Permission> = {}): Permission {
  const resource = unique('resource');
  return {
    id: anId(),
    code: `${resource}.read`,
    name: `Read ${resource}`,
    description: null,
    resource,
    action: 'read',
    isSystem: false,
    status: enabled,
    ...stamps,
    ...given,
  };
}

/** Returns a menu without a parent. */
export function aMenu(given: Partial<Menu> = {}): Menu {
  const routeName = unique('menu');
  return {
    ...menuDefaults,
    id: anId(),
    parentId: null,
    routeName,
    routePath: `/${routeName}`,
    menuType: 2,
    ...stamps,
    ...given,
  };
}

/** Returns a content. */
export function aContent(given: Partial<Content> = {}): Content {
  const slug = unique('content');
  return {
    id: anId(),
    title: slug,
    slug,
    summary: null,
    editorType: 'MARKDOWN',
    contentMd: null,
    ...suppliedBody(null),
    contentRaw: null,
    categoryId: null,
    coverId: null,
    authorId: null,
    status: 'DRAFT',
    publishedAt: null,
    ...noSchedule,
    ...stamps,
    ...given,
  };
}

/** Returns a category without a parent. */
export function aCategory(given: Partial<Category> = {}): Category {
  const slug = unique('category');
  return { id: anId(), parentId: null, name: slug, slug, description: null, order: 0, ...stamps, ...given };
}

/** Returns a tag. */
export function aTag(given: Partial<Tag> = {}): Tag {
  const slug = unique('tag');
  return { id: anId(), name: slug, slug, description: null, ...stamps, ...given };
}

/** Returns a picture whose uploader is not known. */
export function aMediaFile(given: Partial<MediaFile> = {}): MediaFile {
  const name = unique('picture');
  return {
    id: anId(),
    name: `${name}.png`,
    fileName: `${name}.png`,
    type: 'image',
    mime: 'image/png',
    bytes: 1000,
    sha256: unique('sha256'),
    receivedSha256: unique('sha256'),
    width: 1600,
    height: 900,
    duration: null,
    thumbhash: 'dGh1bWI=',
    alt: null,
    title: null,
    folder: null,
    focus: null,
    uploaderId: null,
    ...stamps,
    ...given,
  };
}

/** The client (IP address, browser and request id) of each actor that `anActor` makes. */
export const aClient: Client = { ipAddress: '192.0.2.7', userAgent: 'test', requestId: 'request-1' };

/** Returns a user who makes a change, with a session. */
export const anActor = (given: Partial<Actor> = {}): Actor => ({
  type: 'user',
  id: anId(),
  name: unique('actor'),
  sessionId: anId(),
  ...aClient,
  ...given,
});

/** Makes the actor of an event that a user caused in a session. */
export const anEventActor = (given: Partial<EventActor> = {}): EventActor => {
  const { requestId: _request, ...actor } = anActor();
  return { ...actor, apiKey: null, agent: null, ...given };
};

/** Makes an event of type `user.updated` without changed fields. */
export const anEvent = (given: Partial<NewEvent> = {}): NewEvent => ({
  ...newEvent(anId(), at, {
    event: userEvents.updated,
    actor: anActor(),
    subject: { id: anId(), username: unique('user') },
  }),
  ...given,
});

/** Returns the audit record of a change of the roles of a user. */
export const anAuditRecord = (given: Partial<RolesSetEvent> = {}): AuditRecord =>
  rolesSetRecord({ id: anId(), actor: anActor(), userId: anId(), change: { before: [], after: [] }, at, ...given });

/**
 * Makes an identity: the link between a user and an account at an identity provider. Without a `userId`, the identity
 * belongs to a user that is not stored.
 */
export const anIdentity = ({ id = anId(), userId = anId(), ...given }: Partial<Identity> = {}): Identity => ({
  id,
  userId,
  issuer: given.issuer ?? 'https://id.example.com',
  subject: given.subject ?? unique('subject'),
  createdAt: given.createdAt ?? at,
  lastUsedAt: given.lastUsedAt ?? at,
});

/** Returns an enabled webhook for all events. */
export const aWebhook = (given: Partial<Webhook> = {}): Webhook => ({
  id: anId(),
  url: `https://${unique('receiver')}.example.com/`,
  types: ['*'],
  description: null,
  enabled: true,
  disabledReason: null,
  failingSince: null,
  startPosition: 0,
  secret: unique('sealed'),
  previousSecret: null,
  previousSecretUntil: null,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** Makes a delivery that is due at `createdAt`. Without `given.queue`, it is the only delivery in its queue. */
export const aDelivery = (given: Partial<Delivery> = {}): Delivery => {
  const payload = { type: 'tag.created', time: at.toISOString(), subject: `tag/${anId()}`, data: { name: 'News' } };
  const made = { id: anId<'Delivery'>(), kind: 'webhook' as const, queue: anId(), messageId: anId() };
  return { ...newDelivery({ ...made, type: payload.type, payload }, given.createdAt ?? at), ...given };
};
