import { compareText } from '@portcullis/domain/internal/shared/tree';
import { contentPermissions, userAttributesId } from '@portcullis/domain/internal/built-in';
import { readyRoles } from '@portcullis/domain/internal/roles/ready-roles';
import { createPermission, deletePermission, updatePermission } from '../../src/permissions/permissions.ts';
import { addReadyRole } from '../../src/roles/add-ready-role.ts';
import { createRole, deleteRole, setRoleMenus, setRolePermissions, updateRole } from '../../src/roles/roles.ts';
import { setPermissionGrants } from '../../src/roles/set-permission-grants.ts';
import { aMenu, aPermission, aRole, aUser, given } from '@portcullis/testing';
import { actor, added, affected, event, removed, type EventCase } from './cases.ts';

export const roleDraft = {
  code: 'EDITOR',
  name: 'Editor',
  description: 'Writes',
  status: 1,
  requiresFactor: false,
} as const;
const role = aRole(roleDraft);
export const permissionDraft = {
  code: 'post.read',
  name: 'Read posts',
  description: 'All of them',
  resource: 'post',
  action: 'read',
  status: 1,
} as const;
const permission = aPermission(permissionDraft);
const menu = aMenu();
export const accessCases: readonly EventCase[] = [
  {
    useCase: 'createRole',
    write: async (world) => {
      const { id, name } = await createRole(world)({ actor, ...roleDraft });
      return [event('role.created', { id, name }, added(roleDraft))];
    },
  },
  {
    useCase: 'updateRole',
    write: async (world) => {
      await given(world, { roles: [role] });
      await updateRole(world)({
        actor,
        id: role.id,
        change: { name: 'Author', description: null, requiresFactor: true },
      });
      const changes = {
        name: ['Editor', 'Author'],
        description: ['Writes', null],
        requiresFactor: [false, true],
      } as const;
      return [event('role.updated', { id: role.id, name: 'Author' }, changes)];
    },
  },
  {
    useCase: 'deleteRole',
    write: async (world) => {
      const user = aUser();
      await given(world, { users: [user], roles: [role], userRoles: [[user.id, [role.id]]] });
      await deleteRole(world)({ actor, id: role.id });
      return [event('role.deleted', role, { ...removed(roleDraft), ...affected({ users: 1 }) })];
    },
  },
  {
    useCase: 'setRolePermissions',
    write: async (world) => {
      const next = aPermission();
      await given(world, { permissions: [permission, next], roles: [role] });
      await given(world, { rolePermissions: [[role.id, [permission.id]]] });
      await setRolePermissions(world)({ actor, roleId: role.id, permissionIds: [next.id] });
      return [event('role.permissions.changed', role, { permissionIds: [[permission.id], [next.id]] })];
    },
  },
  {
    useCase: 'setRolePermissions',
    when: 'nothing changes',
    write: async (world) => {
      await given(world, { permissions: [permission], roles: [role] });
      await given(world, { rolePermissions: [[role.id, [permission.id]]] });
      await setRolePermissions(world)({ actor, roleId: role.id, permissionIds: [permission.id] });
      return [];
    },
  },
  {
    useCase: 'setPermissionGrants',
    write: async (world) => {
      await given(world, { permissions: [permission], roles: [role] });
      await given(world, { rolePermissions: [[role.id, [permission.id]]] });
      const condition = { attr: 'resource.owner', eq: { ref: 'subject.id' } } as const;
      const grants = [{ permissionId: permission.id, condition }];
      await setPermissionGrants(world)({ actor, roleId: role.id, grants });
      return [event('role.permissions.changed', role, { conditions: [[], grants] })];
    },
  },
  {
    useCase: 'addReadyRole',
    write: async (world) => {
      // One of the permissions exists, and the others are created.
      const create = contentPermissions.filter(({ code }) => code !== 'category.manage');
      for (const draft of create) await given(world, { permissions: [aPermission(draft)] });
      const { id, name } = await addReadyRole(world)({ actor, code: 'SECTION_EDITOR' });
      const [, , { grants, attributes, code, description }] = readyRoles;
      const stored = new Map((await world.permissions.all()).map((each) => [each.code, each]));
      const conditions = grants
        .map((grant) => ({ permissionId: stored.get(grant.code)?.id ?? '', condition: grant.condition }))
        .toSorted((a, b) => compareText(a.permissionId, b.permissionId));
      const [manage] = contentPermissions.filter((each) => !create.includes(each));
      const manageId = stored.get('category.manage')?.id;
      const permissionIds = conditions.map(({ permissionId }) => permissionId);
      const declared = event(
        'userAttributes.updated',
        { id: userAttributesId, name: null },
        { attributes: [[], attributes] },
      );
      return [
        declared,
        event(
          'permission.created',
          { id: manageId ?? null, name: manage?.name ?? null },
          added({ ...manage, status: 1 }),
        ),
        event('role.created', { id, name }, added({ code, name, description, status: 1, requiresFactor: false })),
        event(
          'role.permissions.changed',
          { id, name },
          { permissionIds: [[], permissionIds], conditions: [[], conditions] },
        ),
      ];
    },
  },
  {
    useCase: 'setRoleMenus',
    write: async (world) => {
      await given(world, { menus: [menu], roles: [role] });
      await setRoleMenus(world)({ actor, roleId: role.id, menuIds: [menu.id] });
      return [event('role.menus.changed', role, { menuIds: [[], [menu.id]] })];
    },
  },
  {
    useCase: 'createPermission',
    write: async (world) => {
      const { id, name } = await createPermission(world)({ actor, ...permissionDraft });
      return [event('permission.created', { id, name }, added(permissionDraft))];
    },
  },
  {
    useCase: 'updatePermission',
    write: async (world) => {
      await given(world, { permissions: [permission] });
      await updatePermission(world)({ actor, id: permission.id, change: { status: 0 } });
      return [event('permission.updated', permission, { status: [1, 0] })];
    },
  },
  {
    useCase: 'deletePermission',
    write: async (world) => {
      await given(world, { permissions: [permission], roles: [role] });
      await given(world, { rolePermissions: [[role.id, [permission.id]]] });
      await deletePermission(world)({ actor, id: permission.id });
      return [event('permission.deleted', permission, { ...removed(permissionDraft), ...affected({ roles: 1 }) })];
    },
  },
];
