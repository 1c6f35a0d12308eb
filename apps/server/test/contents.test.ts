import type { ContentListItem } from '@portcullis/application/internal/ports/contents';
import type { Page } from '@portcullis/application/internal/ports/lists';
import type { ContentView } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { aCategory, aContent, aTag, createResource, expectSuccess, type Wire } from './support/builders.ts';
import { aPerson, sharedService, unique } from './support/service.ts';

type Stored = Wire<ContentView>;
const unknown = '11111111-1111-4111-8111-111111111111';
const unknownToo = '22222222-2222-4222-8222-222222222222';

describe('contents', () => {
  it('need only a title, and begin as drafts of their author', async () => {
    const service = await sharedService();
    const author = await aPerson(service, ['MODERATOR']);
    const title = unique('Only a title ');
    const { id, createdAt, updatedAt, ...rest } = await createResource<Stored>(author.api, '/contents', { title });
    expect(rest).to.deep.equal({
      title,
      slug: title.toLowerCase().replaceAll(' ', '-'),
      summary: null,
      editorType: 'MARKDOWN',
      contentMd: null,
      contentHtml: null,
      contentRaw: null,
      toc: [],
      excerpt: null,
      readingMinutes: null,
      categoryId: null,
      coverId: null,
      cover: null,
      tagIds: [],
      authorId: author.id,
      status: 'DRAFT',
      publishedAt: null,
      publishAt: null,
      unpublishAt: null,
      version: 1,
    });
    const read = { id, createdAt, updatedAt, ...rest, hasDraft: false, brokenMedia: [] };
    expect((await author.api.get(`/contents/${id}`)).data).to.deep.equal(read);
  });

  it('are not created with unknown tags or categories; the error lists all unknown ids', async () => {
    const { admin } = await sharedService();
    const title = unique('Refused ');
    const { id: tagId } = await aTag(admin);
    const tags = await admin.post('/contents', { title, tagIds: [unknown, tagId, unknownToo] });
    expect(tags).to.deep.include({ status: 400, code: 1000, errors: { missingIds: [unknown, unknownToo] } });
    const category = await admin.post('/contents', { title, categoryId: unknown });
    expect(category).to.deep.include({ status: 400, code: 1000, errors: { missingIds: [unknown] } });
    const { id } = await aContent(admin, { tagIds: [tagId] });
    expect(await admin.patch(`/contents/${id}`, { title, tagIds: [unknown] })).to.include({ status: 400, code: 1000 });
    expect((await admin.get(`/contents/${id}`)).data)
      .to.deep.include({ tagIds: [tagId] })
      .and.not.include({ title });
    expect((await admin.get<Page<unknown>>(`/contents?search=${title}`)).data.total).to.equal(0);
  });

  it('can be changed in any of their fields; new tags replace all earlier tags', async () => {
    const { admin } = await sharedService();
    const [one, two] = [await aTag(admin), await aTag(admin)];
    const { id: categoryId } = await aCategory(admin);
    const before = await aContent(admin, { summary: 'Before', tagIds: [one.id], categoryId });
    const change = { summary: null, slug: unique('slug-'), tagIds: [two.id, two.id] };
    const { data } = await admin.patch<Stored>(`/contents/${before.id}`, change);
    expect(data).to.deep.equal({ ...before, ...change, tagIds: [two.id], version: 2, updatedAt: data.updatedAt });
    const cleared = { categoryId: null, tagIds: [] };
    expect((await admin.patch(`/contents/${before.id}`, cleared)).data).to.deep.include(cleared);
  });

  it('are not found after their deletion', async () => {
    const { admin } = await sharedService();
    const { id, slug } = await aContent(admin, { tagIds: [(await aTag(admin)).id] });
    expect(await admin.delete(`/contents/${id}`)).to.include({ status: 200, data: null });
    expect(await admin.get(`/contents/slug/${slug}`)).to.include({ status: 404, code: 1201 });
    expect(await admin.delete(`/contents/${id}`)).to.include({ status: 404, code: 1201 });
  });
});

describe('content slugs', () => {
  it('are generated from the title, with a number if the slug is in use; a title without letters gets a short id', async () => {
    const { admin } = await sharedService();
    const word = unique('w');
    const slugOf = async (title: string) => (await aContent(admin, { title })).slug;
    expect(await slugOf(`你好, ${word}!`)).to.equal(`你好-${word}`);
    expect(await slugOf(`你好 ${word}`)).to.equal(`你好-${word}-2`);
    expect(await slugOf(`你好 ${word.toUpperCase()}`)).to.equal(`你好-${word}-3`);
    expect(await slugOf('!?…')).to.match(/^[0-9a-f]{8}$/);
  });

  it('are numbered from 2, even if the title ends in a number', async () => {
    const { admin } = await sharedService();
    const title = unique('Report ');
    const { slug } = await aContent(admin, { title });
    await aContent(admin, { title: `${title} 2024` });
    expect((await aContent(admin, { title })).slug).to.equal(`${slug}-2`);
  });

  it('that the author chooses are stored unchanged; a slug in use is refused on creation and on change', async () => {
    const { admin } = await sharedService();
    const slug = unique('My_Slug-');
    expect(await aContent(admin, { slug })).to.include({ slug });
    expect(await admin.post('/contents', { title: 'x', slug })).to.include({ status: 409, code: 1202 });
    const { id } = await aContent(admin);
    expect(await admin.patch(`/contents/${id}`, { slug })).to.include({ status: 409, code: 1202 });
  });

  it('do not change with the title', async () => {
    const { admin } = await sharedService();
    const { id, slug } = await aContent(admin);
    const title = unique('Another ');
    expect((await admin.patch(`/contents/${id}`, { title })).data).to.include({ title, slug });
  });
});

describe('content status changes', () => {
  const moves = { publish: 'PUBLISHED', unpublish: 'DRAFT', archive: 'ARCHIVED' } as const;
  const ways: readonly (readonly (keyof typeof moves)[])[] = [
    ['publish', 'publish', 'unpublish', 'unpublish', 'publish'],
    ['archive', 'archive', 'publish', 'archive'],
  ];
  for (const way of ways) {
    it(`work in the order ${way.join(', ')}; a change to the current status has no effect`, async () => {
      const { admin } = await sharedService();
      let before = await aContent(admin);
      for (const move of way) {
        const after = await expectSuccess(admin.post<Stored>(`/contents/${before.id}/${move}`));
        const { status } = before;
        expect(after.status).to.equal(moves[move]);
        if (after.status === status) expect(after).to.deep.equal(before);
        if (before.publishedAt !== null) expect(after.publishedAt).to.equal(before.publishedAt);
        expect((await admin.get(`/contents/${before.id}`)).data).to.deep.equal({
          ...after,
          hasDraft: false,
          brokenMedia: [],
        });
        before = after;
      }
      expect(before.publishedAt).to.be.a('string');
    });
  }

  it('cannot unpublish an archived content', async () => {
    const { admin } = await sharedService();
    const { id } = await aContent(admin);
    await expectSuccess(admin.post(`/contents/${id}/archive`));
    expect(await admin.post(`/contents/${id}/unpublish`)).to.include({ status: 409, code: 1009 });
    expect((await admin.get(`/contents/${id}`)).data).to.include({ status: 'ARCHIVED', publishedAt: null });
  });

  it('return 404 for a content that does not exist', async () => {
    const { admin } = await sharedService();
    for (const move of Object.keys(moves)) {
      expect(await admin.post(`/contents/${unknown}/${move}`)).to.include({ status: 404, code: 1201 });
    }
  });
});

describe('content lists', () => {
  it('have no bodies, and are filtered by category with its descendants, tag, type, author and status', async () => {
    const service = await sharedService();
    const { admin } = service;
    const author = await aPerson(service, ['MODERATOR']);
    const above = await aCategory(admin);
    const below = await aCategory(admin, { parentId: above.id });
    const tag = await aTag(admin);
    const first = await aContent(author.api, { categoryId: above.id, tagIds: [tag.id] });
    const second = await aContent(author.api, { categoryId: below.id, editorType: 'UPLOAD' });
    const third = await aContent(admin, { categoryId: below.id, tagIds: [tag.id, (await aTag(admin)).id] });
    await expectSuccess(admin.post(`/contents/${third.id}/publish`));
    const found = async (query: string) => {
      const { items } = await expectSuccess(admin.get<Page<ContentListItem>>(`/contents?${query}`));
      for (const item of items) expect(item).not.to.have.any.keys('contentMd', 'contentHtml', 'contentRaw');
      return items.map(({ id }) => id);
    };
    expect(await found(`categoryId=${above.id}`)).to.deep.equal([third.id, second.id, first.id]);
    expect(await found(`categoryId=${below.id}`)).to.deep.equal([third.id, second.id]);
    expect(await found(`tagId=${tag.id}`)).to.deep.equal([third.id, first.id]);
    expect(await found(`authorId=${author.id}`)).to.deep.equal([second.id, first.id]);
    expect(await found(`categoryId=${above.id}&editorType=UPLOAD`)).to.deep.equal([second.id]);
    expect(await found(`categoryId=${above.id}&status=DRAFT`)).to.deep.equal([second.id, first.id]);
    expect(await found(`categoryId=${above.id}&tagId=${tag.id}&status=PUBLISHED`)).to.deep.equal([third.id]);
    expect(await found(`categoryId=${unknown}`)).to.deep.equal([]);
  });
});
