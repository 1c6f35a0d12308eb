import type { Page } from '@portcullis/application';
import type { Category } from '@portcullis/domain/internal/contents/category';
import type { TreeOf } from '@portcullis/domain/internal/shared/tree';
import { expect } from 'chai';
import { aCategory, aContent, expectSuccess, type Wire } from './support/builders.ts';
import { sharedService, unique } from './support/service.ts';

type Node = TreeOf<Wire<Category>>;
const unknown = '11111111-1111-4111-8111-111111111111';

/** Creates categories, each as a child of the previous category, and returns their ids, beginning with the root. */
async function aWay(length: number): Promise<readonly string[]> {
  const { admin } = await sharedService();
  const ids: string[] = [];
  while (ids.length < length) ids.push((await aCategory(admin, { parentId: ids.at(-1) ?? null })).id);
  return ids;
}

describe('categories', () => {
  // The start of the service is not part of the first test.
  before(() => sharedService());

  it('are created with a slug made from the name, and read by id and slug without a token', async () => {
    const { api, admin } = await sharedService();
    const name = unique('分类 ');
    const { id, createdAt, updatedAt, ...rest } = await aCategory(admin, { name });
    const slug = name.replace(' ', '-');
    expect(rest).to.deep.equal({ name, slug, description: null, parentId: null, order: 0, version: 1 });
    const stored = { id, createdAt, updatedAt, ...rest };
    expect((await api.get(`/categories/${id}`)).data).to.deep.equal(stored);
    expect((await api.get(`/categories/slug/${encodeURIComponent(slug)}`)).data).to.deep.equal(stored);
    expect(await aCategory(admin, { name })).to.include({ slug: `${slug}-2` });
    expect(await admin.post('/categories', { name, slug })).to.include({ status: 409, code: 1202 });
  });

  it('can be changed in any of their fields; a new name does not change the slug', async () => {
    const { admin } = await sharedService();
    const before = await aCategory(admin, { description: 'Before', order: 3 });
    const change = { name: unique('New '), description: null };
    const { data } = await admin.patch<Wire<Category>>(`/categories/${before.id}`, change);
    expect(data).to.deep.equal({ ...before, ...change, updatedAt: data.updatedAt, version: 2 });
    const { slug } = await aCategory(admin);
    expect(await admin.patch(`/categories/${before.id}`, { slug })).to.include({ status: 409, code: 1202 });
  });

  it('are listed by parent, and searched by name and slug', async () => {
    const { api, admin } = await sharedService();
    const word = unique('word');
    const parent = await aCategory(admin);
    const one = await aCategory(admin, { parentId: parent.id, name: `The ${word.toUpperCase()}` });
    const two = await aCategory(admin, { parentId: parent.id, slug: `${word}-slug` });
    const found = async (query: string) =>
      (await api.get<Page<Category>>(`/categories?${query}`)).data.items.map(({ id }) => id);
    expect(await found(`parentId=${parent.id}`)).to.deep.equal([one.id, two.id]);
    expect(await found(`search=${word}`)).to.deep.equal([one.id, two.id]);
    expect(await found(`search=${word}-slug`)).to.deep.equal([two.id]);
  });

  it('form a tree, with siblings sorted by order, then name', async () => {
    const { api, admin } = await sharedService();
    const root = await aCategory(admin);
    const sibling = (name: string, order: number) => aCategory(admin, { parentId: root.id, name, order });
    const [c, b, a] = [await sibling('c', 1), await sibling('b', 2), await sibling('a', 2)];
    const leaf = await aCategory(admin, { parentId: c.id });
    const tree = await expectSuccess(api.get<Node[]>('/categories/tree'));
    const node = tree.find(({ id }) => id === root.id);
    expect(node?.children.map(({ id }) => id)).to.deep.equal([c.id, a.id, b.id]);
    expect(node?.children[0]?.children).to.deep.equal([{ ...leaf, children: [] }]);
  });

  it('are nested at most sixteen levels deep, whether they are created or moved', async () => {
    const { admin } = await sharedService();
    const way = await aWay(16);
    expect(await admin.post('/categories', { name: 'x', parentId: way.at(-1) })).to.include({
      status: 409,
      code: 1009,
    });
    const [top, below] = await aWay(2);
    expect(await admin.patch(`/categories/${top}`, { parentId: way[14] })).to.include({ status: 409, code: 1009 });
    expect(await admin.patch(`/categories/${top}`, { parentId: way[13] })).to.include({ status: 200 });
    const deep = { name: 'x', parentId: below };
    expect(await admin.post('/categories', deep)).to.include({ status: 409, code: 1009 });
  });

  it('are moved with their descendants, also to the root, but never below themselves', async () => {
    const { admin } = await sharedService();
    const [top = '', middle = '', leaf = ''] = await aWay(3);
    for (const parentId of [top, middle, leaf]) {
      expect(await admin.patch(`/categories/${top}`, { parentId })).to.include({ status: 409, code: 1009 });
    }
    expect((await admin.patch(`/categories/${middle}`, { parentId: null })).data).to.include({ parentId: null });
    expect((await admin.patch(`/categories/${top}`, { parentId: leaf })).data).to.include({ parentId: leaf });
    expect((await admin.get(`/categories/${leaf}`)).data).to.include({ parentId: middle });
  });

  it('are refused if their parent does not exist', async () => {
    const { admin } = await sharedService();
    const body = { name: 'x', parentId: unknown };
    expect(await admin.post('/categories', body)).to.include({ status: 400, code: 1005 });
    const { id } = await aCategory(admin);
    expect(await admin.patch(`/categories/${id}`, body)).to.include({ status: 400, code: 1005 });
  });

  it('cannot be deleted while they contain categories or contents', async () => {
    const { admin } = await sharedService();
    const [above = '', below = ''] = await aWay(2);
    const content = await aContent(admin, { categoryId: below });
    expect(await admin.delete(`/categories/${above}`)).to.include({ status: 409, code: 1009 });
    expect(await admin.delete(`/categories/${below}`)).to.include({ status: 409, code: 1009 });
    await expectSuccess(admin.delete(`/contents/${content.id}`));
    expect(await admin.delete(`/categories/${below}`)).to.include({ status: 200, data: null });
    expect(await admin.delete(`/categories/${above}`)).to.include({ status: 200, data: null });
    for (const path of [`/categories/${above}`, '/categories/slug/no-such-slug']) {
      expect(await admin.get(path)).to.include({ status: 404, code: 1201 });
    }
    expect(await admin.delete(`/categories/${above}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.patch(`/categories/${above}`, { name: 'x' })).to.include({ status: 404, code: 1201 });
  });
});
