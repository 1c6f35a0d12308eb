import { expect } from 'chai';
import { CreateContent, UpdateContent, type CreateContentInput, type UpdateContentInput } from '../../src/index.ts';
import {
  aCategory,
  aContent,
  anId,
  aTag,
  aUser,
  fakeHtmlOf,
  given,
  InMemoryWorld,
  refusalOf,
} from '../../src/testing/index.ts';

const author = aUser();
const category = aCategory();
const [news, tips] = [aTag(), aTag()];
let world: InMemoryWorld;

async function aWorldWithTheseThings(): Promise<void> {
  world = InMemoryWorld.seeded();
  await given(world, { users: [author], categories: [category], tags: [news, tips] });
}

describe('CreateContent', () => {
  const draft: CreateContentInput = {
    title: 'Grüße aus Köln!',
    summary: null,
    editorType: 'MARKDOWN',
    contentMd: null,
    contentHtml: null,
    contentRaw: null,
    categoryId: null,
    tagIds: [],
    authorId: author.id,
  };
  const create = (input: Partial<CreateContentInput> = {}) => new CreateContent(world).execute({ ...draft, ...input });

  beforeEach(aWorldWithTheseThings);

  it('adds a draft that is not published, and answers it as it is kept', async () => {
    const content = await create({ slug: 'greetings', categoryId: category.id, tagIds: [tips.id, news.id, tips.id] });
    const at = world.clock.now();
    expect(content).to.deep.equal({
      ...draft,
      id: content.id,
      slug: 'greetings',
      categoryId: category.id,
      tagIds: [news.id, tips.id],
      status: 'DRAFT',
      publishedAt: null,
      createdAt: at,
      updatedAt: at,
    });
    expect(await world.contents.find(content.id)).to.deep.equal(content);
  });

  for (const editorType of ['MARKDOWN', 'UPLOAD'] as const) {
    it(`§4.6 Markdown rule 1: converts the Markdown of ${editorType}, whatever HTML is sent along`, async () => {
      const { contentMd, contentHtml } = await create({ editorType, contentMd: '# Hi', contentHtml: '<b>mine</b>' });
      expect([contentMd, contentHtml]).to.deep.equal(['# Hi', fakeHtmlOf('# Hi')]);
    });
  }

  it('§4.6 Markdown rule 1: makes no HTML where there is no Markdown, and converts an empty one', async () => {
    expect((await create({ contentHtml: '<b>mine</b>' })).contentHtml).to.equal(null);
    expect((await create({ contentMd: '' })).contentHtml).to.equal(fakeHtmlOf(''));
  });

  it('§4.6 Markdown rule 4: takes the HTML of RICHTEXT as it is', async () => {
    const bodies = { contentMd: '# Hi', contentHtml: '<i onclick="x()">mine</i>', contentRaw: '{}' };
    expect(await create({ editorType: 'RICHTEXT', ...bodies })).to.deep.include(bodies);
  });

  it('makes the slug from the title, numbered where it is taken', async () => {
    const slugs = [(await create()).slug, (await create()).slug, (await create()).slug];
    expect(slugs).to.deep.equal(['grüße-aus-köln', 'grüße-aus-köln-2', 'grüße-aus-köln-3']);
  });

  it('makes the slug from its id where the title has no letter', async () => {
    const { id, slug } = await create({ title: '!?' });
    expect(slug).to.equal(id.slice(0, 8));
  });

  it('refuses a slug that is taken, where one is given', async () => {
    await create({ slug: 'greetings' });
    expect((await refusalOf(create({ slug: 'greetings' }))).refusal).to.equal('slug-taken');
  });

  it('refuses a category or tags that do not exist, listing them, and adds nothing', async () => {
    const [categoryId, tagId] = [anId<'Category'>(), anId<'Tag'>()];
    const noCategory = await refusalOf(create({ categoryId }));
    expect([noCategory.refusal, noCategory.details]).to.deep.equal(['unknown-category', { missingIds: [categoryId] }]);
    const noTag = await refusalOf(create({ tagIds: [news.id, tagId] }));
    expect([noTag.refusal, noTag.details]).to.deep.equal(['unknown-tags', { missingIds: [tagId] }]);
    expect((await world.contents.list({ page: 1, pageSize: 1 })).total).to.equal(0);
  });
});

describe('UpdateContent', () => {
  const stored = aContent({ contentMd: 'old', contentHtml: '<p>old</p>', categoryId: category.id });
  const rich = aContent({ editorType: 'RICHTEXT', contentHtml: '<p>rich</p>' });
  const update = (change: UpdateContentInput['change'], more: Partial<UpdateContentInput> = {}) =>
    new UpdateContent(world).execute({ id: stored.id, change, ...more });

  beforeEach(async () => {
    await aWorldWithTheseThings();
    await given(world, { contents: [stored, rich], contentTags: [[stored.id, [news.id]]] });
    world.clock.advance(1);
  });

  it('changes the fields given and no others; a new title leaves the slug', async () => {
    const changed = await update({ title: 'New', summary: 'Short' });
    const expected = { ...stored, title: 'New', summary: 'Short', tagIds: [news.id], updatedAt: world.clock.now() };
    expect(changed).to.deep.equal(expected);
    expect(await world.contents.find(stored.id)).to.deep.equal(changed);
  });

  it('§4.6 Markdown rule 2: converts the Markdown sent, by the stored type or the one sent along', async () => {
    expect((await update({ contentMd: 'new', contentHtml: 'mine' })).contentHtml).to.equal(fakeHtmlOf('new'));
    const turned = await update({ editorType: 'UPLOAD', contentMd: 'newer' }, { id: rich.id });
    expect(turned.contentHtml).to.equal(fakeHtmlOf('newer'));
  });

  it('§4.6 Markdown rule 2: keeps the HTML where no Markdown is sent', async () => {
    expect((await update({ title: 'New', contentHtml: 'mine' })).contentHtml).to.equal('<p>old</p>');
  });

  it('takes the HTML away with the Markdown', async () => {
    expect(await update({ contentMd: null })).to.include({ contentMd: null, contentHtml: null });
  });

  it('§4.6 Markdown rule 4: converts nothing for RICHTEXT, stored or sent', async () => {
    const change = { contentMd: 'new', contentHtml: '<i>mine</i>' };
    expect(await update(change, { id: rich.id })).to.include(change);
    expect((await update({ contentMd: 'newer' }, { id: rich.id })).contentHtml).to.equal('<i>mine</i>');
    expect(await update({ ...change, editorType: 'RICHTEXT' })).to.include({ editorType: 'RICHTEXT', ...change });
  });

  it('replaces the tags by the list given, and leaves them where there is none', async () => {
    expect((await update({}, { tagIds: [tips.id] })).tagIds).to.deep.equal([tips.id]);
    expect((await update({ title: 'New' })).tagIds).to.deep.equal([tips.id]);
    expect((await update({}, { tagIds: [] })).tagIds).to.deep.equal([]);
  });

  it('takes a content out of its category', async () => {
    expect((await update({ categoryId: null })).categoryId).to.equal(null);
  });

  it('refuses an unknown content, a slug in use, an unknown category and unknown tags, and changes nothing', async () => {
    const title = 'New';
    const refusals = [
      await refusalOf(update({ title }, { id: anId() })),
      await refusalOf(update({ title, slug: rich.slug })),
      await refusalOf(update({ title, categoryId: anId() })),
      await refusalOf(update({ title }, { tagIds: [anId()] })),
    ];
    expect(refusals.map(({ refusal }) => refusal)).to.deep.equal([
      'content-not-found',
      'slug-taken',
      'unknown-category',
      'unknown-tags',
    ]);
    expect(await world.contents.find(stored.id)).to.deep.equal({ ...stored, tagIds: [news.id] });
  });
});
