import { suppliedBody, type Content, type EditorType } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { updateContent, type UpdateContentInput } from '../../src/contents/contents.ts';
import { aCategory, aContent, anId, aTag, anActor } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('updateContent', () => {
  const category = aCategory();
  const [news, tips] = [aTag(), aTag()];
  let world: InMemoryWorld;
  const stored = aContent({ contentMd: 'old', contentHtml: '<p>old</p>', categoryId: category.id });
  const rich = aContent({ editorType: 'RICHTEXT', contentHtml: '<p>rich</p>' });
  const update = (change: UpdateContentInput['change'], more: Partial<UpdateContentInput> = {}) =>
    updateContent(world)({ actor: anActor(), id: stored.id, change, ...more });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { categories: [category], tags: [news, tips] });
    await given(world, { contents: [stored, rich], contentTags: [[stored.id, [news.id]]] });
    world.clock.advance(1);
  });

  it('changes only the given fields; a new title does not change the slug', async () => {
    const changed = await update({ title: 'New', summary: 'Short' });
    const expected = {
      ...stored,
      title: 'New',
      summary: 'Short',
      tagIds: [news.id],
      version: 2,
      updatedAt: world.clock.now(),
      cover: null,
    };
    expect(changed).to.deep.equal(expected);
    expect(await world.contents.find(stored.id)).to.deep.equal(changed);
  });

  it('§4.6 Markdown rule 2: converts new Markdown if the stored or the new type requires it', async () => {
    expect((await update({ contentMd: 'new', contentHtml: 'mine' })).contentHtml).to.equal(fakeHtmlOf('new'));
    expect((await update({ contentMd: '' })).contentHtml).to.equal(fakeHtmlOf(''));
    const turned = await update({ editorType: 'UPLOAD', contentMd: 'newer' }, { id: rich.id });
    expect(turned.contentHtml).to.equal(fakeHtmlOf('newer'));
  });

  it('§4.6 Markdown rule 2: keeps the HTML if no Markdown is given', async () => {
    expect((await update({ title: 'New', contentHtml: 'mine' })).contentHtml).to.equal('<p>old</p>');
  });

  it('removes the HTML together with the Markdown', async () => {
    expect(await update({ contentMd: null })).to.include({ contentMd: null, contentHtml: null });
  });

  it('§4.6 Markdown rule 4: does not convert if the stored or the new type is RICHTEXT', async () => {
    const change = { contentMd: 'new', contentHtml: '<i>mine</i>' };
    expect(await update(change, { id: rich.id })).to.include(change);
    expect((await update({ contentMd: 'newer' }, { id: rich.id })).contentHtml).to.equal('<i>mine</i>');
    expect(await update({ ...change, editorType: 'RICHTEXT' })).to.include({ editorType: 'RICHTEXT', ...change });
  });

  it('does not convert if the request will be refused or the type needs no conversion', async () => {
    const fail = () => Promise.reject(new Error('This is not needed.'));
    const unwanted = { render: fail, clean: fail };
    const execute = (id: ContentId, change: UpdateContentInput['change']) =>
      updateContent({ ...world, work: world, markdown: unwanted })({
        actor: anActor(),
        id,
        change,
      });
    expect(await execute(rich.id, { contentMd: 'new' })).to.include({ contentMd: 'new', contentHtml: '<p>rich</p>' });
    expect(await execute(stored.id, { editorType: 'RICHTEXT', contentMd: 'new' })).to.include({ contentMd: 'new' });
    expect((await refusalOf(execute(anId(), { contentMd: 'new' }))).refusal).to.equal('content-not-found');
  });

  it('converts according to the new editor type if another request changes the type concurrently', async () => {
    const changeType = (content: Content, editorType: EditorType) => update({ editorType }, { id: content.id });
    /**
     * Makes the use case `updateContent`. It calls `meanwhile` after it has read the editor type for the first time.
     */
    const during = (meanwhile: () => Promise<unknown>) => {
      const { contents } = world;
      let looks = 0;
      const editorTypeOf = async (id: ContentId) => {
        const type = await contents.editorTypeOf(id);
        if (looks++ === 0) await meanwhile();
        return type;
      };
      return updateContent({ ...world, contents: { ...contents, editorTypeOf } });
    };
    const change = { contentMd: 'new' };
    const toMarkdown = await during(() => changeType(rich, 'MARKDOWN'))({ actor: anActor(), id: rich.id, change });
    expect(toMarkdown).to.include({ ...change, editorType: 'MARKDOWN', contentHtml: fakeHtmlOf('new') });
    const toRich = await during(() => changeType(stored, 'RICHTEXT'))({ actor: anActor(), id: stored.id, change });
    expect(toRich).to.include({ ...change, editorType: 'RICHTEXT', contentHtml: '<p>old</p>' });
  });

  const script = '<p>rich</p><script>steal()</script>';
  const scripted = aContent({ editorType: 'RICHTEXT', contentMd: 'source', contentHtml: script });

  for (const editorType of ['MARKDOWN', 'UPLOAD'] as const) {
    it(`§4.6: sanitises the HTML of a RICHTEXT that becomes ${editorType} without new Markdown`, async () => {
      await given(world, { contents: [scripted] });
      const change = { editorType, contentHtml: '<script>sent()</script>' };
      const turned = await update(change, { id: scripted.id });
      const expected = { ...scripted, editorType, ...suppliedBody('<p>rich</p>'), version: 2 };
      expect(turned).to.deep.include({ ...expected, updatedAt: world.clock.now() });
      expect(await world.contents.find(scripted.id)).to.deep.equal({ ...turned, cover: null });
      expect((await update({ title: 'Next' }, { id: scripted.id })).contentHtml).to.equal('<p>rich</p>');
    });
  }

  it('§4.6: keeps the HTML of a RICHTEXT byte for byte, and leaves null HTML null if the type changes', async () => {
    await given(world, { contents: [scripted] });
    const empty = aContent({ editorType: 'RICHTEXT', contentHtml: null });
    await given(world, { contents: [empty] });
    expect((await update({ title: 'Next' }, { id: scripted.id })).contentHtml).to.equal(script);
    expect((await update({ editorType: 'MARKDOWN' }, { id: empty.id })).contentHtml).to.equal(null);
  });

  it('§4.6: sanitises the new HTML if another request changes the HTML concurrently', async () => {
    await given(world, { contents: [scripted] });
    /**
     * Changes the editor type to MARKDOWN. The first call of `clean` waits for `meanwhile`, which simulates a
     * concurrent request.
     */
    const turnDuring = (meanwhile: () => Promise<unknown>) => {
      const { markdown } = world;
      let cleanings = 0;
      const clean = async (html: string) => {
        if (cleanings++ === 0) await meanwhile();
        return markdown.clean(html);
      };
      const use = { ...world, markdown: { ...markdown, clean } };
      return updateContent(use)({ actor: anActor(), id: scripted.id, change: { editorType: 'MARKDOWN' } });
    };
    const other = '<p>other</p><script>steal()</script>';
    const changed = await turnDuring(() => update({ contentHtml: other }, { id: scripted.id }));
    expect(changed.contentHtml).to.equal('<p>other</p>');
    await update({ editorType: 'RICHTEXT', contentHtml: script }, { id: scripted.id });
    const converted = await turnDuring(() => update({ editorType: 'UPLOAD', contentMd: 'new' }, { id: scripted.id }));
    expect(converted).to.include({ editorType: 'MARKDOWN', contentHtml: fakeHtmlOf('new'), excerpt: 'new' });
  });

  it('replaces the tags by the given list, and keeps them if no list is given', async () => {
    expect((await update({}, { tagIds: [tips.id] })).tagIds).to.deep.equal([tips.id]);
    expect((await update({ title: 'New' })).tagIds).to.deep.equal([tips.id]);
    expect((await update({}, { tagIds: [] })).tagIds).to.deep.equal([]);
  });

  it('removes a content from its category', async () => {
    expect((await update({ categoryId: null })).categoryId).to.equal(null);
  });

  it('changes nothing if the content, the category or a tag is unknown, or the slug is in use', async () => {
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
    const [categoryId, tagId] = [anId<'Category'>(), anId<'Tag'>()];
    const neither = await refusalOf(update({ title, categoryId }, { tagIds: [tagId] }));
    expect(neither.details).to.deep.equal({ missingIds: [categoryId, tagId] });
    expect(await world.contents.find(stored.id)).to.deep.equal({ ...stored, tagIds: [news.id], cover: null });
  });
});
