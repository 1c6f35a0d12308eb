import { builtInPermissions, type ContentPermissionCode } from '@portcullis/domain/internal/built-in';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content } from '@portcullis/domain/internal/contents/content';
import { evaluateCondition } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { isId, type TagId } from '@portcullis/domain/internal/shared/ids';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { contentAttributes } from '@portcullis/application/internal/contents/content-reach';
import { aCategory, aContent, anActor, aRole, aTag } from '@portcullis/testing/internal/builders';
import { size } from '@portcullis/testing/internal/full-size';
import { given, givenContentPermissions } from '@portcullis/testing/internal/given';
import { Choices } from '@portcullis/testing/internal/contracts/random-access';
import { createPreviewLink } from '@portcullis/application/internal/contents/preview-links';
import { saveWorkingCopy } from '@portcullis/application/internal/contents/working-copies';
import { expect } from 'chai';
import type { ApiResponse } from './support/api.ts';
import { aPerson, startService, type Person, type Service } from './support/service.ts';

/** Number of users with random conditions. */
const users = size(10);

interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
}

const own: Condition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };

describe('Permissions with conditions', () => {
  let service: Service;
  let contentIds: Readonly<Record<string, string>>;
  const idOf = (code: string) => contentIds[code] ?? builtInPermissions.find((each) => each.code === code)?.id;
  const root = aCategory();
  const child = aCategory({ parentId: root.id });
  const categories = [root, child, aCategory()];
  const tags = [aTag(), aTag()];
  before(async () => {
    service = await startService({ stepUpMaxAge: 0 });
    contentIds = await givenContentPermissions(service.world);
    await given(service.world, { categories, tags });
  });
  after(() => service.stop());

  /** Creates a user whose only role has permissions with these conditions. */
  async function aHolder(conditions: Readonly<Partial<Record<ContentPermissionCode, Condition>>>): Promise<Person> {
    const role: Role = aRole();
    await given(service.world, { roles: [role] });
    const grants = Object.entries(conditions).map(([code, condition]) => ({ permissionId: idOf(code), condition }));
    const set = await service.admin.put(`/roles/${role.id}/permission-grants`, { grants });
    expect(set.status, JSON.stringify(set.errors)).to.equal(200);
    const person = await aPerson(service, []);
    expect((await service.admin.patch(`/users/${person.id}`, { roleIds: [role.id] })).status).to.equal(200);
    return person;
  }

  /** Adds contents of all states, by the authors and of others. */
  async function someContents(choices: Choices, authors: readonly Person[]) {
    const contents: Content[] = Array.from({ length: 9 }, () => {
      const status = choices.oneOf(['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const);
      const { id } = choices.oneOf(authors);
      return aContent({
        title: 'reachable text',
        authorId: choices.isTrue(0.6) && isId<'User'>(id) ? id : null,
        categoryId: choices.isTrue(0.3) ? null : choices.oneOf(categories).id,
        status,
        publishedAt: status === 'PUBLISHED' ? new Date('2020-01-01T00:00:00.000Z') : null,
      });
    });
    const contentTags = contents.map(({ id }) => [id, choices.some(tags, 0.5).map((tag) => tag.id)] as const);
    await given(service.world, { contents, contentTags });
    for (const { id } of contents) {
      if (choices.isTrue(0.5))
        await saveWorkingCopy(service.world)({ actor: anActor(), id, change: { summary: 'copy' } });
      if (choices.isTrue(0.5))
        await createPreviewLink(service.world)({ actor: anActor(), contentId: id, expiresIn: '1h' });
    }
    const tagsOf = new Map<string, readonly TagId[]>(contentTags);
    return contents.map((content) => ({ ...content, tagIds: tagsOf.get(content.id) ?? [] }));
  }

  const pathOf = (id: string): readonly string[] => (id === child.id ? [child.id, root.id] : [id]);

  function randomCondition(choices: Choices): Condition {
    const leaf = (): Condition =>
      choices.oneOf<Condition>([
        own,
        { attr: 'resource.status', in: choices.some(['DRAFT', 'ARCHIVED', 'PUBLISHED'], 0.6) },
        { attr: 'resource.categoryId', under: choices.oneOf(categories).id },
        { attr: 'resource.categoryId', exists: choices.isTrue(0.5) },
        { attr: 'resource.tagIds', contains: choices.oneOf(tags).id },
        { not: { attr: 'resource.tagIds', contains: choices.oneOf(tags).id } },
      ]);
    return choices.oneOf<Condition>([leaf(), { all: [leaf(), leaf()] }, { any: [leaf(), leaf()] }]);
  }

  it(`show and change the same contents in all routes, for ${users} users with random conditions`, async function () {
    const choices = new Choices(users);
    let [requests, allowed] = [0, 0];
    const authors: Person[] = [await aPerson(service)];
    for (let user = 0; user < users; user += 1) {
      const conditions = {
        'content.create': randomCondition(choices),
        'content.read-drafts': randomCondition(choices),
        'content.update': randomCondition(choices),
        'content.publish': randomCondition(choices),
        'content.delete': randomCondition(choices),
      };
      const person = await aHolder(conditions);
      authors.push(person);
      const contents = await someContents(choices, authors);
      const has = (code: keyof typeof conditions, content: (typeof contents)[number]): boolean =>
        evaluateCondition(conditions[code], {
          resource: contentAttributes(content),
          subject: { id: person.id },
          pathOf,
        }) === true;
      const reads = (content: (typeof contents)[number]) =>
        content.status === 'PUBLISHED' || has('content.read-drafts', content);
      const refused = (content: (typeof contents)[number]) => (reads(content) ? 403 : 404);
      const note = (content: Content) => JSON.stringify({ conditions, content });
      const ids = contents.map(({ id }) => id);
      const only = (items: Listed['items']) =>
        items.map(({ id }) => id).filter((id) => ids.some((each) => each === id));
      const sorted = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id).toSorted();

      const pages = async (path: string): Promise<readonly string[]> => {
        const found: string[] = [];
        for (let page = 1; ; page += 1) {
          const { data } = await person.api.get<Listed>(`${path}pageSize=100&page=${page}`);
          found.push(...data.items.map(({ id }) => id));
          if (data.items.length === 0) {
            expect(data.total).to.equal(found.length);
            return only(found.map((id) => ({ id }))).toSorted();
          }
        }
      };
      expect(await pages('/contents?')).to.deep.equal(sorted(contents.filter(reads)));
      for (const status of ['DRAFT', 'PUBLISHED', 'ARCHIVED']) {
        const wanted = sorted(contents.filter((content) => content.status === status && reads(content)));
        expect(await pages(`/contents?status=${status}&`)).to.deep.equal(wanted);
        expect(await pages(`/contents/search?q=reachable&status=${status}&`)).to.deep.equal(wanted);
      }

      for (const content of contents) {
        const { id, slug, tagIds } = content;
        const is = async (sent: Promise<ApiResponse<unknown>>, statuses: readonly number[]) => {
          const { status } = await sent;
          requests += 1;
          if (status < 300 || status === 412) allowed += 1;
          expect(statuses, note(content)).to.include(status);
        };
        await is(person.api.get(`/contents/${id}`), [reads(content) ? 200 : 404]);
        await is(person.api.get(`/contents/slug/${slug}`), [reads(content) ? 200 : 404]);
        const drafts = has('content.read-drafts', content);
        await is(person.api.get(`/contents/${id}/revisions`), [drafts ? 200 : refused(content)]);
        await is(person.api.get(`/contents/${id}/preview-links`), [drafts ? 200 : refused(content)]);
        await is(person.api.get(`/contents/${id}/draft`), drafts ? [200, 404] : [refused(content)]);
        await is(person.api.get(`/contents/${id}/revisions/999`), [drafts ? 404 : refused(content)]);
        await is(person.api.get(`/contents/${id}/revisions/998/diff/999`), [drafts ? 404 : refused(content)]);

        // The version is not the present one, so that nothing changes. The condition is decided before the version.
        const outdated = { 'If-Match': '"999"' };
        const changes = (code: keyof typeof conditions) => reads(content) && has(code, content);
        const change = (code: keyof typeof conditions) => [changes(code) ? 412 : refused(content)];
        await is(person.api.patch(`/contents/${id}`, { summary: 'x' }, outdated), change('content.update'));
        for (const action of ['publish', 'unpublish', 'archive'])
          await is(person.api.post(`/contents/${id}/${action}`, {}, outdated), change('content.publish'));
        const schedule = { unpublishAt: '2999-01-01T00:00:00Z' };
        await is(person.api.put(`/contents/${id}/schedule`, schedule, outdated), change('content.publish'));
        await is(person.api.delete(`/contents/${id}/schedule`, undefined, outdated), change('content.publish'));
        await is(person.api.delete(`/contents/${id}`, undefined, outdated), change('content.delete'));
        const mayPublish = changes('content.publish') && drafts;
        const published = person.api.post(`/contents/${id}/draft/publish`, {}, outdated);
        await is(published, mayPublish ? [412, 404] : [refused(content)]);
        const mayUpdate = changes('content.update');
        await is(
          person.api.post(`/contents/${id}/revisions/999/restore`, {}, outdated),
          mayUpdate && drafts ? [404] : [refused(content)],
        );
        await is(person.api.delete(`/contents/${id}/preview-links/${root.id}`), mayUpdate ? [404] : [refused(content)]);
        await is(person.api.post(`/contents/${id}/preview-links`, { expiresIn: '1h' }), [
          mayUpdate ? 201 : refused(content),
        ]);

        // What will be stored must be in reach too.
        const target = choices.oneOf(categories).id;
        const moved = { ...content, categoryId: target };
        const mayMove = mayUpdate && has('content.update', moved);
        const expected = mayMove ? 200 : mayUpdate ? 403 : refused(content);
        await is(person.api.put(`/contents/${id}/draft`, { categoryId: target }), [
          mayUpdate && !drafts ? refused(content) : expected,
        ]);
        await is(person.api.delete(`/contents/${id}/draft`), mayUpdate && drafts ? [200, 404] : [refused(content)]);
        const update = await person.api.patch(`/contents/${id}`, { categoryId: target, tagIds });
        expect(update.status, note(content)).to.equal(expected);
        if (mayMove) Object.assign(content, { categoryId: target });
      }

      const versions = Object.fromEntries(ids.map((id) => [id, 999]));
      for (const action of ['publish', 'delete'] as const) {
        const { data } = await person.api.post<readonly { readonly code: number }[]>('/contents/batch', {
          ids,
          action,
          versions,
        });
        const codes = { 412: 1012, 403: 1003, 404: 1201 };
        const wanted = contents.map(
          (content) => codes[reads(content) && has(`content.${action}`, content) ? 412 : refused(content)],
        );
        expect(data.map(({ code }) => code)).to.deep.equal(wanted);
      }
      for (const categoryId of [null, ...categories.map(({ id }) => id)]) {
        const tagIds = choices.some(tags, 0.5).map(({ id }) => id);
        const authorId = isId<'User'>(person.id) ? person.id : null;
        const made = { ...aContent({ categoryId, authorId }), tagIds };
        const { status } = await person.api.post('/contents', { title: 'new', categoryId, tagIds });
        expect(status, note(made)).to.equal(has('content.create', made) ? 201 : 403);
      }
    }
    if (this.test) this.test.title += ` (${requests} requests, ${Math.round((100 * allowed) / requests)} % allowed)`;
  });

  it('hide what the caller may not read in all changes, also from those who may change everything', async () => {
    const codes = ['content.update', 'content.publish', 'content.delete'] as const;
    const role = aRole();
    const grants = codes.map((code) => ({ permissionId: idOf(code) }));
    await given(service.world, { roles: [role] });
    expect((await service.admin.put(`/roles/${role.id}/permission-grants`, { grants })).status).to.equal(200);
    const { api, id: userId } = await aPerson(service, []);
    await service.admin.patch(`/users/${userId}`, { roleIds: [role.id] });
    const secret = 'a text that only some may read';
    const draft = aContent({ title: secret, contentMd: 'x', contentHtml: null });
    const published = aContent({ status: 'PUBLISHED', publishedAt: new Date('2020-01-01T00:00:00.000Z') });
    await given(service.world, { contents: [draft, published] });
    const copy = { actor: anActor(), id: published.id, change: { summary: secret } };
    await saveWorkingCopy(service.world)(copy);
    const attempts = (id: string, headers?: Readonly<Record<string, string>>) => [
      api.patch(`/contents/${id}`, {}, headers),
      api.patch(`/contents/${id}`, { slug: published.slug }, headers),
      api.patch(`/contents/${id}`, { contentMd: '.', categoryId: draft.id }, headers),
      ...['publish', 'unpublish', 'archive'].map((action) => api.post(`/contents/${id}/${action}`, {}, headers)),
      api.put(`/contents/${id}/schedule`, { unpublishAt: '2999-01-01T00:00:00Z' }, headers),
      api.put(`/contents/${id}/schedule`, { publishAt: '2000-01-01T00:00:00Z' }, headers),
      api.delete(`/contents/${id}/schedule`, undefined, headers),
      api.put(`/contents/${id}/draft`, {}, headers),
      api.delete(`/contents/${id}/draft`, undefined, headers),
      api.post(`/contents/${id}/draft/publish`, {}, headers),
      api.post(`/contents/${id}/revisions/1/restore`, {}, headers),
      api.post(`/contents/${id}/preview-links`, { expiresIn: '1h' }, headers),
      api.delete(`/contents/${id}/preview-links/${draft.id}`, undefined, headers),
      api.delete(`/contents/${id}`, undefined, headers),
    ];
    const unknown = aContent().id;
    for (const headers of [undefined, { 'If-Match': '"999"' }, { 'If-Match': '"1"' }])
      for (const sent of [...attempts(draft.id, headers), ...attempts(unknown, headers)])
        expect((await sent).status).to.equal(404);
    for (const action of ['publish', 'unpublish', 'archive', 'delete'])
      for (const versions of [undefined, { [draft.id]: 999 }]) {
        const ids = [draft.id, unknown];
        const { data } = await api.post<readonly unknown[]>('/contents/batch', { ids, action, versions });
        const { code, message } = { code: 1201, message: 'No such content.' };
        expect(data.map((each) => ({ ...Object(each), message }))).to.deep.equal(
          ids.map((id) => ({ id, ok: false, code, message })),
        );
      }
    // The content is public, but its working copy and its revisions are not.
    const drafts = [
      api.put(`/contents/${published.id}/draft`, {}),
      api.delete(`/contents/${published.id}/draft`),
      api.post(`/contents/${published.id}/draft/publish`, {}),
      api.post(`/contents/${published.id}/revisions/1/restore`, {}),
    ];
    for (const sent of drafts) {
      const answer = await sent;
      expect(answer.status).to.equal(403);
      expect(JSON.stringify(answer)).not.to.include(secret);
    }
    expect((await api.patch(`/contents/${published.id}`, { summary: 'changed' })).status).to.equal(200);
  });

  it('restrict categories and tags, and both places of a category that moves', async () => {
    const tag = aTag();
    await given(service.world, { tags: [tag] });
    const { api } = await aHolder({
      'category.manage': { attr: 'resource.id', under: root.id },
      'tag.manage': { attr: 'resource.id', eq: tag.id },
    });
    const made = await api.post<{ id: string }>('/categories', { name: 'below', parentId: child.id });
    expect(made.status).to.equal(201);
    const [, , other] = categories;
    const outdated = { 'If-Match': '"999"' };
    const calls: readonly (readonly [Promise<ApiResponse<unknown>>, number])[] = [
      [api.post('/categories', { name: 'elsewhere' }), 403],
      [api.patch(`/categories/${made.data.id}`, { parentId: other?.id }), 403],
      [api.patch(`/categories/${made.data.id}`, { parentId: null }), 403],
      [api.patch(`/categories/${other?.id}`, { name: 'x' }, outdated), 403],
      [api.patch(`/categories/${made.data.id}`, { name: 'x' }, outdated), 412],
      [api.delete(`/categories/${other?.id}`, undefined, outdated), 403],
      [api.post('/tags', { name: 'new tag' }), 403],
      [api.post('/tags/batch', { names: ['another new tag'] }), 403],
      [api.patch(`/tags/${tag.id}`, { name: 'renamed' }), 200],
      [api.patch(`/tags/${tags[0]?.id}`, { name: 'x' }, outdated), 403],
      [api.delete(`/tags/${tags[0]?.id}`), 403],
    ];
    for (const [call, status] of calls) expect((await call).status).to.equal(status);
    expect((await api.patch(`/categories/${made.data.id}`, { parentId: root.id })).status).to.equal(200);
    expect((await api.delete(`/categories/${made.data.id}`)).status).to.equal(200);
  });

  it('are explained to administrators for a content, with the parts that fail', async () => {
    const inRoot: Condition = { attr: 'resource.categoryId', under: root.id };
    const isDraft: Condition = { attr: 'resource.status', eq: 'DRAFT' };
    const update: Condition = { any: [own, { all: [inRoot, isDraft] }] };
    const person = await aHolder({
      'content.update': update,
      'content.read-drafts': own,
      'tag.manage': { attr: 'resource.id', exists: true },
    });
    const authorId = isId<'User'>(person.id) ? person.id : null;
    const mine = aContent({ authorId });
    const published = aContent({ categoryId: child.id, status: 'PUBLISHED', publishedAt: new Date() });
    await given(service.world, { contents: [mine, published] });
    type Explained = readonly { readonly permission: string; readonly isMet: boolean; readonly failedParts: unknown }[];
    const explained = async (id: string) => {
      const path = `/users/${person.id}/access?ids=none&contentId=${id}`;
      const { data } = await service.admin.get<{ conditions: Explained }>(path);
      return data.conditions.map(({ permission, isMet, failedParts }) => [permission, isMet, failedParts]);
    };
    expect(await explained(mine.id)).to.deep.equal([
      ['content.read-drafts', true, []],
      ['content.update', true, []],
    ]);
    const isOwn = { part: own, isUnknown: true };
    expect(await explained(published.id)).to.deep.equal([
      ['content.read-drafts', false, [{ place: '', ...isOwn }]],
      [
        'content.update',
        false,
        [
          { place: 'any[0]', ...isOwn },
          { place: 'any[1].all[1]', part: isDraft, isUnknown: false },
        ],
      ],
    ]);
    const path = `/users/${person.id}/access`;
    expect((await service.admin.get(`${path}?contentId=${root.id}`)).status).to.equal(404);
    expect((await person.api.get(path)).status).to.equal(200);
    // The parts that fail would tell what the author of a draft has written.
    for (const id of [mine.id, published.id, root.id])
      expect((await person.api.get(`${path}?contentId=${id}`)).status).to.equal(403);
  });

  it('are no permissions without conditions, and open no other route', async () => {
    const { api } = await aHolder({ 'content.update': own });
    const { data } = await api.get('/auth/permissions');
    expect(JSON.stringify(data)).not.to.include('content.update');
    expect((await api.post('/contents', { title: 'x' })).status).to.equal(403);
  });

  it('refuse a condition on a permission that no route evaluates, and mark the others', async () => {
    const role = aRole();
    await given(service.world, { roles: [role] });
    const path = `/roles/${role.id}/permission-grants`;
    const [update, read] = [idOf('content.update'), idOf('user.read')];
    const refused = await service.admin.put(path, { grants: [{ permissionId: read, condition: own }] });
    expect([refused.status, refused.code]).to.deep.equal([400, 1005]);
    const misplaced = { all: [own, { attr: 'resource.title', eq: 'x' }] };
    const unknown = await service.admin.put(path, { grants: [{ permissionId: update, condition: misplaced }] });
    expect(unknown.errors).to.have.deep.nested.property('[0].field', 'grants[0].condition.all[1].attr');
    const grants = [{ permissionId: update, condition: own }, { permissionId: read }];
    expect((await service.admin.put(path, { grants })).status).to.equal(200);
    const marks = async () => {
      const { data } = await service.admin.get<readonly { code: string; conditional?: true }[]>(
        `/roles/${role.id}/permissions`,
      );
      return data.map(({ code, conditional = false }) => [code, conditional]);
    };
    expect(await marks()).to.deep.equal([
      ['content.update', true],
      ['user.read', false],
    ]);
    await service.admin.post(`/roles/${role.id}/permissions`, { permissionIds: [update] });
    expect(await marks()).to.deep.equal([['content.update', true]]);
    const { data } = await service.admin.get<{ grants: readonly { condition: unknown }[] }>(path);
    expect(data.grants.map(({ condition }) => condition)).to.deep.equal([own]);
  });

  it('work the same with an API key of the user', async () => {
    const person = await aHolder({ 'content.update': own, 'content.read-drafts': own });
    const authorId = isId<'User'>(person.id) ? person.id : null;
    const [mine, theirs] = [aContent({ authorId }), aContent()];
    await given(service.world, { contents: [mine, theirs] });
    const { data } = await person.api.post<{ key: string }>('/api-keys', {
      name: 'key',
      permissions: ['content.update', 'content.read-drafts'],
    });
    const key = service.api.as(data.key);
    expect((await key.get(`/contents/${mine.id}`)).status).to.equal(200);
    expect((await key.get(`/contents/${theirs.id}`)).status).to.equal(404);
    expect((await key.patch(`/contents/${mine.id}`, { summary: 'x' })).status).to.equal(200);
    expect((await key.patch(`/contents/${theirs.id}`, { summary: 'x' })).status).to.equal(404);
  });
});
