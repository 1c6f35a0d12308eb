import type { Condition } from '../conditions/condition.ts';
import { builtInEvent, builtInSubject, recordedFields } from '../shared/declare-event.ts';
import type { FieldError } from '../shared/errors.ts';
import type { MenuId, PermissionId, RoleId } from '../shared/ids.ts';
import type { MenuFields } from '../menus/menu.ts';
import { menuTree } from '../menus/menu-tree.ts';
import type { EditablePermission } from '../roles/permission.ts';
import type { ProtectedRoute } from './protected-routes.ts';
import type { EditableRole } from '../roles/role.ts';
import { sortedRoutes } from './route-changes.ts';
import { compareText, type TreeOf } from '../shared/tree.ts';
import type { AttributeDeclaration } from '../conditions/user-attribute.ts';

/**
 * The permissions, menus and roles of an installation, with the parent of each menu, and with the permissions and menus
 * of each role. Also the declarations of the attributes of users and the protected routes, but no users.
 */
export interface AccessControl {
  readonly permissions: readonly (EditablePermission & { readonly id: PermissionId })[];
  readonly menus: readonly (MenuFields & { readonly id: MenuId; readonly parentId: MenuId | null })[];
  readonly roles: readonly (EditableRole & {
    readonly id: RoleId;
    readonly permissionIds: readonly PermissionId[];
    /** The conditions of those permissions that have one. Absent if none has. */
    readonly conditions?: Readonly<Partial<Record<PermissionId, Condition>>>;
    readonly menuIds: readonly MenuId[];
  })[];
  readonly userAttributes: readonly AttributeDeclaration[];
  readonly protectedRoutes: readonly ProtectedRoute[];
}

/** A menu in an access-control document. */
export interface MenuEntry extends MenuFields {
  /** Route name of the parent menu; null at the root. */
  readonly parent: string | null;
}

/**
 * A role in an access-control document, with the codes of all its permissions and the route names of all its menus.
 */
export interface RoleEntry extends EditableRole {
  readonly permissions: readonly string[];
  /**
   * The conditions of those permissions that have one, by code. If absent, an import keeps the conditions of permissions
   * that the role keeps. In an imported document, the conditions have not been checked yet.
   */
  readonly conditions?: Readonly<Record<string, unknown>>;
  readonly menus: readonly string[];
}

/** Version of the format of access-control documents. */
export const documentVersion = 1;

/**
 * The access control of an installation in a form that can be imported into another installation. Entries refer to each
 * other by code and route name, not by id.
 */
export interface AccessControlDocument {
  readonly version: typeof documentVersion;
  readonly permissions: readonly EditablePermission[];
  readonly menus: readonly MenuEntry[];
  readonly roles: readonly RoleEntry[];
  /** Absent if no attributes are declared. */
  readonly userAttributes?: readonly AttributeDeclaration[];
  /** The table of the routes that gateways protect. Absent if it is empty. */
  readonly protectedRoutes?: readonly ProtectedRoute[];
}

/** An access-control document to import. `requiresFactor` may be missing: an import then keeps it. */
export interface ImportedDocument extends Omit<AccessControlDocument, 'roles'> {
  readonly roles: readonly (Omit<RoleEntry, 'requiresFactor'> & Partial<Pick<RoleEntry, 'requiresFactor'>>)[];
}

/**
 * The error for an access-control document that cannot be exported, read or imported. In `errors`, each field is a path
 * such as `roles[2].permissions[0]`.
 */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument';
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join('\n'));
    this.errors = errors;
  }
}

/** Returns the code, which identifies a permission or role in every installation. */
export const codeOf = ({ code }: { readonly code: string }): string => code;
/** Returns the route name, which identifies a menu in every installation. */
export const routeNameOf = ({ routeName }: { readonly routeName: string }): string => routeName;

type InstalledMenu = AccessControl['menus'][number];

/**
 * Returns the access control of an installation as a document. Equal access control gives equal documents: menus are in
 * tree order, and permissions and roles are sorted by code. The menus of a role are sorted by route name.
 * @throws {InvalidDocument} when two menus share a route name, since a document could not distinguish them
 */
export function documentOf({
  permissions,
  menus,
  roles,
  userAttributes,
  protectedRoutes,
}: AccessControl): AccessControlDocument {
  const codes = new Map(permissions.map(({ id, code }) => [id, code]));
  const routeNames = new Map(menus.map(({ id, routeName }) => [id, routeName]));
  const idByRouteName = new Map(menus.map(({ id, routeName }) => [routeName, id]));
  const repeated = menus.filter(({ id, routeName }) => idByRouteName.get(routeName) !== id);
  if (repeated.length > 0) {
    const fieldError = ({ routeName }: InstalledMenu) =>
      `Two installed menus have the route name '${routeName}'. Rename one.`;
    throw new InvalidDocument(repeated.map((menu) => ({ field: 'menus', message: fieldError(menu) })));
  }
  return {
    version: documentVersion,
    permissions: permissions.map(({ id: _id, ...draft }) => draft).toSorted(byCode),
    menus: inTreeOrder(menuTree(menus)).map(({ id: _id, parentId, children: _children, ...fields }) => ({
      ...fields,
      parent: (parentId && routeNames.get(parentId)) ?? null,
    })),
    roles: roles
      .map(({ id: _id, permissionIds, menuIds, conditions = {}, ...draft }) => ({
        ...draft,
        permissions: namesOf(permissionIds, codes),
        conditions: byCodeOf(conditions, permissions),
        menus: namesOf(menuIds, routeNames),
      }))
      .toSorted(byCode),
    ...(userAttributes.length > 0 && { userAttributes }),
    ...(protectedRoutes.length > 0 && { protectedRoutes: sortedRoutes(protectedRoutes) }),
  };
}

const byCodeOf = (
  conditions: Readonly<Partial<Record<PermissionId, Condition>>>,
  permissions: AccessControl['permissions'],
): Readonly<Record<string, Condition>> =>
  Object.fromEntries(
    permissions
      .flatMap(({ id, code }): [string, Condition][] => {
        const condition = conditions[id];
        return condition === undefined ? [] : [[code, condition]];
      })
      .toSorted(([a], [b]) => compareText(a, b)),
  );

const byCode = (a: { readonly code: string }, b: { readonly code: string }): number => compareText(a.code, b.code);

const namesOf = <Id extends string>(ids: readonly Id[], names: ReadonlyMap<Id, string>): readonly string[] =>
  ids.flatMap((id) => names.get(id) ?? []).toSorted(compareText);

/** Flattens the tree so that each menu comes before its children. */
const inTreeOrder = (menus: readonly TreeOf<InstalledMenu>[]): readonly TreeOf<InstalledMenu>[] =>
  menus.flatMap((menu) => [menu, ...inTreeOrder(menu.children)]);

/** The numbers of permissions, menus and roles that an imported document added or changed. */
interface ImportedEntries {
  readonly permissions: number;
  readonly menus: number;
  readonly roles: number;
}

/** The events of access-control documents. */
export const accessControlEvents = {
  imported: builtInEvent(
    builtInSubject('accessControl'),
    'accessControl.imported',
    recordedFields<ImportedEntries>()('permissions', 'menus', 'roles'),
  ),
};
