import type { Page } from '@portcullis/application';
import type { TagView } from '@portcullis/domain/internal/contents/tag';
import { expect } from 'chai';
import { aContent, aTag, createResource, expectSuccess, type Wire } from './support/builders.ts';
import { sharedService, unique } from './support/service.ts';

type Tag = Wire<TagView>;

/** Creates and publishes a content with these tags, and returns its id. */
async function published(...tags: readonly { readonly id: string }[]): Promise<string> {
  const { admin } = await sharedService();
  const { id } = await aContent(admin, { tagIds: tags.map((tag) => tag.id) });
  await expectSuccess(admin.post(`/contents/${id}/publish`));
  return id;
}

describe('tags', () => {
  it('are created with a slug made from the name, and read by id and slug without a token', async () => {
    const { api, admin } = await sharedService();
    const name = unique('C++ ');
    const { id, createdAt, updatedAt, ...rest } = await aTag(admin, { name });
    const slug = name.toLowerCase().replace('++ ', '-');
    expect(rest).to.deep.equal({ name, slug, description: null, contentCount: 0, version: 1 });
    const stored = { id, createdAt, updatedAt, ...rest };
    expect((await api.get(`/tags/${id}`)).data).to.deep.equal(stored);
    expect((await api.get(`/tags/slug/${slug}`)).data).to.deep.equal(stored);
  });

  it('have unique names, ignoring case, and unique slugs', async () => {
    const { admin } = await sharedService();
    const { name, slug } = await aTag(admin);
    expect(await admin.post('/tags', { name: name.toUpperCase() })).to.include({ status: 409, code: 1202 });
    expect(await admin.post('/tags', { name: unique('x'), slug })).to.include({ status: 409, code: 1202 });
    const other = await aTag(admin);
    expect(await admin.patch(`/tags/${other.id}`, { name: name.toLowerCase() })).to.include({
      status: 409,
      code: 1202,
    });
    const recased = { name: other.name.toUpperCase(), description: 'In capitals.' };
    expect((await admin.patch(`/tags/${other.id}`, recased)).data).to.include({ ...recased, slug: other.slug });
  });

  it('count their published contents', async () => {
    const { api, admin } = await sharedService();
    const tag = await aTag(admin);
    const id = await published(tag);
    await aContent(admin, { tagIds: [tag.id] });
    const count = async () => (await api.get<Tag>(`/tags/${tag.id}`)).data.contentCount;
    expect(await count()).to.equal(1);
    await expectSuccess(admin.post(`/contents/${id}/archive`));
    expect(await count()).to.equal(0);
  });

  it('are unlinked from contents when deleted', async () => {
    const { admin } = await sharedService();
    const [gone, kept] = [await aTag(admin), await aTag(admin)];
    const content = await aContent(admin, { tagIds: [gone.id, kept.id] });
    expect(await admin.delete(`/tags/${gone.id}`)).to.include({ status: 200, data: null });
    expect((await admin.get(`/contents/${content.id}`)).data).to.deep.include({ tagIds: [kept.id] });
    for (const path of [`/tags/${gone.id}`, `/tags/slug/${gone.slug}`]) {
      expect(await admin.get(path)).to.include({ status: 404, code: 1201 });
    }
    expect(await admin.delete(`/tags/${gone.id}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.patch(`/tags/${gone.id}`, { name: 'x' })).to.include({ status: 404, code: 1201 });
  });

  it('are searched by name and slug', async () => {
    const { api, admin } = await sharedService();
    const word = unique('word');
    const [one, two] = [await aTag(admin, { name: `The ${word}` }), await aTag(admin, { slug: `${word}-slug` })];
    const { data } = await api.get<Page<Tag>>(`/tags?search=${word.toUpperCase()}`);
    expect(data.items.map(({ id }) => id)).to.deep.equal([one.id, two.id]);
  });
});

describe('POST /tags/batch', () => {
  it('returns the tag of each name in the given order, and creates missing tags', async () => {
    const { admin } = await sharedService();
    const there = await aTag(admin);
    const [z, a] = [unique('z'), unique('a')];
    const names = [z, there.name.toUpperCase(), a, z.toUpperCase()];
    const tags = await createResource<Tag[]>(admin, '/tags/batch', { names });
    expect(tags.map(({ name }) => name)).to.deep.equal([z, there.name, a]);
    expect(tags[1]).to.deep.equal(there);
    expect(await createResource(admin, '/tags/batch', { names: [a, z] })).to.deep.equal([tags[2], tags[0]]);
  });
});

describe('GET /tags/popular', () => {
  it('returns the tags with the most published contents, sorted by their number, then by name', async () => {
    const { api, admin } = await sharedService();
    const prefix = unique('popular-');
    const [b, a, top] = [
      await aTag(admin, { name: `${prefix}-b` }),
      await aTag(admin, { name: `${prefix}-a` }),
      await aTag(admin),
    ];
    for (const tags of [[top, a], [top, b], [top, a, b], [top]]) await published(...tags);
    const { data } = await api.get<Tag[]>('/tags/popular?limit=100');
    const mine = data.filter(({ id }) => [a, b, top].some((tag) => tag.id === id));
    expect(mine.map(({ id, contentCount }) => [id, contentCount])).to.deep.equal([
      [top.id, 4],
      [a.id, 2],
      [b.id, 2],
    ]);
    expect((await api.get<Tag[]>('/tags/popular')).data).to.deep.equal(data.slice(0, 10));
    expect((await api.get<Tag[]>('/tags/popular?limit=1')).data).to.deep.equal(data.slice(0, 1));
    expect(await api.get('/tags/popular?limit=101')).to.include({ status: 400, code: 1005 });
  });
});
