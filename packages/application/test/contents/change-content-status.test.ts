import type { Content, ContentStatusAction } from '@portcullis/domain/internal/contents/content';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { expect } from 'chai';
import { changeContentStatus, publishContent } from '../../src/contents/content-status.ts';
import { deleteContent } from '../../src/contents/contents.ts';
import { aContent, anId, aTag, anActor } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('publishContent, changeContentStatus and deleteContent', () => {
  const earlier = new Date('2025-06-01T00:00:00.000Z');
  const tag = aTag();
  let world: InMemoryWorld;

  async function aKept(fields: Partial<Content>): Promise<Content> {
    const content = aContent(fields);
    await given(world, { contents: [content], contentTags: [[content.id, [tag.id]]] });
    return content;
  }
  const move = (id: Content['id'], how: ContentStatusAction) =>
    how === 'publish'
      ? publishContent(world)({ actor: anActor(), id })
      : changeContentStatus(world)({ actor: anActor(), id, move: how });

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { tags: [tag] });
  });

  const allowed: readonly (readonly [ContentStatusAction, ContentStatus, ContentStatus])[] = [
    ['publish', 'DRAFT', 'PUBLISHED'],
    ['publish', 'ARCHIVED', 'PUBLISHED'],
    ['unpublish', 'PUBLISHED', 'DRAFT'],
    ['archive', 'DRAFT', 'ARCHIVED'],
    ['archive', 'PUBLISHED', 'ARCHIVED'],
  ];
  for (const [how, from, to] of allowed) {
    it(`${how} changes the status from ${from} to ${to}`, async () => {
      const content = await aKept({ status: from, publishedAt: earlier });
      const moved = await move(content.id, how);
      expect(moved).to.deep.equal({
        ...content,
        status: to,
        updatedAt: world.clock.now(),
        tagIds: [tag.id],
        version: 2,
        cover: null,
      });
      expect(await world.contents.find(content.id)).to.deep.equal(moved);
    });
  }

  const idle: readonly (readonly [ContentStatusAction, ContentStatus])[] = [
    ['publish', 'PUBLISHED'],
    ['unpublish', 'DRAFT'],
    ['archive', 'ARCHIVED'],
  ];
  for (const [how, status] of idle) {
    it(`${how} does not change a content whose status is ${status}`, async () => {
      const content = await aKept({ status, publishedAt: earlier });
      expect(await move(content.id, how)).to.deep.equal({ ...content, tagIds: [tag.id], cover: null });
      expect(await world.contents.find(content.id)).to.deep.equal({ ...content, tagIds: [tag.id], cover: null });
    });
  }

  it('refuses to unpublish an archived content', async () => {
    const { id } = await aKept({ status: 'ARCHIVED' });
    expect((await refusalOf(move(id, 'unpublish'))).refusal).to.equal('content-move-refused');
  });

  it('sets publishedAt only at the first publication', async () => {
    const { id } = await aKept({});
    const first = world.clock.now();
    expect((await move(id, 'publish')).publishedAt).to.deep.equal(first);
    world.clock.advance(1);
    await move(id, 'unpublish');
    expect((await move(id, 'publish')).publishedAt).to.deep.equal(first);
  });

  it('§4.6 Markdown rule 3: publishing converts Markdown without HTML, even if the content is published', async () => {
    for (const status of ['DRAFT', 'PUBLISHED'] as const) {
      const { id } = await aKept({ status, contentMd: '# Hi' });
      await move(id, 'publish');
      expect((await world.contents.find(id))?.contentHtml).to.equal(fakeHtmlOf('# Hi'));
    }
  });

  it('§4.6 Markdown rule 3: does not change existing HTML or a content without Markdown', async () => {
    const [own, none] = [await aKept({ contentMd: '# Hi', contentHtml: '<p>own</p>' }), await aKept({})];
    expect((await move(own.id, 'publish')).contentHtml).to.equal('<p>own</p>');
    expect((await move(none.id, 'publish')).contentHtml).to.equal(null);
  });

  it('§4.6 Markdown rule 4: does not convert RICHTEXT at publication', async () => {
    const { id } = await aKept({ editorType: 'RICHTEXT', contentMd: '# Hi' });
    expect((await move(id, 'publish')).contentHtml).to.equal(null);
  });

  it('does not store converted HTML if the Markdown is changed during the conversion', async () => {
    const content = await aKept({ contentMd: 'old' });
    const render = async (markdown: string) => {
      await world.run((tx) => tx.contents.save({ ...content, contentMd: 'new' }));
      return world.markdown.render(markdown);
    };
    await publishContent({ ...world, markdown: { render, clean: world.markdown.clean } })({
      actor: anActor(),
      id: content.id,
    });
    const kept = await world.contents.find(content.id);
    expect(kept).to.include({ status: 'PUBLISHED', contentMd: 'new', contentHtml: null });
  });

  it('refuses to move or delete a content that does not exist', async () => {
    for (const how of ['publish', 'unpublish', 'archive'] as const) {
      expect((await refusalOf(move(anId(), how))).refusal).to.equal('content-not-found');
    }
    expect((await refusalOf(deleteContent(world)({ actor: anActor(), id: anId() }))).refusal).to.equal(
      'content-not-found',
    );
  });

  it('deletes a content and its links to tags', async () => {
    const { id } = await aKept({ status: 'PUBLISHED' });
    await deleteContent(world)({ actor: anActor(), id });
    expect(await world.contents.find(id)).to.equal(undefined);
    expect((await world.tags.find(tag.id))?.contentCount).to.equal(0);
  });
});
