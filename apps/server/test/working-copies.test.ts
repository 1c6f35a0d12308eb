import type { RevisionComparison } from '@portcullis/application/internal/contents/compare-revisions';
import type { Page } from '@portcullis/application/internal/ports/lists';
import type { WorkingCopyWithLongFields } from '@portcullis/application/internal/ports/working-copies';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import type { Revision } from '@portcullis/domain/internal/contents/revision';
import { expect } from 'chai';
import { aContent, aTag, expectSuccess, type Wire } from './support/builders.ts';
import { sharedService, unique } from './support/service.ts';

type Stored = Wire<ContentView> & { readonly hasDraft?: boolean; readonly brokenMedia?: readonly string[] };

/** Creates a published content, and a working copy of it with a word that readers must not see. */
async function withCopy() {
  const { admin, api } = await sharedService();
  const content = await aContent(admin, { contentMd: 'public text' });
  await admin.post(`/contents/${content.id}/publish`);
  const secret = unique('secret');
  const { id: tagId } = await aTag(admin);
  const change = { title: secret, slug: secret, summary: secret, contentMd: secret, tagIds: [tagId] };
  const path = `/contents/${content.id}`;
  const published = await admin.get<Stored>(path);
  const visited = await api.get<Stored>(path);
  await expectSuccess(admin.put(`${path}/draft`, change));
  return { admin, api, path, secret, tagId, published, visited, slug: content.slug };
}

describe('working copies', () => {
  it('are not visible to readers, and do not change the content or its ETag', async () => {
    const { admin, api, path, secret, tagId, published, visited, slug } = await withCopy();
    const again = await api.get<Stored>(path);
    expect(again.data).to.deep.equal(visited.data);
    expect(again.headers.get('ETag')).to.equal(visited.headers.get('ETag'));
    const searches = ['/contents?search=', '/contents/search?q='].map((start) => start + secret);
    for (const address of [...searches, `/contents?tagId=${tagId}`, `/contents/slug/${slug}`, `/tags/${tagId}`]) {
      for (const reader of [api, admin]) {
        const { data } = await reader.get(address);
        expect(JSON.stringify(data), address).not.to.include(secret);
      }
    }
    expect((await api.get<{ contentCount: number }>(`/tags/${tagId}`)).data.contentCount).to.equal(0);
    expect(again.data).not.to.have.property('hasDraft');
    expect((await admin.get<Stored>(path)).data).to.deep.equal({ ...published.data, hasDraft: true, brokenMedia: [] });
  });

  it('are published with their fields, and do not exist afterwards', async () => {
    const { admin, api, path, secret, tagId } = await withCopy();
    const copy = await expectSuccess(admin.get<Wire<WorkingCopyWithLongFields>>(`${path}/draft`));
    const changed = ['title', 'slug', 'summary', 'contentMd', 'tagIds'];
    expect(copy).to.deep.include({ contentHtml: `<p>${secret}</p>\n`, changedFields: changed });
    const published = await expectSuccess(admin.post<Stored>(`${path}/draft/publish`));
    expect(published).to.deep.include({
      title: secret,
      slug: secret,
      tagIds: [tagId],
      status: 'PUBLISHED',
      version: 3,
    });
    const { hasDraft, brokenMedia: _broken, ...read } = (await admin.get<Stored>(path)).data;
    expect([hasDraft, read]).to.deep.equal([false, published]);
    expect((await api.get<Stored>(path)).data.contentHtml).to.equal(`<p>${secret}</p>\n`);
    expect(await admin.get(`${path}/draft`)).to.include({ status: 404, code: 1201 });
    const { items } = (await admin.get<Page<Wire<Revision>>>(`${path}/revisions`)).data;
    expect(items.map(({ version, kind }) => [version, kind])).to.deep.equal([
      [3, 'PUBLISH'],
      [2, 'PUBLISH'],
      [1, 'SAVE'],
    ]);
  });

  it('of an older version can be published only with If-Match: *, which overwrites only their fields', async () => {
    const { admin, path } = await withCopy();
    const changed = await expectSuccess(admin.patch<Stored>(path, { contentRaw: null, summary: 'Other' }));
    await expectSuccess(admin.delete(`${path}/draft`));
    await expectSuccess(admin.put(`${path}/draft`, { title: 'From the copy' }));
    await expectSuccess(admin.patch(path, { summary: 'Newer' }));
    const refused = await admin.post(`${path}/draft/publish`);
    expect(refused).to.include({ status: 409, code: 1009, reason: 'working-copy-outdated' });
    const forced = await admin.post<Stored>(`${path}/draft/publish`, {}, { 'If-Match': '*' });
    expect(forced.data).to.include({ title: 'From the copy', summary: 'Newer', contentMd: changed.contentMd });
  });
});

describe('preview links', () => {
  it('show the working copy to anyone, with no-store and noindex, until they are revoked', async () => {
    const { admin, api, path, secret } = await withCopy();
    const link = await admin.post<{ id: string; token: string }>(`${path}/preview-links`, { expiresIn: '1h' });
    expect(Buffer.from(link.data.token, 'base64url')).to.have.lengthOf(32);
    const preview = await api.get<Stored>(`/previews/${link.data.token}`);
    expect(preview.data).to.include({ title: secret, contentHtml: `<p>${secret}</p>\n` });
    expect(preview.headers.get('Cache-Control')).to.equal('no-store');
    expect(preview.headers.get('X-Robots-Tag')).to.equal('noindex');
    expect(preview.headers.get('ETag')).to.equal(null);
    const opened = await api.post<Stored>('/previews', { token: link.data.token });
    expect(opened.data).to.deep.equal(preview.data);
    expect(opened.headers.get('Cache-Control')).to.equal('no-store');
    expect(opened.headers.get('X-Robots-Tag')).to.equal('noindex');
    const { data } = await admin.get(`${path}/preview-links`);
    expect(JSON.stringify(data)).to.include(link.data.id).and.not.include(link.data.token);
    await expectSuccess(admin.delete(`${path}/preview-links/${link.data.id}`));
    expect(await api.get(`/previews/${link.data.token}`)).to.include({ status: 404, code: 1201 });
    expect(await api.post('/previews', { token: link.data.token })).to.include({ status: 404, code: 1201 });
  });

  it('show the content, even a draft, if there is no working copy', async () => {
    const { admin, api } = await sharedService();
    const content = await aContent(admin);
    const link = await admin.post<{ token: string }>(`/contents/${content.id}/preview-links`, { expiresIn: '7d' });
    expect((await api.get<Stored>(`/previews/${link.data.token}`)).data).to.deep.equal(content);
  });
});

describe('revisions', () => {
  it('are compared field by field, and texts by lines', async () => {
    const { admin } = await sharedService();
    const { id, title } = await aContent(admin, { contentMd: 'one\ntwo\n' });
    await expectSuccess(admin.patch(`/contents/${id}`, { title: 'Other', contentMd: 'one\n2\n' }));
    const { changes } = await expectSuccess(admin.get<Wire<RevisionComparison>>(`/contents/${id}/revisions/1/diff/2`));
    const lines = [
      { op: ' ', text: 'one' },
      { op: '-', text: 'two' },
      { op: '+', text: '2' },
    ];
    expect(changes).to.deep.equal([
      { field: 'title', before: title, after: 'Other', hunks: null, truncated: false },
      { field: 'contentMd', before: null, after: null, hunks: [{ oldStart: 1, newStart: 1, lines }], truncated: false },
    ]);
  });
});
