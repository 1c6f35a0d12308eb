declare const kind: unique symbol;

/** A UUID branded with the kind of entity it identifies, so that a `RoleId` cannot be passed as a `UserId`. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type UserId = Id<'User'>;
export type RoleId = Id<'Role'>;
export type PermissionId = Id<'Permission'>;
export type MenuId = Id<'Menu'>;
export type ContentId = Id<'Content'>;
export type CategoryId = Id<'Category'>;
export type TagId = Id<'Tag'>;
export type AuditRecordId = Id<'AuditRecord'>;
export type EventId = Id<'Event'>;
export type SessionId = Id<'Session'>;
export type IdentityId = Id<'Identity'>;
export type WebhookId = Id<'Webhook'>;
export type FactorId = Id<'Factor'>;
export type ApiKeyId = Id<'ApiKey'>;
export type UserAttributesId = Id<'UserAttributes'>;
export type RouteTableId = Id<'RouteTable'>;
export type DeliveryId = Id<'Delivery'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a value is a UUID, in upper or lower case. Ids are stored in lower case and must be compared in lower case.
 */
export function isId<Kind extends string>(text: unknown): text is Id<Kind> {
  return typeof text === 'string' && uuid.test(text);
}

/** Whether a text has the form in which ids are stored, which is lower case. Other texts equal no stored id. */
export const isStoredId = (value: unknown): boolean => isId(value) && value === value.toLowerCase();
