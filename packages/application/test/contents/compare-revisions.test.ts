import type { Content } from '@portcullis/domain/internal/contents/content';
import { expect } from 'chai';
import { compareRevisions } from '../../src/contents/compare-revisions.ts';
import { updateContent } from '../../src/contents/contents.ts';
import { shortBytes } from '../../src/ports/contents.ts';
import type { TextComparer } from '../../src/ports/system.ts';
import { aCategory, aContent, anActor, anId, aTag, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('compareRevisions', () => {
  const actor = anActor();
  const [category, tag, news] = [aCategory(), aTag(), aTag()];
  let world: InMemoryWorld;
  beforeEach(() => {
    world = InMemoryWorld.seeded();
  });

  /** Stores a content without a revision, and then the changes. Its first version has the number 1. */
  async function revised(
    fields: Partial<Content>,
    ...changes: Parameters<ReturnType<typeof updateContent>>[0]['change'][]
  ) {
    const content = aContent({ editorType: 'RICHTEXT', ...fields });
    await given(world, { categories: [category], tags: [tag, news], contents: [content] });
    for (const change of changes) await updateContent(world)({ actor, id: content.id, change });
    return content;
  }
  const compare = (id: Content['id'], from: number, to: number, comparer: TextComparer = world.comparer) =>
    compareRevisions({ ...world, comparer })({ id, from, to });
  const hunk = (removed: string, added: string) => ({
    oldStart: 1,
    newStart: 1,
    lines: [
      { op: '-', text: removed },
      { op: '+', text: added },
    ],
  });

  it('returns the old and the new value of each field that differs, and nothing of the others', async () => {
    const { id, title } = await revised({}, { title: 'New', summary: 'Short', categoryId: category.id });
    await updateContent(world)({ actor, id, change: {}, tagIds: [tag.id, news.id] });
    const [hunks, truncated] = [null, false];
    const tagIds = [tag.id, news.id].toSorted();
    expect(await compare(id, 1, 3)).to.deep.equal({
      from: 1,
      to: 3,
      changes: [
        { field: 'title', before: title, after: 'New', hunks, truncated },
        { field: 'summary', before: null, after: 'Short', hunks, truncated },
        { field: 'categoryId', before: null, after: category.id, hunks, truncated },
        { field: 'tagIds', before: [], after: tagIds, hunks, truncated },
      ],
    });
    expect(await compare(id, 3, 3)).to.deep.equal({ from: 3, to: 3, changes: [] });
  });

  it('compares each body by lines; a body that does not exist is empty', async () => {
    const { id } = await revised(
      { contentHtml: '<p>a</p>' },
      { contentMd: 'b', contentHtml: '<p>b</p>', contentRaw: '{}' },
    );
    const [before, after, truncated] = [null, null, false];
    expect((await compare(id, 1, 2)).changes).to.deep.equal([
      { field: 'contentMd', before, after, hunks: [hunk('', 'b')], truncated },
      { field: 'contentHtml', before, after, hunks: [hunk('<p>a</p>', '<p>b</p>')], truncated },
      { field: 'contentRaw', before, after, hunks: [hunk('', '{}')], truncated },
    ]);
    const [removal] = (await compare(id, 2, 1)).changes;
    expect(removal).to.deep.equal({ field: 'contentMd', before, after, hunks: [hunk('b', '')], truncated });
  });

  it('says that a body differs, but not how, if the comparison was given up', async () => {
    const { id } = await revised({ contentRaw: 'a' }, { contentRaw: 'b' });
    const { changes } = await compare(id, 1, 2, { compare: async () => undefined });
    expect(changes).to.deep.equal([{ field: 'contentRaw', before: null, after: null, hunks: null, truncated: true }]);
  });

  it('does not compare two bodies by lines that have more than 1 MiB together', async () => {
    const half = 512 * 1024;
    const { id } = await revised(
      { contentRaw: 'a'.repeat(half) },
      { contentRaw: 'b'.repeat(half) },
      { contentRaw: 'c'.repeat(half + 1) },
    );
    const outcome = async (from: number, to: number) =>
      (await compare(id, from, to)).changes.map(({ hunks, truncated }) => [hunks?.length, truncated]);
    expect(await outcome(1, 2)).to.deep.equal([[1, false]]);
    expect(await outcome(2, 3)).to.deep.equal([[undefined, true]]);
    expect(await outcome(3, 2)).to.deep.equal([[undefined, true]]);
  });

  it('compares two long bodies up to their last character', async () => {
    const start = 'a'.repeat(shortBytes + 1);
    const { id } = await revised(
      { contentRaw: `${start}b` },
      { title: 'Same' },
      { contentRaw: `${start}c` },
      { contentRaw: `${start}cc` },
    );
    const fieldsOf = async (from: number, to: number) =>
      (await compare(id, from, to)).changes.map(({ field }) => field);
    expect(await fieldsOf(1, 2)).to.deep.equal(['title']);
    expect(await fieldsOf(2, 3)).to.deep.equal(['contentRaw']);
    expect(await fieldsOf(3, 4)).to.deep.equal(['contentRaw']);
  });

  it('returns no change of a body that is long in one of the versions only, because of the other bodies', async () => {
    const contentHtml = `<p>${'a'.repeat(shortBytes / 2)}</p>`;
    const { id } = await revised(
      { contentHtml },
      { contentRaw: 'b'.repeat(shortBytes) },
      { contentHtml: `<p>${'a'.repeat(shortBytes / 2 - 1)}b</p>` },
      { contentHtml: `${contentHtml}<p>` },
    );
    const fieldsOf = async (from: number, to: number) =>
      (await compare(id, from, to)).changes.map(({ field }) => field);
    expect(await fieldsOf(1, 2)).to.deep.equal(['contentRaw']);
    expect(await fieldsOf(2, 1)).to.deep.equal(['contentRaw']);
    expect(await fieldsOf(1, 3)).to.deep.equal(['contentHtml', 'contentRaw']);
    expect(await fieldsOf(4, 1)).to.deep.equal(['contentHtml', 'contentRaw']);
  });

  it('refuses a version and a content that do not exist', async () => {
    const { id } = await revised({}, { title: 'New' });
    const attempts = [() => compare(id, 1, 3), () => compare(id, 3, 1), () => compare(anId(), 1, 2)];
    for (const attempt of attempts) expect((await refusalOf(attempt())).refusal).to.equal('revision-not-found');
  });
});
