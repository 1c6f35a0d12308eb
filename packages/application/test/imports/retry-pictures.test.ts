import type { Content } from '@portcullis/domain/internal/contents/content';
import { aContent, aMediaFile, anActor, anId } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { updateContent } from '../../src/contents/contents.ts';
import { pictureImport, PictureUnavailable, type PicturedContent } from '../../src/imports/import-pictures.ts';
import { retryPictures, type RetryDependencies } from '../../src/imports/retry-pictures.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import { replaceMembers } from '../support/replace-members.ts';
import { receiving, unlimited } from '../support/uploads.ts';

describe('retryPictures', () => {
  const without = { contentMd: 'no picture', contentHtml: null, cover: null };
  for (const [what, source] of [
    ['a content without pictures', without],
    ['a content that was deleted', { ...without, contentMd: '![a](https://example.com/a.png)' }],
  ] as const)
    it(`takes nothing for ${what}`, async () => {
      const takePictures = () => expect.fail('It has taken pictures.');
      const input = { actor: anActor(), id: anId<'Content'>(), takePictures, source };
      expect(await retryPictures(InMemoryWorld.seeded(), input)).to.deep.equal([]);
    });

  const actor = anActor();
  const address = 'https://old.example/one.png';
  const chosen = aMediaFile();
  let world: InMemoryWorld;

  /** Tries the pictures of a content again. The host has those whose addresses do not contain `gone`. */
  function retry(
    id: Content['id'],
    source: Partial<PicturedContent>,
    {
      onReceive = async () => {},
      deps = world,
    }: {
      readonly onReceive?: () => Promise<unknown>;
      readonly deps?: RetryDependencies;
    } = {},
  ) {
    const takePictures = pictureImport(world, actor, {
      uploadMedia: uploadMedia({ ...world, ...unlimited }),
      receive: async (from, folder) => {
        if (from.includes('gone')) throw new PictureUnavailable('The host responded with 503.');
        await onReceive();
        return (await receiving(world, `picture 8x8 ${from}`, { name: 'one.png' })(folder)).file;
      },
    });
    const whole = { contentMd: null, contentHtml: null, cover: null, ...source };
    return retryPictures(deps, { actor, id, takePictures, source: whole });
  }
  async function aStoredContent(fields: Partial<Content>): Promise<Content> {
    const content = aContent(fields);
    await given(world, { media: [chosen], contents: [content] });
    world.clock.advance(1000);
    return content;
  }
  const stored = (id: Content['id']) => world.contents.find(id);

  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  it('replaces the addresses in the text, and keeps the cover that an editor has chosen', async () => {
    const contentMd = `![a](${address})`;
    const { id } = await aStoredContent({ contentMd, coverId: chosen.id });
    expect(await retry(id, { contentMd, cover: 'https://old.example/cover.png' })).to.deep.equal([]);
    const after = await stored(id);
    expect(after?.coverId).to.equal(chosen.id);
    expect(after?.contentMd).to.match(/^!\[a\]\(\/media\/[^/]+\/one\.png\)$/);
    expect(await world.media.list({ page: 1, pageSize: 10 })).to.include({ total: 2 });
  });

  it('sets a cover that is received now, and leaves the text as it is', async () => {
    const { id, contentMd } = await aStoredContent({ contentMd: 'Text' });
    expect(await retry(id, { cover: address })).to.deep.equal([]);
    const after = await stored(id);
    expect(after?.coverId).to.be.a('string');
    expect(after?.contentMd).to.equal(contentMd);
    const [event] = await world.events.page({ limit: 1, subjectId: id });
    expect(Object.keys(event?.changes ?? {})).to.deep.equal(['coverId']);
  });

  it('sets a cover that is received now also if the content has no text', async () => {
    const { id } = await aStoredContent({ editorType: 'RICHTEXT', contentMd: null, contentHtml: null });
    expect(await retry(id, { cover: address })).to.deep.equal([]);
    expect((await stored(id))?.coverId).to.be.a('string');
  });

  it('does not set a cover again that was received and that an editor has removed', async () => {
    const { id } = await aStoredContent({ contentMd: 'Text' });
    await retry(id, { cover: address });
    await updateContent(world)({ actor, id, change: { coverId: null }, reach: undefined });
    const before = await stored(id);
    expect(await retry(id, { cover: address })).to.deep.equal([]);
    expect(await stored(id)).to.deep.equal(before);
  });

  it('changes nothing if no picture is received, and says which', async () => {
    const gone = 'https://old.example/gone.png';
    const contentMd = `![a](${gone})`;
    const { id } = await aStoredContent({ contentMd });
    const before = await stored(id);
    const note = `The picture ${gone} was not imported: The host responded with 503.`;
    expect(await retry(id, { contentMd })).to.deep.equal([note]);
    expect(await stored(id)).to.deep.equal(before);
  });

  it('leaves it to the next run if the content is changed meanwhile, and says so', async () => {
    const gone = 'https://old.example/gone.png';
    const contentMd = `![a](${address}) ![b](${gone})`;
    const { id } = await aStoredContent({ contentMd });
    const onReceive = () => updateContent(world)({ actor, id, change: { title: 'Meanwhile' }, reach: undefined });
    expect(await retry(id, { contentMd }, { onReceive })).to.deep.equal([
      `The picture ${gone} was not imported: The host responded with 503.`,
      'Its pictures were not replaced: This has been changed in the meantime.',
    ]);
    expect(await stored(id)).to.include({ title: 'Meanwhile', contentMd });
    await retry(id, { contentMd });
    expect((await stored(id))?.contentMd).to.match(/^!\[a\]\(\/media\//);
  });

  it('ends with an error that is no refusal', async () => {
    const contentMd = `![a](${address})`;
    const { id } = await aStoredContent({ contentMd });
    const broken = new Error('The converter is broken.');
    const deps = replaceMembers(world, { markdown: { ...world.markdown, render: () => Promise.reject(broken) } });
    expect(await retry(id, { contentMd }, { deps }).catch((error: unknown) => error)).to.equal(broken);
  });
});
