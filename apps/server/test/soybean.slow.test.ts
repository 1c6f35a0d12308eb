import { anyNames, formRules, soybeanApi } from '@portcullis/front-end-kits/soybean';
import { builtInMenus } from '@portcullis/domain/internal/built-in';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { aPerson, anAdministrator, sharedService, startService, unique, type Service } from './support/service.ts';

/** The pages of the front end soybean-admin (in its branch `example`) that the built-in menus name. */
const pages = ['home', 'about', 'user-center', 'manage_user', 'manage_role', 'manage_menu', 'manage_user-detail'];

/**
 * Returns the calls of a front end. As in the front end, the request function never rejects: either `data` or `error`
 * is null.
 */
const frontEndOf = (api: Api) =>
  soybeanApi({
    request: async ({ url, method = 'get', params = {}, data, headers = {} }) => {
      const entries = Object.entries(params).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(
        Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
      ).toString();
      const received = await api.send(method.toUpperCase(), query === '' ? url : `${url}?${query}`, data, headers);
      const response = { headers: Object.fromEntries(received.headers) };
      return received.code === 0
        ? { data: received.data as never, error: null, response }
        : { data: null, error: Object.assign(new Error(received.message), { code: received.code }), response };
    },
    constantRoutes: () => [{ name: 'login' }],
    compiled: () => ({ layouts: ['base', 'blank'], views: pages }),
    ...anyNames,
    isKnown: (name): name is string => pages.includes(name),
    translate: (key) => key,
    home: 'home',
    onDropped: () => undefined,
  });

type Result<Data> = { readonly data: Data; readonly error: null } | { readonly data: null; readonly error: Error };

async function dataOf<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await result;
  return error === null ? data : expect.fail(error.message);
}

async function done(result: Promise<{ readonly error: Error | null }>): Promise<void> {
  expect((await result).error).to.equal(null);
}

describe('A soybean-admin front end on @portcullis/front-end-kits/soybean', () => {
  let service: Service;
  let admin: Api;

  before(async () => {
    service = await sharedService();
    admin = (await anAdministrator(service)).api;
  });

  it('logs in, reads the profile, refreshes and logs out', async () => {
    const person = await aPerson(service, ['MODERATOR']);
    const { token, refreshToken } = await dataOf(frontEndOf(service.api).fetchLogin(person.username, person.password));
    const session = frontEndOf(service.api.as(token));
    const info = await dataOf(session.fetchGetUserInfo());
    expect(info).to.deep.include({ userId: person.id, userName: person.username, roles: ['MODERATOR'] });
    expect(info.buttons).to.include('user.read');
    const renewed = await dataOf(session.fetchRefreshToken(refreshToken));
    await dataOf(frontEndOf(service.api.as(renewed.token)).fetchLogout());
    expect((await session.fetchGetUserInfo()).error).to.include({ code: 1103 });
  });

  it('knows whether the service accepts registrations', async () => {
    expect(await dataOf(frontEndOf(service.api).fetchCanRegister())).to.equal(true);
    const closed = await startService({ REGISTRATION: 'off' });
    try {
      expect(await dataOf(frontEndOf(closed.api).fetchCanRegister())).to.equal(false);
    } finally {
      await closed.stop();
    }
  });

  it('gets routes for the built-in menus, with the views of the front end', async () => {
    const { routes, home } = await dataOf(frontEndOf(admin).fetchGetUserRoutes());
    const builtIn = routes.filter(({ name }) => builtInMenus.some(({ routeName }) => routeName === name));
    expect(home).to.equal('home');
    expect(builtIn.map(({ name, component, meta }) => [name, component, meta.hideInMenu])).to.deep.equal([
      ['home', 'layout.base$view.home', false],
      ['manage', 'layout.base', false],
      ['about', 'layout.base$view.about', false],
      ['user-center', 'layout.base$view.user-center', true],
    ]);
    const manage = builtIn[1]?.children ?? [];
    expect(manage.map(({ name, path, component }) => [name, path, component])).to.deep.equal([
      ['manage_user', '/manage/user', 'view.manage_user'],
      ['manage_role', '/manage/role', 'view.manage_role'],
      ['manage_menu', '/manage/menu', 'view.manage_menu'],
      ['manage_user-detail', '/manage/user-detail/:id', 'view.manage_user-detail'],
    ]);
    expect(manage[3]?.meta).to.deep.include({ i18nKey: 'route.manage_user-detail', activeMenu: 'manage_user' });
  });

  it('gets the menus of the roles: a moderator has no menu management, a user no management at all', async () => {
    const namesFor = async (role: string) => {
      const { routes } = await dataOf(frontEndOf((await aPerson(service, [role])).api).fetchGetUserRoutes());
      return routes.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)]);
    };
    expect(await namesFor('MODERATOR'))
      .to.include('manage_user')
      .and.not.include('manage_menu');
    expect(await namesFor('USER')).to.deep.equal(['home', 'about', 'user-center']);
    const nobody = await aPerson(service, []);
    expect(await dataOf(frontEndOf(nobody.api).fetchGetUserRoutes())).to.deep.equal({ routes: [], home: 'home' });
  });

  it('keeps its own constant routes, and finds out which routes exist', async () => {
    const frontEnd = frontEndOf(service.api);
    expect((await dataOf(frontEnd.fetchGetConstantRoutes())).map(({ name }) => name)).to.include('login');
    expect(await dataOf(frontEndOf(admin).fetchIsRouteExist('manage_menu'))).to.equal(true);
    expect((await frontEnd.fetchGetAllPages()).data).to.deep.equal(pages);
  });

  it('manages users, whose roles are audited only when they change', async () => {
    const frontEnd = frontEndOf(admin);
    const userName = unique('soybean-');
    const form = { userName, userEmail: `${userName}@example.com`, userGender: '2', status: '1', userRoles: ['USER'] };
    await done(frontEnd.saveUser(form, undefined, 'a first password'));
    const find = async () => (await dataOf(frontEnd.fetchGetUserList({ current: 1, size: 10, userName }))).records[0];
    const row = (await find()) ?? expect.fail('the user is not found');
    expect(row).to.deep.include({ ...form, nickName: '', userPhone: '' });
    const settings = async () => (await admin.get<{ total: number }>(`/audit-logs?resourceId=${row.id}`)).data.total;
    const before = await settings();
    await done(frontEnd.saveUser({ ...row, nickName: 'Soy' }, row));
    expect([(await find())?.nickName, await settings()]).to.deep.equal(['Soy', before]);
    const outdated = await frontEnd.saveUser({ ...row, userRoles: ['USER', 'MODERATOR'] }, row);
    expect(outdated.error).to.include({ code: 1012 });
    const changed = (await find()) ?? row;
    await done(frontEnd.saveUser({ ...changed, userRoles: ['USER', 'MODERATOR'] }, changed));
    expect([(await find())?.userRoles, await settings()]).to.deep.equal([['MODERATOR', 'USER'], before + 1]);
    expect((await frontEnd.removeUser(row)).error).to.include({ code: 1012 });
    await done(frontEnd.removeUser((await find()) ?? row));
    expect(await find()).to.equal(undefined);
  });

  it('manages roles with their permissions and menus', async () => {
    const frontEnd = frontEndOf(admin);
    const roleCode = unique('SOY_').toUpperCase();
    const form = { roleName: roleCode.toLowerCase(), roleCode, roleDesc: 'Beans', status: '1' };
    await done(frontEnd.saveRole(form));
    const { records } = await dataOf(frontEnd.fetchGetRoleList({ roleCode, status: '1' }));
    const role = records[0] ?? expect.fail('the role is not found');
    expect(role).to.include(form);
    expect((await dataOf(frontEnd.fetchGetAllRoles())).map(({ id }) => id)).to.include(role.id);
    const [menu] = builtInMenus;
    const { menuGrants } = frontEnd;
    const version = await dataOf(menuGrants.save(role, [menu?.id ?? '']));
    expect(version).to.equal(role.version + 1);
    const grants = await dataOf(menuGrants.read(role.id));
    expect(grants.granted).to.deep.equal([menu?.id]);
    expect(grants.tree.map(({ id }) => id)).to.include(menu?.id);
    expect((await menuGrants.save(role, [])).error).to.include({ code: 1012 });
    expect((await frontEnd.saveRole({ ...role, roleDesc: '' }, role)).error).to.include({ code: 1012 });
    await done(frontEnd.saveRole({ ...role, roleDesc: '' }, { ...role, version }));
    expect((await frontEnd.removeRole({ ...role, version })).error).to.include({ code: 1012 });
    await done(frontEnd.removeRole({ ...role, version: version + 1 }));
  });

  it('manages menus', async () => {
    const frontEnd = frontEndOf(admin);
    const routeName = unique('soy-');
    const form = { parentId: 0, menuType: '1', menuName: 'Soy', routeName, routePath: `/${routeName}`, iconType: '1' };
    await done(frontEnd.saveMenu({ ...form, icon: 'mdi:seed', status: '1', query: [] }));
    const find = async () =>
      (await dataOf(frontEnd.fetchGetMenuList())).records.find((menu) => menu.routeName === routeName);
    const row = (await find()) ?? expect.fail('the menu is not found');
    expect(row).to.include({ parentId: 0, menuType: '1', icon: 'mdi:seed', status: '1', children: undefined });
    await done(frontEnd.saveMenu({ ...row, status: '2' }, row));
    expect(await find()).to.include({ status: '2', icon: 'mdi:seed' });
    expect((await frontEnd.saveMenu({ ...row, order: 7 }, row)).error).to.include({ code: 1012 });
    expect((await frontEnd.removeMenu(row)).error).to.include({ code: 1012 });
    await done(frontEnd.removeMenu((await find()) ?? row));
  });

  it('does not lose roles of a user, even if the roles do not fit on one page', async () => {
    const frontEnd = frontEndOf(admin);
    const made = Array.from({ length: 105 }, () => unique('MANY_').toUpperCase());
    for (const roleCode of made) await done(frontEnd.saveRole({ roleName: roleCode, roleCode, status: '1' }));
    const userName = unique('many-');
    const form = { userName, userEmail: `${userName}@example.com`, status: '1', userRoles: made };
    await done(frontEnd.saveUser(form, undefined, 'a first password'));
    const { records } = await dataOf(frontEnd.fetchGetUserList({ userName }));
    expect(records[0]?.userRoles).to.have.members(made);
    const all = await dataOf(frontEnd.fetchGetAllRoles());
    for (const role of all.filter(({ roleCode }) => made.includes(roleCode))) await done(frontEnd.removeRole(role));
  });

  it('returns a refusal as `error`, with null as `data`', async () => {
    const { data, error } = await frontEndOf(service.api).fetchGetUserRoutes();
    expect([data, error?.message]).to.deep.equal([null, (await service.api.get('/menus/user-routes')).message]);
    const saved = await frontEndOf(service.api).saveUser({ userName: 'x', userEmail: 'y', userRoles: [] });
    expect(saved.error).not.to.equal(null);
  });

  it('changes nothing if a form is saved unchanged', async () => {
    const frontEnd = frontEndOf(admin);
    const routeName = unique('soy-');
    const menu = { routeName, routePath: '/elsewhere', menuType: 2, menuName: 'Soy', i18nKey: 'nobody.knows' };
    await admin.post('/menus', { ...menu, component: 'view.mine', query: { a: 1 }, activeMenu: 'manage' });
    const { records } = await dataOf(frontEnd.fetchGetMenuList());
    const row = records.find((each) => each.routeName === routeName) ?? expect.fail('the menu is not found');
    const stored = async () => (await admin.get<object>(`/menus/${row.id}`)).data;
    const before = await stored();
    await done(frontEnd.saveMenu({ ...row }, row));
    expect(await stored()).to.deep.equal(before);
    await done(frontEnd.removeMenu(row));
  });

  it('replaces the permissions of a role, which are grouped by resource', async () => {
    const frontEnd = frontEndOf(admin);
    const roleCode = unique('SOY_').toUpperCase();
    await done(frontEnd.saveRole({ roleName: roleCode, roleCode, status: '1' }));
    const { records } = await dataOf(frontEnd.fetchGetRoleList({ roleCode }));
    const role = records[0] ?? expect.fail('the role is not found');
    const { permissionGrants } = frontEnd;
    const { tree } = await dataOf(permissionGrants.read(role.id));
    const users = tree.find(({ label }) => label === 'user')?.children ?? [];
    expect(users.map(({ label }) => label)).to.include('Read users (user.read)');
    const ids = users.map(({ id }) => id);
    const version = await dataOf(permissionGrants.save(role, ['resource user', ...ids]));
    expect((await dataOf(permissionGrants.read(role.id))).granted).to.have.members(ids);
    await done(frontEnd.removeRole({ ...role, version }));
  });

  it('filters by each field of the search form, and by all fields together', async () => {
    const frontEnd = frontEndOf(admin);
    const userName = unique('filter-');
    const userEmail = `${userName}@example.com`;
    await done(
      frontEnd.saveUser({ userName, userEmail, nickName: 'Soy', userRoles: [] }, undefined, 'a first password'),
    );
    const count = async (params: Record<string, string>) =>
      (await dataOf(frontEnd.fetchGetUserList({ userEmail, ...params }))).total;
    expect([await count({}), await count({ userName }), await count({ nickName: 'Soy' })]).to.deep.equal([1, 1, 1]);
    expect([await count({ userPhone: '1' }), await count({ nickName: 'Bean' })]).to.deep.equal([0, 0]);
    expect((await dataOf(frontEnd.fetchGetUserList({ current: 1, size: 999, userEmail }))).records.length).to.equal(1);
  });

  it('changes the account, the password and the sessions of the caller', async () => {
    const person = await aPerson(service);
    const frontEnd = frontEndOf(person.api);
    await dataOf(frontEndOf(service.api).fetchLogin(person.username, person.password));
    const profile = await dataOf(frontEnd.fetchProfile());
    const form = { email: person.email, nickName: 'Soy', phone: null };
    const saved = await dataOf(frontEnd.saveProfile(form, profile.version));
    expect(saved).to.include({ nickName: 'Soy', version: profile.version + 1 });
    expect((await frontEnd.saveProfile(form, profile.version)).error).to.include({ code: 1012 });
    const other = (await dataOf(frontEnd.fetchSessions())).find(({ current }) => !current);
    await done(frontEnd.endSession(other?.id ?? ''));
    expect((await dataOf(frontEnd.fetchSessions())).length).to.equal(1);
    await done(frontEnd.changePassword(person.password, 'another password'));
    await dataOf(frontEndOf(service.api).fetchLogin(person.username, 'another password'));
    const username = unique('registered-');
    await done(frontEnd.register({ username, email: `${username}@example.com`, password: 'a first password' }));
  });

  it('requests a link for a new password, and reports an invalid link', async () => {
    const frontEnd = frontEndOf(service.api);
    await done(frontEnd.requestPasswordReset(unique('nobody-'), 'zh'));
    expect((await frontEnd.confirmPasswordReset('no-such-token', 'a first password')).error).not.to.equal(null);
  });

  it('validates forms according to the rules of the service', () => {
    const lengths = ({ min, max }: { min: number; max: number }, one: string) =>
      [min - 1, min, max, max + 1].map((length) => one.repeat(length));
    const accepted = (rule: RegExp, texts: readonly string[]) => texts.map((text) => rule.test(text));
    const within = [false, true, true, false];
    expect(accepted(formRules.userName, lengths(userLimits.username, 'é'))).to.deep.equal(within);
    expect(accepted(formRules.phone, lengths(userLimits.phone, '1'))).to.deep.equal(within);
    expect(accepted(formRules.roleCode, lengths(roleLimits.code, 'A'))).to.deep.equal(within);
    const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code));
    const same = (rule: RegExp, pattern: RegExp, make: (character: string) => string) =>
      characters.every((character) => rule.test(make(character)) === pattern.test(make(character)));
    expect(same(formRules.userName, userLimits.username.pattern, (character) => `a${character}b`)).to.equal(true);
    expect(same(formRules.phone, userLimits.phone.pattern, (character) => `1${character}2`)).to.equal(true);
    expect(same(formRules.roleCode, roleLimits.code.pattern, (character) => `A${character}B`)).to.equal(true);
  });
});
