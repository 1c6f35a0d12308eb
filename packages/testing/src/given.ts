import type { ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { contentPermissions, type ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import { missingContentPermissions } from '@portcullis/domain/internal/access/missing-built-in';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { NewEvent } from '@portcullis/domain/internal/events/event';
import type { ContentId, MenuId, PermissionId, RoleId, TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { MediaFile } from '@portcullis/domain/internal/media/media';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import type { PermissionGrant } from '@portcullis/domain/internal/roles/permission-grant';
import type { Role } from '@portcullis/domain/internal/roles/role';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { Session } from '@portcullis/domain/internal/accounts/session';
import type { Tag } from '@portcullis/domain/internal/contents/tag';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { UnitOfWork } from '@portcullis/application';
import { aPermission } from './builders.ts';
import { hashOf } from './fakes.ts';

type Link<Owner extends string, Linked extends string> = readonly [owner: Owner, linked: readonly Linked[]];

/** The initial data of a test. Parents must come before their children. */
export interface Given {
  readonly permissions?: readonly Permission[];
  readonly menus?: readonly Menu[];
  readonly roles?: readonly Role[];
  readonly rolePermissions?: readonly Link<RoleId, PermissionId>[];
  /** The conditions of permissions in `rolePermissions`. The other permissions have none. */
  readonly conditions?: readonly (readonly [role: RoleId, grants: readonly PermissionGrant[]])[];
  readonly roleMenus?: readonly Link<RoleId, MenuId>[];
  /** The users. Each of them gets the password `givenPassword`. */
  readonly users?: readonly User[];
  readonly userRoles?: readonly Link<UserId, RoleId>[];
  /** The periods of roles in `userRoles`. The other roles have neither beginning nor end. */
  readonly grantPeriods?: readonly (readonly [user: UserId, grants: readonly RoleGrant[]])[];
  readonly sessions?: readonly Session[];
  readonly apiKeys?: readonly ApiKey[];
  readonly categories?: readonly Category[];
  readonly tags?: readonly Tag[];
  readonly media?: readonly MediaFile[];
  readonly contents?: readonly Content[];
  readonly contentTags?: readonly Link<ContentId, TagId>[];
  readonly audit?: readonly AuditRecord[];
  readonly events?: readonly NewEvent[];
}

/** The password of every user that `given` stores. */
export const givenPassword = 'correct horse battery staple';

/**
 * Stores the initial data of a test in one transaction.
 * @example
 * const world = InMemoryWorld.seeded();
 * const [user, role] = [aUser(), aRole({ code: 'EDITOR' })];
 * await given(world, { roles: [role], users: [user], userRoles: [[user.id, [role.id]]] });
 * console.log((await world.users.find(user.id))?.roles.map(({ code }) => code)); // [ 'EDITOR' ]
 *
 * const [permission, menu] = [aPermission({ code: 'acme.note.read' }), aMenu()];
 * const links = { rolePermissions: [[role.id, [permission.id]]], roleMenus: [[role.id, [menu.id]]] } as const;
 * await given(world, { permissions: [permission], menus: [menu], ...links });
 *
 * const [category, tag] = [aCategory(), aTag({ name: 'News' })];
 * const content = aContent({ categoryId: category.id });
 * await given(world, { categories: [category], tags: [tag], contents: [content], contentTags: [[content.id, [tag.id]]] });
 */
export const given = (work: UnitOfWork, things: Given): Promise<void> =>
  work.run(async (tx) => {
    for (const permission of things.permissions ?? []) await tx.permissions.add(permission);
    for (const menu of things.menus ?? []) await tx.menus.add(menu);
    for (const role of things.roles ?? []) await tx.roles.add(role);
    for (const [id, after] of things.rolePermissions ?? []) await tx.roles.setPermissions(id, { before: [], after });
    for (const [id, grants] of things.conditions ?? []) await tx.roles.setConditions(id, grants);
    for (const [id, after] of things.roleMenus ?? []) await tx.roles.setMenus(id, { before: [], after });
    for (const user of things.users ?? []) await tx.users.add(user, hashOf(givenPassword));
    for (const [id, after] of things.userRoles ?? []) await tx.users.setRoles(id, { before: [], after });
    for (const [id, grants] of things.grantPeriods ?? []) await tx.users.setGrantPeriods(id, grants);
    for (const session of things.sessions ?? []) await tx.sessions.add(session);
    for (const key of things.apiKeys ?? []) await tx.apiKeys.add(key);
    for (const category of things.categories ?? []) await tx.categories.add(category);
    for (const tag of things.tags ?? []) await tx.tags.add(tag);
    for (const file of things.media ?? []) await tx.media.add(file);
    for (const content of things.contents ?? []) await tx.contents.add(content);
    for (const [id, after] of things.contentTags ?? []) await tx.contents.setTags(id, { before: [], after });
    for (const record of things.audit ?? []) await tx.audit.add(record);
    for (const event of things.events ?? []) await tx.events.add(event);
  });

/**
 * Stores those permissions for contents that do not exist.
 * @returns the ids of all of them, by code
 */
export const givenContentPermissions = (
  work: UnitOfWork,
): Promise<Readonly<Record<ContentPermissionCode, PermissionId>>> =>
  work.run(async (tx) => {
    const { permissions } = await tx.accessControl.lockAll();
    const codes = contentPermissions.map(({ code }) => code);
    const added = missingContentPermissions(codes, permissions).map(aPermission);
    for (const permission of added) await tx.permissions.add(permission);
    const all = [...permissions, ...added];
    const idOf = (code: ContentPermissionCode): PermissionId => {
      const found = all.find((each) => each.code === code);
      if (found === undefined) throw new Error(`There is no permission ${code}.`);
      return found.id;
    };
    return {
      'content.create': idOf('content.create'),
      'content.read-drafts': idOf('content.read-drafts'),
      'content.update': idOf('content.update'),
      'content.publish': idOf('content.publish'),
      'content.delete': idOf('content.delete'),
      'category.manage': idOf('category.manage'),
      'tag.manage': idOf('tag.manage'),
      'media.manage': idOf('media.manage'),
    };
  });
