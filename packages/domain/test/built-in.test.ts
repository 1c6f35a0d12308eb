import { expect } from 'chai';
import { builtInMenus, builtInPermissions, builtInRoles, contentPermissions } from '../src/built-in.ts';
import { missingContentPermissions } from '../src/access/missing-built-in.ts';
import { isId } from '../src/shared/ids.ts';
import { checkMenuPlace, menuDefaults } from '../src/menus/menu.ts';

const permissionTable = `
user.create       user.read       user.update       user.delete
role.create       role.read       role.update       role.delete
menu.create       menu.read       menu.update       menu.delete
permission.create permission.read permission.update permission.delete
project.create    project.read    project.update    project.delete
`;

describe('§2.4 built-in permissions', () => {
  it('are every combination of five resources and four actions', () => {
    expect(builtInPermissions.map(({ code }) => code)).to.have.members(permissionTable.trim().split(/\s+/));
  });

  it('have codes of the form resource.action, and unique names', () => {
    for (const { code, resource, action } of builtInPermissions) expect(code).to.equal(`${resource}.${action}`);
    expect(new Set(builtInPermissions.map(({ name }) => name)).size).to.equal(20);
  });
});

describe('§2.3 built-in roles', () => {
  it('are ADMIN with all permissions, MODERATOR with seven and USER with one', () => {
    expect(builtInRoles.map(({ code, permissions }) => [code, permissions])).to.deep.equal([
      ['ADMIN', builtInPermissions.map(({ code }) => code)],
      [
        'MODERATOR',
        ['user.read', 'user.update', 'role.read', 'menu.read', 'permission.read', 'project.read', 'project.update'],
      ],
      ['USER', ['project.read']],
    ]);
  });
});

/**
 * The menus in the specification. Columns: routeName, parent, menuType, routePath, component, menuName, icon, order,
 * hideInMenu, activeMenu, keepAlive, then an x for each of ADMIN, MODERATOR and USER that is granted the menu.
 */
const specified = `
| home               | -      | 2 | /home                   | layout.base$view.home        | Home          | mdi:monitor-dashboard              | 1 | false | null        | false | x | x | x |
| manage             | -      | 1 | /manage                 | layout.base                  | System Manage | carbon:cloud-service-management    | 2 | false | null        | false | x | x |   |
| manage_user        | manage | 2 | /manage/user            | view.manage_user             | User Manage   | ic:round-manage-accounts           | 1 | false | null        | false | x | x |   |
| manage_role        | manage | 2 | /manage/role            | view.manage_role             | Role Manage   | carbon:user-role                   | 2 | false | null        | false | x |   |   |
| manage_menu        | manage | 2 | /manage/menu            | view.manage_menu             | Menu Manage   | material-symbols:route             | 3 | false | null        | true  | x |   |   |
| manage_user-detail | manage | 2 | /manage/user-detail/:id | view.manage_user-detail      | User Detail   | mdi:account-details-outline        | 4 | true  | manage_user | false | x | x |   |
| about              | -      | 2 | /about                  | layout.base$view.about       | About         | fluent:book-information-24-regular | 3 | false | null        | false | x | x | x |
| user-center        | -      | 2 | /user-center            | layout.base$view.user-center | User Center   | ph:user-circle                     | 4 | true  | null        | false | x | x | x |
`;

const rows = specified
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const nameOf = (id: string | null) => builtInMenus.find((menu) => menu.id === id)?.routeName ?? '-';

describe('§2.4 built-in menus', () => {
  it('are the eight menus of the table', () => {
    expect(
      builtInMenus.map((menu) => [
        menu.routeName,
        nameOf(menu.parentId),
        String(menu.menuType),
        menu.routePath,
        menu.component,
        menu.menuName,
        menu.icon,
        String(menu.order),
        String(menu.hideInMenu),
        String(menu.activeMenu),
        String(menu.keepAlive),
        ...['ADMIN', 'MODERATOR', 'USER'].map((role) => (menu.roles.includes(role) ? 'x' : '')),
      ]),
    ).to.deep.equal(rows);
  });

  it('have a translation key, and defaults in every field that is not in the table', () => {
    const { iconType, localIcon, iconFontSize, href, multiTab, fixedIndexInTab, status, constant, query } =
      menuDefaults;
    for (const menu of builtInMenus) {
      expect(menu).to.include({ i18nKey: `route.${menu.routeName}` });
      expect(menu).to.include({ iconType, localIcon, iconFontSize, href, multiTab, fixedIndexInTab, status, constant });
      expect(menu.query).to.equal(query);
    }
  });

  it('have parents that the rules allow', () => {
    for (const menu of builtInMenus) checkMenuPlace(menu);
  });
});

describe('Built-in ids', () => {
  it('are UUIDs without duplicates', () => {
    const ids = [...builtInPermissions, ...builtInRoles, ...builtInMenus].map(({ id }) => id);
    for (const id of ids) expect(isId(id), id).to.equal(true);
    expect(new Set(ids).size).to.equal(31);
  });
});

describe('missingContentPermissions', () => {
  const codesIn = (drafts: readonly { readonly code: string }[]) => drafts.map(({ code }) => code);
  const all = contentPermissions.map(({ code }) => code);

  it('returns those of the permissions that do not exist, and none for other codes', () => {
    expect(codesIn(missingContentPermissions(all, []))).to.deep.equal(all);
    const wanted = ['tag.manage', 'media.manage', 'invoice.read'];
    const missing = missingContentPermissions(wanted, [{ code: 'tag.manage', name: 'Our own' }]);
    expect(missing).to.deep.equal([
      {
        code: 'media.manage',
        name: 'Manage files',
        description: null,
        resource: 'media',
        action: 'manage',
        status: 1,
      },
    ]);
  });

  it('returns names that no permission has', () => {
    const named = (...names: readonly string[]) => names.map((name, index) => ({ code: `own.${index}`, name }));
    const nameBeside = (...names: readonly string[]) =>
      missingContentPermissions(['tag.manage'], named(...names)).map(({ name }) => name);
    expect(nameBeside('Manage tags')).to.deep.equal(['tag.manage']);
    expect(nameBeside('Manage tags', 'tag.manage')).to.deep.equal(['Manage tags (2)']);
    expect(nameBeside('Manage tags', 'tag.manage', 'Manage tags (2)')).to.deep.equal(['Manage tags (3)']);
  });
});
