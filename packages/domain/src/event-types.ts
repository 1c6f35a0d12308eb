import type { Category } from './category.ts';
import type { Content } from './content.ts';
import type { Delivery } from './delivery.ts';
import type { Identity } from './identity.ts';
import type { FactorId, MenuId, PermissionId, RoleId, SessionId, TagId } from './ids.ts';
import type { MailLink } from './mail-link.ts';
import type { Menu } from './menu.ts';
import type { Permission } from './permission.ts';
import type { Schedule } from './schedule.ts';
import type { PreviewLink } from './preview-link.ts';
import type { WorkingCopy } from './working-copy.ts';
import type { Role } from './role.ts';
import type { Tag } from './tag.ts';
import type { User } from './user.ts';
import type { Webhook } from './webhook.ts';

/**
 * Recorded in place of a text that may be too long for an event. Two texts are equal if their fingerprints are equal.
 */
export interface Fingerprint {
  /** SHA-256 of the UTF-8 bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Number of UTF-8 bytes. */
  readonly length: number;
}

/**
 * Names of fields that hold secrets. `i18nKey` also matches this type, but it is the name of a translation and not
 * secret.
 */
type SecretName =
  | `${string}${'password' | 'Password' | 'hash' | 'Hash' | 'token' | 'Token' | 'secret' | 'Secret'}${string}`
  | `${string}${'Key' | 'Keys'}`
  | 'key'
  | 'keys';

/** The fields of `Source` that an event may record: all fields except secrets. `i18nKey` only looks like a secret. */
export type RecordableName<Source> = {
  [Name in keyof Source & string]: Name extends 'i18nKey' ? Name : Name extends SecretName ? never : Name;
}[keyof Source & string];

/** The fields that an event of one type records. */
interface RecordedFields<Fields> {
  readonly names: readonly (keyof Fields & string)[];
}

/** Declares the recorded fields of an event type. The code does not compile if one of the names is a `SecretName`. */
const fieldsOf =
  <Source>() =>
  <Name extends RecordableName<Source>>(...names: readonly Name[]): RecordedFields<Pick<Source, Name>> => ({ names });

/**
 * Recorded fields that are no fields of the subject, but count other resources that the write changed. Their names
 * cannot be names of fields.
 */
export const countFields = ['affected', 'renumbered'] as const;
type CountField = (typeof countFields)[number];

/**
 * Adds the field `affected` to the recorded fields of a deletion: the number of other resources that the deletion
 * changed, by the kind of resource. These resources get new versions, but no events.
 */
const withAffected =
  <Kind extends 'contents' | 'users' | 'roles'>() =>
  <Fields>({
    names,
  }: RecordedFields<Fields>): RecordedFields<Fields & { readonly affected: Readonly<Record<Kind, number>> }> => ({
    names: [...names, 'affected'],
  });

const user = fieldsOf<User>()(
  'email',
  'emailVerified',
  'invitedUntil',
  'username',
  'nickName',
  'phone',
  'gender',
  'status',
);
const role = fieldsOf<Role>()('code', 'name', 'description', 'status', 'requiresFactor');
const permission = fieldsOf<Permission>()('code', 'name', 'description', 'resource', 'action', 'status');
const menu = fieldsOf<Menu>()(
  'parentId',
  'routeName',
  'routePath',
  'menuName',
  'i18nKey',
  'iconType',
  'icon',
  'localIcon',
  'iconFontSize',
  'order',
  'menuType',
  'component',
  'href',
  'hideInMenu',
  'activeMenu',
  'multiTab',
  'fixedIndexInTab',
  'status',
  'keepAlive',
  'constant',
  'query',
);
const category = fieldsOf<Category>()('parentId', 'name', 'slug', 'description', 'order');
const tag = fieldsOf<Tag>()('name', 'slug', 'description');
const webhook = fieldsOf<Webhook>()('url', 'types', 'description', 'enabled', 'disabledReason');

/** A content as events record it: with fingerprints in place of its bodies. */
export interface RecordedContent
  extends Pick<
    Content,
    'title' | 'slug' | 'summary' | 'editorType' | 'categoryId' | 'authorId' | 'status' | 'publishedAt' | keyof Schedule
  > {
  readonly contentMd: Fingerprint | null;
  readonly contentHtml: Fingerprint | null;
  readonly contentRaw: Fingerprint | null;
  readonly tagIds: readonly TagId[];
}

const content = fieldsOf<RecordedContent>()(
  'title',
  'slug',
  'summary',
  'editorType',
  'categoryId',
  'authorId',
  'status',
  'publishedAt',
  'publishAt',
  'unpublishAt',
  'contentMd',
  'contentHtml',
  'contentRaw',
  'tagIds',
);

/** Only the names of the changed fields are recorded, because subscribers to events must not see unpublished values. */
const workingCopy = fieldsOf<Pick<WorkingCopy, 'changedFields'>>()('changedFields');
const previewLink = fieldsOf<Pick<PreviewLink, 'id' | 'expiresAt'>>()('id', 'expiresAt');

/**
 * The last step of a login: `password`, `oidc` (a sign-in with OpenID Connect), `passkey` (without a password), or
 * `factor` (a second factor, after a password or a sign-in with OpenID Connect). For a later authentication in the same
 * session (step-up): `password`, `passkey`, or `factor` (a code).
 */
export type AuthenticationMethod = 'password' | 'oidc' | 'passkey' | 'factor';

const startedSession = fieldsOf<{
  readonly sessionIds: readonly SessionId[];
  readonly how: AuthenticationMethod | null;
}>()('sessionIds', 'how');
const identity = fieldsOf<Pick<Identity, 'issuer' | 'subject'>>()('issuer', 'subject');
/** The ids of the sessions that ended. */
const sessions = fieldsOf<{ readonly sessionIds: readonly SessionId[] }>()('sessionIds');
const refusal = fieldsOf<{
  readonly reason: 'unknown-account' | 'wrong-password' | 'account-disabled' | 'wrong-code' | 'wrong-passkey';
}>()('reason');

/** The second factors that were added or removed. */
const factors = fieldsOf<{ readonly factorIds: readonly FactorId[] }>()('factorIds');
/** The numbers of permissions, menus and roles that an imported document added or changed. */
interface ImportedEntries {
  readonly permissions: number;
  readonly menus: number;
  readonly roles: number;
}

/** The period whose events were sent to a webhook again. */
interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A moved menu, and how many of its new siblings got another `order`. The siblings get new versions, but no events. */
interface Moved extends Pick<Menu, 'parentId' | 'order'> {
  readonly renumbered: number;
}

/** Every type of event, and the fields whose changes the event records. */
export const eventTypes = {
  'user.created': user,
  'user.updated': user,
  'user.deleted': withAffected<'contents'>()(user),
  'user.roles.changed': fieldsOf<{ readonly roleIds: readonly RoleId[] }>()('roleIds'),
  'user.password.changed': sessions,
  'user.passwordReset.requested': fieldsOf<Pick<MailLink, 'expiresAt'>>()('expiresAt'),
  'user.emailChange.requested': fieldsOf<Pick<MailLink, 'email' | 'expiresAt'>>()('email', 'expiresAt'),
  'role.created': role,
  'role.updated': role,
  'role.deleted': withAffected<'users'>()(role),
  'role.permissions.changed': fieldsOf<{ readonly permissionIds: readonly PermissionId[] }>()('permissionIds'),
  'role.menus.changed': fieldsOf<{ readonly menuIds: readonly MenuId[] }>()('menuIds'),
  'permission.created': permission,
  'permission.updated': permission,
  'permission.deleted': withAffected<'roles'>()(permission),
  'menu.created': menu,
  'menu.updated': menu,
  'menu.moved': fieldsOf<Moved>()('parentId', 'order', 'renumbered'),
  'menu.deleted': withAffected<'roles'>()(menu),
  'category.created': category,
  'category.updated': category,
  'category.deleted': withAffected<'contents'>()(category),
  'tag.created': tag,
  'tag.updated': tag,
  'tag.deleted': withAffected<'contents'>()(tag),
  'content.created': content,
  'content.updated': content,
  'content.published': content,
  'content.unpublished': content,
  'content.archived': content,
  'content.deleted': content,
  'content.restored': content,
  'content.scheduled': content,
  'content.draft.saved': workingCopy,
  'content.draft.discarded': workingCopy,
  'content.previewLink.created': previewLink,
  'content.previewLink.revoked': previewLink,
  'session.started': startedSession,
  'session.authenticated': fieldsOf<{ readonly how: AuthenticationMethod | null }>()('how'),
  'session.refused': refusal,
  'session.ended': sessions,
  'session.reused': sessions,
  'factor.added': factors,
  'factor.removed': factors,
  'factor.recoveryCodes.created': fieldsOf<object>()(),
  'factor.recoveryCode.used': fieldsOf<{ readonly codesLeft: number }>()('codesLeft'),
  'identity.linked': identity,
  'identity.unlinked': identity,
  'account.locked': fieldsOf<object>()(),
  'webhook.created': webhook,
  'webhook.updated': webhook,
  'webhook.deleted': webhook,
  'webhook.disabled': webhook,
  'webhook.secret.rotated': fieldsOf<object>()(),
  'webhook.tested': fieldsOf<Pick<Delivery, 'state' | 'responseStatus'>>()('state', 'responseStatus'),
  'webhook.delivery.retried': fieldsOf<Pick<Delivery, 'id'>>()('id'),
  'webhook.replayed': fieldsOf<Period>()('from', 'to'),
  'accessControl.imported': fieldsOf<ImportedEntries>()('permissions', 'menus', 'roles'),
} as const;

export type EventType = keyof typeof eventTypes;

/**
 * Endings of event types. The ending is everything after the first dot, such as `roles.changed`. A write that records
 * an event whose type has one of these endings increments the version of the subject. For example, a write that records
 * `user.updated` increments the version of the user. Webhooks have no version.
 */
const countedEndings: ReadonlySet<string> = new Set([
  'created',
  'updated',
  'moved',
  'roles.changed',
  'permissions.changed',
  'menus.changed',
  'published',
  'unpublished',
  'archived',
  'restored',
  'scheduled',
]);

/** Whether a write that records an event of this type increments the version of the subject, if the subject has one. */
export const incrementsVersion = (type: EventType): boolean => countedEndings.has(type.slice(type.indexOf('.') + 1));

/** Types of events about changes whose new value is not recorded: a secret, or text that subscribers must not see. */
const unrecordedValues: ReadonlySet<EventType> = new Set(['user.password.changed', 'content.draft.saved']);

/**
 * Whether an event without changed fields is to be recorded: because its type has no fields, or because the fields do
 * not show every change.
 */
export const isRecordedWithoutChanges = (type: EventType): boolean =>
  eventTypes[type].names.length === 0 || unrecordedValues.has(type);

/** The recorded fields of an event type, with their values before a write. */
export type FieldsBefore<Type extends EventType> = Omit<FieldsOf<Type>, CountField>;

/**
 * The recorded fields of an event type, with their values after a write. A deletion leaves no fields of the subject.
 */
export type FieldsAfter<Type extends EventType> = Type extends `${string}.deleted`
  ? Pick<FieldsOf<Type>, CountField & keyof FieldsOf<Type>>
  : FieldsOf<Type>;

/** The recorded fields of an event type, with their values. */
type FieldsOf<Type extends EventType> =
  (typeof eventTypes)[Type] extends RecordedFields<infer Fields extends object> ? Fields : never;
