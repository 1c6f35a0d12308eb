import type { Page } from '@portcullis/application';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { aCategory, aContent, aTag, expectSuccess } from './support/builders.ts';
import { aPerson, sharedService } from './support/service.ts';

describe('reads without a token', () => {
  it('return only published contents, as for a user without an editing role', async () => {
    const service = await sharedService();
    const { api, admin } = service;
    const { api: user } = await aPerson(service, ['USER']);
    const { api: moderator } = await aPerson(service, ['MODERATOR']);
    const { id: categoryId } = await aCategory(admin);
    const draft = await aContent(admin, { categoryId });
    const archived = await aContent(admin, { categoryId });
    const published = await aContent(admin, { categoryId });
    await expectSuccess(admin.post(`/contents/${archived.id}/archive`));
    await expectSuccess(admin.post(`/contents/${published.id}/publish`));

    const seen = (await moderator.get<Page<ContentView>>(`/contents?categoryId=${categoryId}`)).data;
    expect(seen.items.map(({ id }) => id)).to.deep.equal([published.id, archived.id, draft.id]);
    for (const caller of [api, user]) {
      const { data } = await caller.get<Page<ContentView>>(`/contents?categoryId=${categoryId}`);
      expect(data.total).to.equal(1);
      expect(data.items.map(({ id }) => id)).to.deep.equal([published.id]);
      for (const { id, slug, status } of [draft, archived]) {
        expect(await caller.get(`/contents/${id}`)).to.include({ status: 404, code: 1201 });
        expect(await caller.get(`/contents/slug/${slug}`)).to.include({ status: 404, code: 1201 });
        const asked = await caller.get<Page<ContentView>>(`/contents?categoryId=${categoryId}&status=${status}`);
        expect(asked.data).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 10 });
      }
      expect(await caller.get(`/contents/${published.id}`)).to.include({ status: 200 });
    }
  });

  it('have an ETag, and return 304 until something changes', async () => {
    const { api, admin } = await sharedService();
    const content = await aContent(admin);
    const tag = await aTag(admin);
    await expectSuccess(admin.post(`/contents/${content.id}/publish`));
    const changes = {
      [`/contents/slug/${content.slug}`]: () => admin.patch(`/contents/${content.id}`, { summary: 'Changed.' }),
      [`/tags/${tag.id}`]: () => admin.patch(`/tags/${tag.id}`, { description: 'Changed.' }),
    };
    for (const [path, change] of Object.entries(changes)) {
      const first = await api.get(path);
      const etag = first.headers.get('ETag') ?? '';
      expect(first.headers.get('Cache-Control')).to.equal('no-cache');
      expect(etag).to.match(/^(W\/)?"[^"]+"$/);
      const known = { 'If-None-Match': etag };
      for (const tags of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const second = await api.get(path, { 'If-None-Match': tags });
        expect(second, tags).to.include({ status: 304, data: undefined });
        expect(second.headers.get('ETag')).to.equal(etag);
      }
      for (const tags of ['"other"', '"*"', 'W/"*"', etag.replaceAll(/W\/|"/g, '')]) {
        expect(await api.get(path, { 'If-None-Match': tags }), tags).to.include({ status: 200 });
      }
      await expectSuccess(change());
      expect((await api.get(path, known)).headers.get('ETag')).not.to.equal(etag);
    }
  });

  it('have no-store and the ETag of their version if a token is sent, and are refused with an invalid token', async () => {
    const { api, admin } = await sharedService();
    const { id } = await aTag(admin);
    const etags = { [`/tags/${id}`]: '"1"', '/auth/profile': null };
    for (const [path, etag] of Object.entries(etags)) {
      const { status, headers } = await admin.get(path, { 'If-None-Match': '*' });
      expect(status, path).to.equal(200);
      expect(headers.get('Cache-Control'), path).to.equal('no-store');
      expect(headers.get('ETag'), path).to.equal(etag);
    }
    expect(await api.as('bad').get(`/tags/${id}`)).to.include({ status: 401, code: 1103 });
  });

  it('return 304 for lists with a token too, until an item or what the caller may read changes', async () => {
    const service = await sharedService();
    const { admin } = service;
    const { id: categoryId } = await aCategory(admin);
    const { id } = await aContent(admin, { categoryId });
    const { api: user } = await aPerson(service, ['USER']);
    const path = `/contents?categoryId=${categoryId}`;
    const first = await admin.get(path);
    const known = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect(first.headers.get('Cache-Control')).to.equal('no-store');
    expect(await admin.get(path, known)).to.include({ status: 304, data: undefined });
    expect(await user.get<Page<ContentView>>(path, known)).to.include({ status: 200 });
    await expectSuccess(admin.patch(`/contents/${id}`, { summary: 'Changed.' }));
    expect((await admin.get(path, known)).status).to.equal(200);
  });

  it('return the fields that a list is asked for, and refuse a name that no item has', async () => {
    const { admin } = await sharedService();
    const { id: categoryId } = await aCategory(admin);
    const { id, title } = await aContent(admin, { categoryId });
    const path = `/contents?categoryId=${categoryId}&fields=`;
    const { data } = await admin.get<Page<ContentView>>(`${path}id,title`);
    expect(data.items).to.deep.equal([{ id, title }]);
    for (const fields of ['id,password', 'id,,title', 'contentMd', '__proto__'])
      expect(await admin.get(`${path}${fields}`), fields).to.include({ status: 400, code: 1005 });
  });
});
