import {
  documentOf,
  InvalidDocument,
  type ImportedDocument,
  type MenuEntry,
  type RoleEntry,
} from '@portcullis/domain/internal/access/access-control';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { menuDefaults } from '@portcullis/domain/internal/menus/menu';
import type { ForwardedMethod } from '@portcullis/domain/internal/shared/request-target';
import { expect } from 'chai';
import { importAccessControl } from '../../src/access/import-access-control.ts';
import { previewImport } from '../../src/access/preview-import.ts';
import { anAttribute, aRole, aUser, anActor } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('importAccessControl', () => {
  let world: InMemoryWorld;
  const written = async () => documentOf(await world.accessControl.all());
  const inputOf = (lists: Partial<ImportedDocument>) => ({
    actor: anActor(),
    document: { version: 1, permissions: [], menus: [], roles: [], ...lists } as const,
  });
  const run = (lists: Partial<ImportedDocument>) => importAccessControl(world)(inputOf(lists));
  const preview = (lists: Partial<ImportedDocument>, limit = 10) => previewImport(world)({ ...inputOf(lists), limit });
  const errorsOf = async (attempt: Promise<unknown>) => {
    const error: unknown = await attempt.catch((failure: unknown) => failure);
    if (error instanceof InvalidDocument) return error.errors;
    throw new Error('The document was not refused.', { cause: error });
  };

  const publish = {
    code: 'post.publish',
    name: 'Publish posts',
    description: null,
    resource: 'post',
    action: 'publish',
    status: 1,
  } as const;
  const menu = (routeName: string, fields: Partial<MenuEntry> = {}): MenuEntry => ({
    ...menuDefaults,
    routeName,
    routePath: `/${routeName}`,
    menuType: 2,
    parent: null,
    ...fields,
  });
  const editor: RoleEntry = {
    code: 'EDITOR',
    name: 'Editor',
    description: 'Writes.',
    status: 1,
    requiresFactor: false,
    permissions: ['post.publish', 'project.read'],
    conditions: {},
    menus: ['home', 'posts_all'],
  };
  const wanted = {
    permissions: [publish],
    menus: [menu('posts_all', { parent: 'posts', order: 3 }), menu('posts', { menuType: 1 })],
    roles: [editor],
  };

  it('imports the conditions of a document, and keeps them if the document has none', async () => {
    const condition = { attr: 'resource.owner', eq: { ref: 'subject.id' } };
    const conditional = { ...editor, menus: [], conditions: { 'post.publish': condition } };
    await run({ permissions: [publish], roles: [conditional] });
    const exported = await written();
    const role = exported.roles.find(({ code }) => code === editor.code);
    expect(role?.conditions).to.deep.equal(conditional.conditions);
    expect((await run({ ...exported, roles: exported.roles })).roles).to.deep.equal([]);
    const { conditions: _none, ...silent } = editor;
    await run({ roles: [{ ...silent, menus: [], permissions: ['post.publish'] }] });
    expect((await written()).roles.find(({ code }) => code === editor.code)?.conditions).to.deep.equal(
      conditional.conditions,
    );
    await run({ roles: [{ ...conditional, conditions: {} }] });
    expect((await written()).roles.find(({ code }) => code === editor.code)?.conditions).to.deep.equal({});
    const invalid = { ...conditional, conditions: { 'post.publish': { attr: 'owner' }, 'user.read': condition } };
    const fields = (await errorsOf(run({ roles: [invalid] }))).map(({ field }) => field);
    expect(fields).to.deep.equal(['roles[0].conditions.user.read']);
    const faulty = { ...conditional, conditions: { 'post.publish': { attr: 'owner' } } };
    expect((await errorsOf(run({ roles: [faulty] }))).length).to.equal(1);
  });

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('adds the permissions, menus and roles of the document with their links; none is a system entry', async () => {
    const { permissions, menus, roles } = await run(wanted);
    expect([permissions, menus, roles].flat().map(({ key }) => key)).to.deep.equal([
      'post.publish',
      'posts',
      'posts_all',
      'EDITOR',
    ]);
    const document = await written();
    expect(document.roles).to.deep.include(editor);
    expect(document.permissions).to.deep.include(publish);
    expect(document.menus).to.deep.include.members(wanted.menus);
    const { items } = await world.roles.list({ page: 1, pageSize: 10, search: 'EDITOR' });
    expect(items).to.have.lengthOf(1);
    expect(items[0]).to.include({ isSystem: false });
  });

  it('changes nothing if a document is imported again, or was exported by the same installation', async () => {
    await run(wanted);
    const nothing = { permissions: [], menus: [], roles: [], userAttributes: [], protectedRoutes: [] };
    expect(await run(wanted)).to.deep.equal(nothing);
    expect(await run(await written())).to.deep.equal(nothing);
  });

  it('copies the access control of one installation to another', async () => {
    await run(wanted);
    const document = await written();
    world = InMemoryWorld.seeded();
    await run(document);
    expect(await written()).to.deep.equal(document);
  });

  it('replaces the protected routes of the patterns in the document, and keeps the others', async () => {
    const route = (path: string, methods: readonly ForwardedMethod[], roles: readonly string[] = ['ADMIN']) =>
      ({ methods, path, audience: 'shop', public: false, authenticated: false, permissions: [], roles }) as const;
    const [other, get, put] = [route('/other', ['GET']), route('/a/:id', ['GET']), route('/a/:id', ['PUT'])];
    await run({ protectedRoutes: [other, get, put] });
    expect((await written()).protectedRoutes).to.deep.equal([get, put, other]);
    expect(await run({})).to.deep.include({ protectedRoutes: [] });
    const changed = route('/a/:id', ['GET', 'DELETE'], ['USER']);
    expect((await preview({ protectedRoutes: [changed] })).changes.protectedRoutes).to.have.lengthOf(1);
    await run({ protectedRoutes: [changed] });
    expect((await written()).protectedRoutes).to.deep.equal([changed, other]);
    const events = await world.events.page({ type: 'routeTable.updated', limit: 10 });
    expect(events).to.have.lengthOf(2);
    expect(events[0]?.changes).to.deep.equal({ routes: { before: [get, put], after: [changed] } });
    expect(await errorsOf(run({ protectedRoutes: [route('/A/:id', ['GET']), route('/a/b', ['GET'])] }))).to.deep.equal([
      { field: 'protectedRoutes[1].path', message: 'Another route spells the segment a as A.' },
    ]);
  });

  it('adds and changes declarations of user attributes, in their order, unless users have values that would not be allowed', async () => {
    const [kept, changed, added] = ['kept', 'changed', 'added'].map((name) => anAttribute({ name }));
    if (kept === undefined || changed === undefined || added === undefined) throw new Error('There are three.');
    await run({ userAttributes: [kept, changed] });
    const narrowed = { ...changed, values: ['a'] };
    const { userAttributes } = await run({ userAttributes: [added, narrowed] });
    expect(userAttributes.map(({ key }) => key)).to.deep.equal(['added', 'changed']);
    expect((await written()).userAttributes).to.deep.equal([kept, narrowed, added]);
    await given(world, { users: [aUser({ attributes: { changed: 'a' } })] });
    expect(await errorsOf(run({ userAttributes: [{ ...narrowed, values: ['b'] }] }))).to.deep.equal([
      {
        field: 'userAttributes[0]',
        message: 'Users have values of these attributes that would not be allowed: changed.',
      },
    ]);
    const many = Array.from({ length: 30 }, (_, index) => anAttribute({ name: `a${index}` }));
    const [error] = await errorsOf(run({ userAttributes: many }));
    expect(error?.message).to.equal('There can be at most 32 attributes.');
  });

  it('changes entries that differ, and leaves entries that the document does not contain', async () => {
    await run(wanted);
    const before = await written();
    world.clock.advance(1000);
    await run({
      permissions: [{ ...publish, status: 0 }],
      menus: [menu('posts', { menuType: 1, menuName: 'Posts' })],
      roles: [{ ...editor, name: 'Writer', menus: [] }],
    });
    const after = await written();
    expect(after.permissions).to.deep.include({ ...publish, status: 0 });
    expect(after.menus.find(({ routeName }) => routeName === 'posts')).to.include({ menuName: 'Posts' });
    expect(after.roles).to.deep.include({ ...editor, name: 'Writer', menus: [] });
    const changed = new Set(['post.publish', 'posts', 'EDITOR']);
    for (const list of ['permissions', 'roles'] as const) {
      const others = before[list].filter(({ code }) => !changed.has(code));
      expect(after[list]).to.deep.include.members([...others]);
    }
  });

  it('§2.3: changes the links of a system role, but refuses other changes with the path of the entry', async () => {
    const { roles } = await written();
    const admin = roles.find(({ code }) => code === administratorRole.code);
    if (admin === undefined) throw new Error('There is no ADMIN.');
    await run({ roles: [{ ...admin, permissions: ['user.read'] }] });
    expect((await written()).roles).to.deep.include({ ...admin, permissions: ['user.read'] });
    expect(await errorsOf(run({ roles: [editorWithout(), { ...admin, name: 'Boss' }] }))).to.deep.equal([
      { field: 'roles[1]', message: 'A system role cannot be changed or deleted.' },
    ]);
  });

  const editorWithout = (): RoleEntry => ({ ...editor, permissions: [], menus: [] });

  it('§4.5: refuses an entry that breaks the rules of menus, and reports its path', async () => {
    const errors = await errorsOf(run({ menus: [menu('posts'), menu('posts_all', { parent: 'posts', menuType: 1 })] }));
    expect(errors).to.deep.equal([{ field: 'menus[1]', message: 'A directory menu may not have a parent.' }]);
  });

  it('keeps `requiresFactor` of a role if the document does not have it, and changes it if it does', async () => {
    await run({ ...wanted, roles: [{ ...editor, requiresFactor: true }] });
    const { requiresFactor: _left, ...older } = editor;
    await run({ roles: [{ ...older, name: 'Writer' }] });
    expect((await written()).roles).to.deep.include({ ...editor, name: 'Writer', requiresFactor: true });
    await run({ roles: [editor] });
    expect((await written()).roles).to.deep.include(editor);
  });

  it('stores nothing if the last entry of a document is refused', async () => {
    const before = await written();
    const moved = { ...editorWithout(), code: 'ADMIN' };
    await errorsOf(run({ ...wanted, roles: [editor, moved] }));
    expect(await written()).to.deep.equal(before);
  });

  it('stores nothing in a preview, which returns the same result or error as an import', async () => {
    const before = await written();
    const { changes } = await preview(wanted);
    expect(await written()).to.deep.equal(before);
    expect(await run(wanted)).to.deep.equal(changes);
    const bad = { roles: [{ ...editorWithout(), code: 'ADMIN' }] };
    expect(await errorsOf(preview(bad))).to.deep.equal(await errorsOf(run(bad)));
  });

  it('previews who would gain and lose access, also below a menu that would be disabled', async () => {
    await run(wanted);
    const { roles } = await world.accessControl.all();
    const role = roles.find(({ code }) => code === 'EDITOR') ?? expect.fail('There is no role.');
    const users = [aUser(), aUser()];
    await given(world, { users, userRoles: users.map(({ id }) => [id, [role.id]]) });
    const changed = { ...editor, permissions: ['project.read', 'project.update'] };
    const lists = { menus: [menu('posts', { menuType: 1, status: 2 })], roles: [changed] };
    const { items, next } = await preview(lists, 1);
    const [first] = users.map(({ id }) => id).toSorted();
    expect(next).to.equal(first);
    const codesOf = (of: readonly { readonly code: string }[]) => of.map(({ code }) => code);
    expect(items.map(({ id, gains, loses }) => [id, codesOf(gains), codesOf(loses)])).to.deep.equal([
      [first, ['project.update'], ['post.publish', 'posts', 'posts_all']],
    ]);
    expect((await preview(lists)).items.map(({ id }) => id)).to.deep.equal(users.map(({ id }) => id).toSorted());
  });

  it('§6: does not change the roles of users, so it writes no audit record', async () => {
    const [role, user] = [aRole({ code: 'EDITOR' }), aUser()];
    await given(world, { roles: [role], users: [user], userRoles: [[user.id, [role.id]]] });
    await run(wanted);
    expect((await world.users.find(user.id))?.roles.map(({ id }) => id)).to.deep.equal([role.id]);
    expect(await world.audit.list({ page: 1, pageSize: 10 })).to.include({ total: 0 });
  });
});
