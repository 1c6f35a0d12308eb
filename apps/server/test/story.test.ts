import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Page } from '@portcullis/application/internal/ports/lists';
import type { UserView } from '@portcullis/application/internal/ports/users';
import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import { builtInPermissions } from '@portcullis/domain/internal/built-in';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { RouteNode } from '@portcullis/domain/internal/menus/menu-tree';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import { expect } from 'chai';
import { aContent, aMenu, aPermission, aRole, expectSuccess, type Wire } from './support/builders.ts';
import { administrator, aUserWithRoles, aPerson, anAdministrator, sharedService, unique } from './support/service.ts';

/** The main use of the service, from the first registration to the published page. */
describe('the main use of the service', () => {
  it('registers a user, logs in by username and by e-mail, and reads the permissions', async () => {
    const { api } = await sharedService();
    const username = unique('ann-');
    const account = { username, email: `${username}@example.com`, password: 'correct horse battery' };
    const registered = await api.post<Wire<UserView>>('/auth/register', account);
    expect(registered.status).to.equal(201);
    const { username: _username, ...byEmail } = account;
    const { email: _email, ...byUsername } = account;
    for (const credentials of [byUsername, byEmail]) {
      const { user, token } = await expectSuccess(api.post<LoggedIn>('/auth/login', credentials));
      expect(user).to.deep.equal({ id: registered.data.id, username, roles: ['USER'] });
      const { data } = await api.as(token.accessToken).get('/auth/permissions');
      expect(data).to.deep.equal({ permissions: ['project.read'] });
    }
  });

  it('§3 rule 1: a granted permission works with the next request, not while disabled, and again when enabled', async () => {
    const service = await sharedService();
    const { admin } = service;
    const role = await aRole(admin);
    const person = await aPerson(service);
    const permission = await aPermission(admin);
    const permissions = async () =>
      (await person.api.get<{ permissions: string[] }>('/auth/permissions')).data.permissions;

    await expectSuccess(admin.post(`/roles/${role.id}/permissions`, { permissionIds: [permission.id] }));
    expect(await permissions()).not.to.include(permission.code);
    const { id: actorId, api: actor } = await anAdministrator(service);
    await expectSuccess(actor.put(`/users/${person.id}/roles`, { roleIds: [role.id] }));
    expect(await permissions()).to.deep.equal([permission.code]);
    const { data: audit } = await admin.get<Page<Wire<AuditRecord>>>(`/audit-logs?resourceId=${person.id}`);
    expect(audit.items[0]).to.deep.include({ userId: actorId, event: 'user.roles.set' });

    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 0 }));
    expect(await permissions()).to.deep.equal([]);
    await expectSuccess(admin.patch(`/permissions/${permission.id}`, { status: 1 }));
    expect(await permissions()).to.deep.equal([permission.code]);
  });

  it('§7 condition 7: an operation whose permission is disabled returns 403 until the permission is enabled again', async () => {
    const service = await sharedService();
    const needed = builtInPermissions.filter(({ code }) => code === 'menu.create').map(({ id }) => id);
    const person = await aUserWithRoles(service, await aRole(service.admin, { permissionIds: needed }));
    const create = () => person.api.post('/menus', { routeName: unique('page-'), routePath: '/page', menuType: 2 });

    expect(await create()).to.include({ status: 201 });
    await expectSuccess(service.admin.patch(`/permissions/${needed[0]}`, { status: 0 }));
    try {
      expect(await create()).to.include({ status: 403, code: 1003 });
    } finally {
      await expectSuccess(service.admin.patch(`/permissions/${needed[0]}`, { status: 1 }));
    }
    expect(await create()).to.include({ status: 201 });
  });

  it('§4.4 PATCH, rule 3: roles set by PATCH leave the same kind of audit record as PUT', async () => {
    const service = await sharedService();
    const { admin } = service;
    const role = await aRole(admin);
    const person = await aUserWithRoles(service);
    const actor = await anAdministrator(service);
    const agent = { 'User-Agent': 'story/1.0' };
    const roleIds = [role.id];

    await expectSuccess(actor.api.put(`/users/${person.id}/roles`, { roleIds }, agent));
    await expectSuccess(admin.patch(`/users/${person.id}`, { roleIds: [] }));
    await expectSuccess(actor.api.patch(`/users/${person.id}`, { nickName: 'Ann', roleIds }, agent));

    const { data } = await admin.get<Page<Wire<AuditRecord>>>(`/audit-logs?resourceId=${person.id}&userId=${actor.id}`);
    const [byPatch, byPut] = data.items.map(({ id: _id, createdAt: _createdAt, ...record }) => record);
    expect(byPut).to.deep.equal({
      event: 'user.roles.set',
      userId: actor.id,
      ipAddress: '127.0.0.1',
      userAgent: 'story/1.0',
      resource: 'User',
      resourceId: person.id,
      action: 'UPDATE',
      payload: { actorId: actor.id, userId: person.id, before: [], after: roleIds },
      result: 'SUCCESS',
    });
    expect(byPatch).to.deep.equal(byPut);
  });

  it('creates a directory with two pages, and shows a user the tree', async () => {
    const service = await sharedService();
    const { admin } = service;
    const directory = await aMenu(admin, { menuType: 1, menuName: 'Reports' });
    const parentId = directory.id;
    const yearly = await aMenu(admin, { parentId, order: 2, icon: 'mdi:calendar' });
    const local = { iconType: 2, icon: 'mdi:ignored', localIcon: 'report' };
    const daily = await aMenu(admin, { parentId, order: 1, ...local });

    for (const ignored of [daily.id, null, 0]) {
      const change = { menuName: 'Yearly', parentId: ignored };
      expect(await expectSuccess(admin.patch(`/menus/${yearly.id}`, change))).to.include({
        menuName: 'Yearly',
        parentId,
      });
    }
    const below = { routeName: unique('below-'), routePath: '/below', menuType: 1, parentId };
    expect(await admin.post('/menus', below)).to.include({ status: 400, code: 1005 });
    expect(await admin.patch(`/menus/${daily.id}`, { menuType: 1 })).to.include({ status: 400, code: 1005 });

    const person = await aUserWithRoles(service, await aRole(admin, { menuIds: [daily.id, yearly.id] }));
    const [root, ...others] = await expectSuccess(person.api.get<TreeOf<RouteNode>[]>('/menus/user-routes'));
    expect(others).to.deep.equal([]);
    expect(root).to.include({ id: directory.id, menuType: 1, title: 'Reports' });
    expect(root?.children.map(({ id, title, icon, localIcon }) => ({ id, title, icon, localIcon }))).to.deep.equal([
      { id: daily.id, title: daily.routeName, icon: null, localIcon: 'report' },
      { id: yearly.id, title: 'Yearly', icon: 'mdi:calendar', localIcon: null },
    ]);
  });

  it('writes a content in Markdown, publishes it, and serves its HTML by slug without a token', async () => {
    const { api, admin } = await sharedService();
    const contentMd = [
      '# 你好 世界',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '- [x] done\n- [ ] open',
      '```typescript\nconst answer: number = 42;\n```',
    ].join('\n\n');
    const { id, slug } = await aContent(admin, { contentMd });

    expect(await api.get(`/contents/slug/${slug}`)).to.include({ status: 404, code: 1201 });
    await expectSuccess(admin.post(`/contents/${id}/publish`));
    const { contentHtml, status, authorId } = await expectSuccess(api.get<Wire<ContentView>>(`/contents/slug/${slug}`));

    expect(contentHtml).to.include('<h1 id="你好-世界">你好 世界</h1>');
    expect(contentHtml).to.include('<table>').and.include('<td>1</td>');
    expect(contentHtml).to.match(/<input[^>]*type="checkbox"[^>]*checked|<input[^>]*checked[^>]*type="checkbox"/);
    expect(contentHtml).to.match(
      /<code class="hljs language-(ts|typescript)"><span class="hljs-keyword">const<\/span>/,
    );
    const { data } = await admin.get<Wire<UserView>>('/auth/profile');
    expect({ status, authorId }).to.deep.equal({ status: 'PUBLISHED', authorId: data.id });
    expect(data.username).to.equal(administrator.username);
  });
});
