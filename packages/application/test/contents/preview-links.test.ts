import { expect } from 'chai';
import {
  createPreviewLink,
  listPreviewLinks,
  readPreview,
  revokePreviewLink,
} from '../../src/contents/preview-links.ts';
import { saveWorkingCopy } from '../../src/contents/working-copies.ts';
import { aContent, anActor, anId, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('Preview links', () => {
  const actor = anActor();
  const content = aContent({ title: 'Draft', contentMd: 'text' });
  const hourMs = 3_600_000;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { contents: [content] });
  });

  const create = (expiresIn = '2h', contentId = content.id) =>
    createPreviewLink(world)({ actor, contentId, expiresIn });
  const list = (contentId = content.id) => listPreviewLinks(world)({ contentId, page: 1, pageSize: 10 });
  const revoke = (id: Awaited<ReturnType<typeof create>>['id'], contentId = content.id) =>
    revokePreviewLink(world)({ actor, contentId, id });

  it('show an unpublished content to everyone who has the token', async () => {
    const { token } = await create();
    expect(await readPreview(world)(token)).to.deep.equal({ ...content, tagIds: [], cover: null });
  });

  it('show the fields of the working copy instead of those of the content', async () => {
    const { token } = await create();
    await saveWorkingCopy(world)({ actor, id: content.id, change: { title: 'Next', summary: 'Short' } });
    const { updatedAt: _updatedAt, ...shown } = await readPreview(world)(token);
    const { updatedAt: _old, ...expected } = content;
    expect(shown).to.deep.equal({ ...expected, title: 'Next', summary: 'Short', tagIds: [], cover: null });
  });

  it('are listed until they expire', async () => {
    expect(await list()).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 10 });
    const [short, long] = [await create('1h'), await create('2h')];
    expect((await list()).items.map(({ id }) => id)).to.have.members([short.id, long.id]);
    world.clock.advance(hourMs);
    expect((await list()).items.map(({ id }) => id)).to.deep.equal([long.id]);
  });

  it('work until they expire or are revoked', async () => {
    const [short, long] = [await create('1h'), await create('2h')];
    world.clock.advance(hourMs - 1);
    await readPreview(world)(short.token);
    world.clock.advance(1);
    expect((await refusalOf(readPreview(world)(short.token))).refusal).to.equal('preview-link-not-found');
    await readPreview(world)(long.token);
    await revoke(long.id);
    expect((await refusalOf(readPreview(world)(long.token))).refusal).to.equal('preview-link-not-found');
    expect((await list()).total).to.equal(0);
  });

  it('do not exist for an unknown token, an unknown id or the id of another content', async () => {
    const other = aContent();
    await given(world, { contents: [other] });
    const { id } = await create();
    for (const attempt of [
      () => readPreview(world)('unknown'),
      () => revoke(anId()),
      () => revoke(id, other.id),
      () => revoke(id, anId()),
    ]) {
      expect((await refusalOf(attempt())).refusal).to.equal('preview-link-not-found');
    }
    expect((await list()).total).to.equal(1);
  });

  it('need a content that exists', async () => {
    for (const attempt of [() => create('1h', anId()), () => list(anId())]) {
      expect((await refusalOf(attempt())).refusal).to.equal('content-not-found');
    }
  });
});
