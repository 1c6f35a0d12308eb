import { builtInPermissions, userRole } from '@portcullis/domain/internal/built-in';
import { menuDefaults } from '@portcullis/domain/internal/menus/menu';
import { importAccessControl } from '../../src/access/import-access-control.ts';
import { restoreBuiltIn } from '../../src/access/restore-built-in.ts';
import { setProtectedRoutes } from '../../src/access/set-protected-routes.ts';
import { createMenu, deleteMenu, moveMenu, updateMenu } from '../../src/menus/menus.ts';
import { deletePermission } from '../../src/permissions/permissions.ts';
import { aMenu, aRole, given } from '@portcullis/testing';
import { permissionDraft, roleDraft } from './access-cases.ts';
import { actor, added, affected, event, removed, type EventCase } from './cases.ts';

const { routeName, routePath, menuType } = { routeName: 'posts', routePath: '/posts', menuType: 2 as const };
const menu = aMenu({ routeName, routePath, menuType });
/** The fields of a new menu that are not null. */
const menuFields = {
  ...Object.fromEntries(Object.entries(menuDefaults).filter(([, value]) => value !== null)),
  routeName,
  routePath,
  menuType,
};

export const menuCases: readonly EventCase[] = [
  {
    useCase: 'createMenu',
    write: async (world) => {
      const { id } = await createMenu(world)({ actor, parentId: null, routeName, routePath, menuType });
      return [event('menu.created', { id, name: routeName }, added(menuFields))];
    },
  },
  {
    useCase: 'updateMenu',
    write: async (world) => {
      await given(world, { menus: [menu] });
      await updateMenu(world)({ actor, id: menu.id, change: { routeName: 'news', icon: 'mdi:home' } });
      const changes = { routeName: ['posts', 'news'], icon: [null, 'mdi:home'] } as const;
      return [event('menu.updated', { id: menu.id, name: 'news' }, changes)];
    },
  },
  {
    useCase: 'moveMenu',
    write: async (world) => {
      const parent = aMenu({ menuType: 1 });
      await given(world, { menus: [parent, menu] });
      await moveMenu(world)({ actor, id: menu.id, parentId: parent.id, order: 3 });
      const changes = { parentId: [null, parent.id], order: [0, 3], renumbered: [null, 0] } as const;
      return [event('menu.moved', { id: menu.id, name: routeName }, changes)];
    },
  },
  {
    useCase: 'moveMenu',
    when: 'siblings get other order numbers',
    write: async (world) => {
      const parent = aMenu({ menuType: 1 });
      const child = (name: string, order: number) => aMenu({ parentId: parent.id, routeName: name, order });
      await given(world, { menus: [parent, menu] });
      await given(world, { menus: [child('a', 0), child('b', 0), child('c', 1), child('d', 9)] });
      await moveMenu(world)({ actor, id: menu.id, parentId: parent.id, position: 1 });
      const changes = { parentId: [null, parent.id], order: [0, 1], renumbered: [null, 2] } as const;
      return [event('menu.moved', { id: menu.id, name: routeName }, changes)];
    },
  },
  {
    useCase: 'moveMenu',
    when: 'nothing changes',
    write: async (world) => {
      await given(world, { menus: [menu] });
      await moveMenu(world)({ actor, id: menu.id, parentId: null, order: 0 });
      return [];
    },
  },
  {
    useCase: 'importAccessControl',
    when: 'nothing changes',
    write: async (world) => {
      const document = { version: 1 as const, permissions: [], menus: [], roles: [] };
      await importAccessControl(world)({ actor, document });
      return [];
    },
  },
  {
    useCase: 'deleteMenu',
    write: async (world) => {
      const role = aRole();
      await given(world, { menus: [menu], roles: [role] });
      await given(world, { roleMenus: [[role.id, [menu.id]]] });
      await deleteMenu(world)({ actor, id: menu.id });
      const changes = { ...removed(menuFields), ...affected({ roles: 1 }) };
      return [event('menu.deleted', { id: menu.id, name: routeName }, changes)];
    },
  },
  {
    useCase: 'importAccessControl',
    write: async (world) => {
      const entry = { ...roleDraft, permissions: ['post.read'], menus: [] };
      const document = { version: 1 as const, permissions: [permissionDraft], menus: [], roles: [entry] };
      await importAccessControl(world)({ actor, document });
      const { permissions, roles } = await world.accessControl.all();
      const [made, holder] = [
        permissions.find(({ code }) => code === 'post.read'),
        roles.find(({ code }) => code === 'EDITOR'),
      ];
      const [permissionId, roleId] = [made?.id ?? null, holder?.id ?? null];
      return [
        event('permission.created', { id: permissionId, name: 'Read posts' }, added(permissionDraft)),
        event('role.created', { id: roleId, name: 'Editor' }, added(roleDraft)),
        event('role.permissions.changed', { id: roleId, name: 'Editor' }, { permissionIds: [[], [permissionId]] }),
        event('accessControl.imported', { id: null, name: null }, { permissions: [0, 1], roles: [0, 1] }),
      ];
    },
  },
  {
    useCase: 'setProtectedRoutes',
    write: async (world, begin) => {
      const aRoute = (path: string) => ({
        methods: ['GET'] as const,
        path,
        audience: 'service',
        public: false,
        authenticated: true,
        permissions: [],
        roles: [],
      });
      const [kept, old, inserted] = ['/kept', '/old', '/added'].map(aRoute);
      if (kept === undefined || old === undefined || inserted === undefined) throw new Error('There are three routes.');
      const { id } = await setProtectedRoutes(world)({ actor, routes: [kept, old] });
      await begin();
      await setProtectedRoutes(world)({ actor, routes: [kept, inserted] });
      return [event('routeTable.updated', { id, name: null }, { routes: [[old], [inserted]] })];
    },
  },
  {
    useCase: 'restoreBuiltIn',
    when: 'a permission was deleted',
    write: async (world, begin) => {
      const gone = builtInPermissions.find(({ code }) => code === 'project.read');
      if (gone === undefined) throw new Error('There is no such permission.');
      await deletePermission(world)({ actor, id: gone.id });
      const holders = (await world.accessControl.all()).roles;
      await begin();
      await restoreBuiltIn(world)({ actor, list: 'permissions', isDryRun: false });
      const { code, name, resource, action } = gone;
      const linked = (await world.accessControl.all()).roles.filter(({ permissionIds }) =>
        permissionIds.includes(gone.id),
      );
      expectHolders(linked.map(({ id }) => id));
      return [
        event('permission.created', gone, added({ code, name, resource, action, status: 1 })),
        ...linked.map((holder) => {
          const before = holders.find(({ id }) => id === holder.id)?.permissionIds.toSorted() ?? [];
          return event('role.permissions.changed', holder, {
            permissionIds: [before, [...before, gone.id].toSorted()],
          });
        }),
      ];
    },
  },
];

/**
 * Throws if the role USER did not get the restored permission back. `ids` are the ids of the roles that have this
 * permission.
 */
function expectHolders(ids: readonly string[]): void {
  if (!ids.includes(userRole.id)) throw new Error('The permission was not given back.');
}
