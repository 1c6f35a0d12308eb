declare const kind: unique symbol;

/** A UUID branded with the kind of entity it identifies, so that a `RoleId` cannot be passed as a `UserId`. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** The id of a user. */
export type UserId = Id<'User'>;
/** The id of a role. */
export type RoleId = Id<'Role'>;
/** The id of a permission. */
export type PermissionId = Id<'Permission'>;
/** The id of a menu. */
export type MenuId = Id<'Menu'>;
/** The id of a content. */
export type ContentId = Id<'Content'>;
/** The id of a category. */
export type CategoryId = Id<'Category'>;
/** The id of a tag. */
export type TagId = Id<'Tag'>;
/** The id of an audit record. */
export type AuditRecordId = Id<'AuditRecord'>;
/** The id of an event. */
export type EventId = Id<'Event'>;
/** The id of a session. */
export type SessionId = Id<'Session'>;
/** The id of the link between a user and an account at a provider. */
export type IdentityId = Id<'Identity'>;
/** The id of a webhook. */
export type WebhookId = Id<'Webhook'>;
/** The id of a factor. */
export type FactorId = Id<'Factor'>;
/** The id of an API key. */
export type ApiKeyId = Id<'ApiKey'>;
/** The id of the declarations of the attributes of users. */
export type UserAttributesId = Id<'UserAttributes'>;
/** The id of the table of protected routes. */
export type RouteTableId = Id<'RouteTable'>;
/** The id of a delivery. */
export type DeliveryId = Id<'Delivery'>;
/** The id of an uploaded file. */
export type MediaId = Id<'Media'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a value is a UUID, in upper or lower case. Ids are stored in lower case and must be compared in lower case.
 * @example
 * console.log(isId('0b8bd2a5-0f4a-4d5e-9f5f-7f0e3a3a5b11'), isId('17')); // true false
 */
export function isId<Kind extends string>(text: unknown): text is Id<Kind> {
  return typeof text === 'string' && uuid.test(text);
}

/** Whether a text has the form in which ids are stored, which is lower case. Other texts equal no stored id. */
export const isStoredId = (value: unknown): boolean => isId(value) && value === value.toLowerCase();
