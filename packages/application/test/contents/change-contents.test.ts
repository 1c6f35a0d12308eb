import { expect } from 'chai';
import type { Content } from '@portcullis/domain/internal/contents/content';
import type { ContentStatus } from '@portcullis/domain/internal/contents/schedule';
import { changeContents, type BatchAction } from '../../src/contents/change-contents.ts';
import { aContent, anActor, anId } from '@portcullis/testing/internal/builders';
import { fakeHtmlOf } from '@portcullis/testing/internal/fakes';
import { given } from '@portcullis/testing/internal/given';
import { refusalOf } from '@portcullis/testing/internal/refusal-of';
import { InMemoryWorld } from '@portcullis/testing/internal/world';

describe('changeContents', () => {
  let world: InMemoryWorld;
  let contents: readonly Content[];
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    contents = (['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const).map((status) => aContent({ status, contentMd: 'text' }));
    await given(world, { contents });
  });

  const change = (action: BatchAction, isAtomic: boolean, ids = contents.map(({ id }) => id)) =>
    changeContents(world)({ actor: anActor(), ids, action, isAtomic });
  const statuses = async (): Promise<readonly (ContentStatus | undefined)[]> =>
    Promise.all(contents.map(async ({ id }) => (await world.contents.find(id))?.status));

  const outcomes: readonly (readonly [BatchAction, readonly (ContentStatus | undefined)[], readonly boolean[]])[] = [
    ['publish', ['PUBLISHED', 'PUBLISHED', 'PUBLISHED'], [true, true, true]],
    ['unpublish', ['DRAFT', 'DRAFT', 'ARCHIVED'], [true, true, false]],
    ['archive', ['ARCHIVED', 'ARCHIVED', 'ARCHIVED'], [true, true, true]],
    ['delete', [undefined, undefined, undefined], [true, true, true]],
  ];
  for (const [action, expected, ok] of outcomes) {
    it(`${action}: changes each content that allows it, and returns a refusal for each of the others`, async () => {
      const results = await change(action, false);
      expect(results.map(({ id }) => id)).to.deep.equal(contents.map(({ id }) => id));
      expect(results.map(({ refusal }) => refusal === undefined)).to.deep.equal(ok);
      expect(await statuses()).to.deep.equal(expected);
    });

    it(`${action}: changes all contents or none in an atomic batch`, async () => {
      const before = await statuses();
      if (ok.every(Boolean)) {
        expect(await change(action, true)).to.have.lengthOf(contents.length);
        expect(await statuses()).to.deep.equal(expected);
      } else {
        const { refusal, details } = await refusalOf(change(action, true));
        expect(refusal).to.equal('batch-refused');
        expect(JSON.stringify(details)).to.contain(contents[2]?.id).and.not.to.contain(contents[0]?.id);
        expect(await statuses()).to.deep.equal(before);
      }
    });
  }

  it('changes a content only if it still has the version that the caller expects', async () => {
    const [seen, changed, third] = contents.map(({ id }) => id);
    if (seen === undefined || changed === undefined || third === undefined) throw new Error('A content is missing.');
    const input = { actor: anActor(), ids: [seen, changed, third], action: 'archive' } as const;
    const versions = { [seen]: 1, [changed]: 2 };
    const { refusal, details } = await refusalOf(changeContents(world)({ ...input, versions, isAtomic: true }));
    expect(refusal).to.equal('batch-versions-changed');
    expect(details).to.deep.equal([{ field: 'ids', message: `${changed}: This has been changed in the meantime.` }]);
    expect(await statuses()).to.deep.equal(['DRAFT', 'PUBLISHED', 'ARCHIVED']);
    const missing = { ...input, ids: [changed, anId<'Content'>()] };
    const other = await refusalOf(changeContents(world)({ ...missing, versions, isAtomic: true }));
    expect(other.refusal).to.equal('batch-refused');
    const results = await changeContents(world)({ ...input, versions, isAtomic: false });
    expect(results.map((result) => result.refusal?.refusal)).to.deep.equal([undefined, 'version-changed', undefined]);
    expect(await statuses()).to.deep.equal(['ARCHIVED', 'PUBLISHED', 'ARCHIVED']);
  });

  it('converts Markdown that has no HTML before it publishes', async () => {
    await change('publish', true);
    const [draft] = contents;
    expect(draft && (await world.contents.find(draft.id))?.contentHtml).to.equal(fakeHtmlOf('text'));
  });

  for (const action of ['publish', 'archive', 'delete'] as const) {
    it(`${action}: reports every id that does not exist, and handles a repeated id once`, async () => {
      const [known, ...missing] = [contents[0]?.id ?? anId<'Content'>(), anId<'Content'>(), anId<'Content'>()];
      const ids = [...missing, known, known];
      const results = await change(action, false, ids);
      expect(results.map(({ refusal }) => refusal?.refusal)).to.deep.equal([
        'content-not-found',
        'content-not-found',
        undefined,
      ]);
      const { details } = await refusalOf(change(action, true, missing));
      expect(details).to.deep.equal(
        missing.map((id) => ({ field: 'ids', message: `${id}: This content does not exist.` })),
      );
    });
  }
});
