import { expect } from 'chai';
import { startService, unique, type Service } from './support/service.ts';

const feeds = {
  'contents.atom': 'application/atom+xml',
  'contents.json': 'application/feed+json',
  'sitemap.xml': 'application/xml',
} as const;

describe('§4.6: feeds', () => {
  let service: Service;
  before(async () => {
    service = await startService({ PUBLIC_URL: 'https://example.com/', CONTENT_URL_TEMPLATE: '/read/{slug}' });
  });
  after(() => service.stop());

  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${service.server.url}/api/feeds/${name}`, { headers });

  const created = async (title: string, fields: object = {}): Promise<string> => {
    const { data } = await service.admin.post<{ id: string }>('/contents', { title, slug: title, ...fields });
    return data.id;
  };

  for (const [name, type] of Object.entries(feeds)) {
    it(`${name}: lists public contents, newest first, with links that begin with PUBLIC_URL for any forwarded host`, async () => {
      const tag = await service.admin.post<{ id: string }>('/tags', { name: unique('tag-') });
      const tagIds = [tag.data.id];
      const [first, second, draft, scheduled] = ['first-', 'second-', 'draft-', 'scheduled-'].map((each) =>
        unique(each),
      );
      for (const title of [first, second]) {
        await service.admin.post(`/contents/${await created(title ?? '', { tagIds })}/publish`);
      }
      await created(draft ?? '', { tagIds });
      const later = await created(scheduled ?? '', { tagIds });
      await service.admin.put(`/contents/${later}/schedule`, { publishAt: '2999-01-01T00:00:00Z' });

      const response = await get(`${name}?tagId=${tag.data.id}`, { 'X-Forwarded-Host': 'evil.example' });
      const text = await response.text();
      expect(response.status, text).to.equal(200);
      expect(response.headers.get('Content-Type')).to.equal(`${type}; charset=utf-8`);
      const links = [...text.matchAll(/https:\/\/example\.com\/read\/[^"<]+/g)].map(([link]) => link);
      expect(links).to.deep.equal([second, first].map((slug) => `https://example.com/read/${slug}`));
      expect(text).not.to.match(/127\.0\.0\.1|localhost|evil/);
      expect(await (await get(`${name}?tagId=${tag.data.id}&limit=1`)).text()).not.to.contain(first);
    });

    it(`${name}: supports revalidation, and changes when the public contents change`, async () => {
      const title = unique('revalidated-');
      const id = await created(title);
      await service.admin.post(`/contents/${id}/publish`);
      const first = await get(name);
      expect(first.headers.get('Cache-Control')).to.equal('no-cache');
      expect(Date.parse(first.headers.get('Last-Modified') ?? '')).to.be.within(Date.now() - 60_000, Date.now());
      const etag = { 'If-None-Match': first.headers.get('ETag') ?? '' };
      expect((await get(name, etag)).status).to.equal(304);
      await service.admin.post(`/contents/${id}/unpublish`);
      const changed = await get(name, etag);
      expect(changed.status).to.equal(200);
      expect(await changed.text()).not.to.contain(title);
    });

    it(`${name}: refuses more than 100 contents`, async () => {
      expect((await get(`${name}?limit=101`)).status).to.equal(400);
    });
  }
});
