import { expect } from 'chai';
import { startService, unique, type Service } from './support/service.ts';

const composed = 'Caf\u00e9';
const decomposed = 'Cafe\u0301';

describe('§2: names', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  /** Each row: a path, the body for a name, and the field with the name. */
  const named: readonly (readonly [path: string, field: string, body: (name: string) => object])[] = [
    ['/roles', 'name', (name) => ({ code: unique('R').toUpperCase(), name })],
    ['/permissions', 'name', (name) => ({ code: unique(), name, resource: 'x', action: 'y' })],
    ['/tags', 'name', (name) => ({ name })],
    ['/categories', 'slug', (name) => ({ name: unique(), slug: name })],
    ['/contents', 'slug', (name) => ({ title: unique(), slug: name })],
  ];
  for (const [path, field, body] of named) {
    it(`are stored trimmed and in NFC, and are unique in this form: ${path}, ${field}`, async () => {
      const suffix = unique();
      const first = await service.admin.post<Record<string, unknown>>(path, body(` ${decomposed}-${suffix}\n`));
      expect([first.status, first.data[field]]).to.deep.equal([201, `${composed}-${suffix}`]);
      expect((await service.admin.post(path, body(`${composed}-${suffix}`))).status).to.equal(409);
    });

    it(`are found in both forms: ${path}`, async () => {
      const suffix = unique();
      const title = path === '/contents' ? { title: `${composed}-${suffix}` } : {};
      const name = path === '/categories' ? { name: `${composed}-${suffix}` } : {};
      await service.admin.post(path, { ...body(`${composed}-${suffix}`), ...title, ...name });
      for (const form of [composed, decomposed]) {
        const search = new URLSearchParams({ search: `${form}-${suffix}` }).toString();
        expect((await service.admin.get<{ total: number }>(`${path}?${search}`)).data.total, form).to.equal(1);
      }
    });
  }

  it('of slugs made from a title are in NFC', async () => {
    const suffix = unique();
    const { data } = await service.admin.post<{ slug: string }>('/contents', { title: `H\u0331 ${suffix}` });
    expect(data.slug).to.equal(`\u1e96-${suffix}`);
    const read = await service.admin.get(`/contents/slug/${encodeURIComponent(`h\u0331-${suffix}`)}`);
    expect(read.status).to.equal(200);
  });
});
