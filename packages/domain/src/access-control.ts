import type { FieldError } from './errors.ts';
import type { MenuId, PermissionId, RoleId } from './ids.ts';
import type { MenuFields } from './menu.ts';
import { menuTree } from './menu-tree.ts';
import type { PermissionDraft } from './permission.ts';
import type { RoleDraft } from './role.ts';
import { compareText, type TreeOf } from './tree.ts';

/** Everything in an installation that decides who may do what, except its users. */
export interface AccessControl {
  readonly permissions: readonly (PermissionDraft & { readonly id: PermissionId })[];
  readonly menus: readonly (MenuFields & { readonly id: MenuId; readonly parentId: MenuId | null })[];
  readonly roles: readonly (RoleDraft & {
    readonly id: RoleId;
    readonly permissionIds: readonly PermissionId[];
    readonly menuIds: readonly MenuId[];
  })[];
}

/** A menu as a document has it. */
export interface MenuEntry extends MenuFields {
  /** Route name of the menu above; null at the root. */
  readonly parent: string | null;
}

/** A role as a document has it: with the whole set of its permission codes, and of the route names of its menus. */
export interface RoleEntry extends RoleDraft {
  readonly permissions: readonly string[];
  readonly menus: readonly string[];
}

/** The form of documents that this version writes and reads. */
export const documentVersion = 1;

/** Access control by the names that mean the same in another installation: codes and route names, no ids. */
export interface AccessControlDocument {
  readonly version: typeof documentVersion;
  readonly permissions: readonly PermissionDraft[];
  readonly menus: readonly MenuEntry[];
  readonly roles: readonly RoleEntry[];
}

/** A document that cannot be written, read or applied. Each fault names its place, such as `roles[2].permissions[0]`. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
  readonly faults: readonly FieldError[];

  constructor(faults: readonly FieldError[]) {
    super(faults.map(({ field, message }) => `${field}: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** What permissions and roles are known by in every installation. */
export const codeOf = ({ code }: { readonly code: string }): string => code;
/** What menus are known by. */
export const routeNameOf = ({ routeName }: { readonly routeName: string }): string => routeName;

type InstalledMenu = AccessControl['menus'][number];

/**
 * The document of an installation. Equal ones give equal documents: all lists are sorted, menus stand as in their tree.
 * Throws `DocumentRefused` where two menus share a route name: a document could not tell them apart.
 */
export function documentOf({ permissions, menus, roles }: AccessControl): AccessControlDocument {
  const codes = new Map(permissions.map(({ id, code }) => [id, code]));
  const routeNames = new Map(menus.map(({ id, routeName }) => [id, routeName]));
  const idByRouteName = new Map(menus.map(({ id, routeName }) => [routeName, id]));
  const repeated = menus.filter(({ id, routeName }) => idByRouteName.get(routeName) !== id);
  if (repeated.length > 0) {
    const fault = ({ routeName }: InstalledMenu) =>
      `Two installed menus have the route name '${routeName}'. Rename one.`;
    throw new DocumentRefused(repeated.map((menu) => ({ field: 'menus', message: fault(menu) })));
  }
  return {
    version: documentVersion,
    permissions: permissions.map(({ id: _id, ...draft }) => draft).toSorted(byCode),
    menus: inTreeOrder(menuTree(menus)).map(({ id: _id, parentId, children: _children, ...fields }) => ({
      ...fields,
      parent: (parentId && routeNames.get(parentId)) ?? null,
    })),
    roles: roles
      .map(({ id: _id, permissionIds, menuIds, ...draft }) => ({
        ...draft,
        permissions: namesOf(permissionIds, codes),
        menus: namesOf(menuIds, routeNames),
      }))
      .toSorted(byCode),
  };
}

const byCode = (a: { readonly code: string }, b: { readonly code: string }): number => compareText(a.code, b.code);

const namesOf = <Id extends string>(ids: readonly Id[], names: ReadonlyMap<Id, string>): readonly string[] =>
  ids.flatMap((id) => names.get(id) ?? []).toSorted(compareText);

/** Each menu before those below it. */
const inTreeOrder = (menus: readonly TreeOf<InstalledMenu>[]): readonly TreeOf<InstalledMenu>[] =>
  menus.flatMap((menu) => [menu, ...inTreeOrder(menu.children)]);
