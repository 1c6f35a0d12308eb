declare const kind: unique symbol;

/** A UUID that names one kind of thing: a `RoleId` does not fit where a `UserId` is asked for. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

export type UserId = Id<'User'>;
export type RoleId = Id<'Role'>;
export type PermissionId = Id<'Permission'>;
export type MenuId = Id<'Menu'>;
export type ContentId = Id<'Content'>;
export type CategoryId = Id<'Category'>;
export type TagId = Id<'Tag'>;
export type AuditRecordId = Id<'AuditRecord'>;
export type SessionId = Id<'Session'>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether text from outside is an id. The only door to an `Id`; compare ids in lower case, as they are stored. */
export function isId<Kind extends string>(text: unknown): text is Id<Kind> {
  return typeof text === 'string' && uuid.test(text);
}
