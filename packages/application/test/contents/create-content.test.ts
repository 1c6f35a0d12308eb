import { suppliedBody } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { createContent, type CreateContentInput } from '../../src/contents/contents.ts';
import { aCategory, anId, aTag, aUser, anActor } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('createContent', () => {
  const author = aUser();
  const category = aCategory();
  const [news, tips] = [aTag(), aTag()];
  let world: InMemoryWorld;
  const draft: Omit<CreateContentInput, 'actor'> = {
    title: 'Grüße aus Köln!',
    summary: null,
    editorType: 'MARKDOWN',
    contentMd: null,
    contentHtml: null,
    contentRaw: null,
    categoryId: null,
    coverId: null,
    tagIds: [],
    authorId: author.id,
  };
  const create = (input: Partial<CreateContentInput> = {}) =>
    createContent(world)({ actor: anActor(), ...draft, ...input });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [author], categories: [category], tags: [news, tips] });
  });

  it('adds an unpublished draft, and returns it as it is stored', async () => {
    const content = await create({ slug: 'greetings', categoryId: category.id, tagIds: [tips.id, news.id, tips.id] });
    const at = world.clock.now();
    expect(content).to.deep.equal({
      ...draft,
      ...suppliedBody(null),
      id: content.id,
      cover: null,
      slug: 'greetings',
      categoryId: category.id,
      tagIds: [news.id, tips.id],
      status: 'DRAFT',
      publishedAt: null,
      version: 1,
      publishAt: null,
      unpublishAt: null,
      createdAt: at,
      updatedAt: at,
    });
    expect(await world.contents.find(content.id)).to.deep.equal({ ...content, cover: null });
  });

  it('stores the excerpt and reading time of converted Markdown, and none if nothing is converted', async () => {
    const { excerpt, readingMinutes } = await create({ contentMd: 'Hi' });
    expect([excerpt, readingMinutes]).to.deep.equal(['Hi', 1]);
    const rich = await create({ editorType: 'RICHTEXT', contentMd: 'Hi', contentHtml: '<p>Hi</p>' });
    expect(rich).to.deep.include(suppliedBody('<p>Hi</p>'));
  });

  for (const editorType of ['MARKDOWN', 'UPLOAD'] as const) {
    it(`§4.6 Markdown rule 1: converts the Markdown of ${editorType}, and ignores HTML in the request`, async () => {
      const { contentMd, contentHtml } = await create({ editorType, contentMd: '# Hi', contentHtml: '<b>mine</b>' });
      expect([contentMd, contentHtml]).to.deep.equal(['# Hi', fakeHtmlOf('# Hi')]);
    });

    it(`ignores HTML in a request for ${editorType} without Markdown`, async () => {
      const content = await create({ editorType, contentHtml: '<script>steal()</script>' });
      expect(content).to.deep.include(suppliedBody(null));
    });
  }

  it('§4.6 Markdown rule 1: makes no HTML without Markdown, but converts an empty text', async () => {
    expect((await create({ contentHtml: '<b>mine</b>' })).contentHtml).to.equal(null);
    expect((await create({ contentMd: '' })).contentHtml).to.equal(fakeHtmlOf(''));
  });

  it('§4.6 Markdown rule 4: stores the HTML of RICHTEXT unchanged', async () => {
    const bodies = { contentMd: '# Hi', contentHtml: '<i onclick="x()">mine</i>', contentRaw: '{}' };
    expect(await create({ editorType: 'RICHTEXT', ...bodies })).to.deep.include(bodies);
  });

  it('makes the slug from the title, numbered if it is in use', async () => {
    const slugs = [(await create()).slug, (await create()).slug, (await create()).slug];
    expect(slugs).to.deep.equal(['grüße-aus-köln', 'grüße-aus-köln-2', 'grüße-aus-köln-3']);
  });

  it('makes the slug from the id if the title has no letters', async () => {
    const { id, slug } = await create({ title: '!?' });
    expect(slug).to.equal(id.slice(0, 8));
  });

  it('refuses a given slug that is in use or is a relative path', async () => {
    expect((await refusalOf(create({ slug: '..' }))).refusal).to.equal('slug-unacceptable');
    await create({ slug: 'greetings' });
    expect((await refusalOf(create({ slug: 'greetings' }))).refusal).to.equal('slug-taken');
  });

  it('refuses a category or tags that do not exist, lists them in the error, and adds nothing', async () => {
    const [categoryId, tagId] = [anId<'Category'>(), anId<'Tag'>()];
    const noCategory = await refusalOf(create({ categoryId }));
    expect([noCategory.refusal, noCategory.details]).to.deep.equal(['unknown-category', { missingIds: [categoryId] }]);
    const noTag = await refusalOf(create({ tagIds: [news.id, tagId] }));
    expect([noTag.refusal, noTag.details]).to.deep.equal(['unknown-tags', { missingIds: [tagId] }]);
    const neither = await refusalOf(create({ categoryId, tagIds: [news.id, tagId] }));
    expect([neither.refusal, neither.details]).to.deep.equal(['unknown-category', { missingIds: [categoryId, tagId] }]);
    expect(neither.message).to.equal(`Unknown category and tag ids: ${categoryId}, ${tagId}`);
    expect((await world.contents.list({ page: 1, pageSize: 1 })).total).to.equal(0);
  });
});
