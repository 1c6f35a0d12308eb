import { expect } from 'chai';
import { compareRevisions } from '../../src/contents/compare-revisions.ts';
import { createContent, updateContent } from '../../src/contents/contents.ts';
import { shortBytes } from '../../src/ports/contents.ts';
import { anActor, aUser, given, InMemoryWorld } from '@portcullis/testing';

describe('compareRevisions', () => {
  it('returns no change of a body that is long in one of the versions only, because of the other bodies', async () => {
    const world = InMemoryWorld.seeded();
    const author = aUser();
    await given(world, { users: [author] });
    const actor = anActor();
    const contentHtml = `<p>${'a'.repeat(shortBytes / 2)}</p>`;
    const { id } = await createContent(world)({
      actor,
      title: 'x',
      summary: null,
      editorType: 'RICHTEXT',
      contentMd: null,
      contentHtml,
      contentRaw: null,
      categoryId: null,
      coverId: null,
      tagIds: [],
      authorId: author.id,
    });
    await updateContent(world)({ actor, id, change: { contentRaw: 'b'.repeat(shortBytes) } });
    const changed = `<p>${'a'.repeat(shortBytes / 2 - 1)}b</p>`;
    await updateContent(world)({ actor, id, change: { contentHtml: changed } });
    const fieldsOf = async (from: number, to: number) =>
      (await compareRevisions(world)({ id, from, to })).changes.map(({ field }) => field);
    expect(await fieldsOf(1, 2)).to.deep.equal(['contentRaw']);
    expect(await fieldsOf(2, 1)).to.deep.equal(['contentRaw']);
    expect(await fieldsOf(1, 3)).to.have.members(['contentHtml', 'contentRaw']);
  });
});
