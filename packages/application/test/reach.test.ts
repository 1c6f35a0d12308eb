import type { Reach } from '@portcullis/domain/internal/access/reach';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { aCategory, anId, given, InMemoryWorld } from '@portcullis/testing';
import { expect } from 'chai';
import { categoryPaths, isReached, pathsAmong, reachedPage, requireResult, requireStored } from '../src/reach.ts';

const own = { attr: 'resource.authorId', eq: 'ada' } as const;
const [byAda, byBob] = [{ authorId: 'ada' }, { authorId: 'bob' }];

/** The refusal with which a check fails; undefined if it allows. */
function refusal(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof BusinessError) return error.refusal;
    throw error;
  }
}

describe('requireStored', () => {
  const attempt = (changes: Reach, reads: Reach) =>
    refusal(() => requireStored({ changes, reads }, byBob, 'content-not-found'));

  it('allows what the caller may read and change', () => {
    expect(attempt(true, true)).to.equal(undefined);
    expect(attempt({ not: own }, true)).to.equal(undefined);
    expect(refusal(() => requireStored(undefined, byBob, 'content-not-found'))).to.equal(undefined);
  });

  it('refuses what the caller may only read', () => {
    expect(attempt(own, true)).to.equal('permission-required');
    expect(attempt(false, { not: own })).to.equal('permission-required');
  });

  it('does not reveal what the caller may not read', () => {
    expect(attempt(own, own)).to.equal('content-not-found');
    expect(attempt(true, false)).to.equal('content-not-found');
    expect(attempt({ not: own }, own)).to.equal('content-not-found');
    const hidden = { changes: false, reads: false };
    expect(refusal(() => requireStored(hidden, byAda, 'tag-not-found'))).to.equal('tag-not-found');
  });
});

describe('requireResult', () => {
  it('refuses a state that the caller may not store', () => {
    expect(refusal(() => requireResult(own, byAda))).to.equal(undefined);
    expect(refusal(() => requireResult(undefined, byBob))).to.equal(undefined);
    expect(refusal(() => requireResult(own, byBob))).to.equal('permission-required');
    expect(refusal(() => requireResult(false, byAda))).to.equal('permission-required');
  });
});

describe('isReached', () => {
  it('takes a category only for below itself, unless the paths are known', () => {
    const below = { attr: 'resource.categoryId', under: 'root' } as const;
    expect(isReached(below, { categoryId: 'root' })).to.equal(true);
    expect(isReached(below, { categoryId: 'leaf' })).to.equal(false);
    expect(isReached(below, { categoryId: 'leaf' }, (id) => [id, 'root'])).to.equal(true);
  });
});

describe('reachedPage', () => {
  it('lists all, those that meet the condition, or none', async () => {
    const at = { page: 2, pageSize: 10 };
    const read = (reach: Reach | undefined) =>
      reachedPage(reach, at, async (condition) => ({ items: [JSON.stringify(condition)], total: 11, ...at }));
    expect(await read(false)).to.deep.equal({ items: [], total: 0, ...at });
    expect(await read(true)).to.deep.equal({ items: [undefined], total: 11, ...at });
    expect(await read(undefined)).to.deep.equal({ items: [undefined], total: 11, ...at });
    expect((await read(own)).items).to.deep.equal([JSON.stringify(own)]);
  });
});

describe('the paths of categories', () => {
  const root = aCategory();
  const middle = aCategory({ parentId: root.id });
  const leaf = aCategory({ parentId: middle.id });

  it('lead to the root, and end if parents form a cycle', () => {
    const pathOf = pathsAmong([leaf, root, middle]);
    expect(pathOf(leaf.id)).to.deep.equal([leaf.id, middle.id, root.id]);
    expect(pathOf(root.id)).to.deep.equal([root.id]);
    expect(pathOf('unknown')).to.deep.equal(['unknown']);
    const cycle = pathsAmong([{ ...root, parentId: leaf.id }, middle, leaf]);
    expect(cycle(middle.id)).to.deep.equal([middle.id, root.id, leaf.id]);
  });

  it('are read for the categories that are needed', async () => {
    const world = InMemoryWorld.seeded();
    await given(world, { categories: [root, middle, leaf] });
    const [unknown, other] = [anId<'Category'>(), anId<'Category'>()];
    const pathOf = await world.run((tx) => categoryPaths(tx, [null, leaf.id, unknown]));
    expect(pathOf(leaf.id)).to.deep.equal([leaf.id, middle.id, root.id]);
    expect([unknown, other].map(pathOf)).to.deep.equal([[unknown], [other]]);
    const none = await world.run((tx) => categoryPaths(tx, [null]));
    expect(none(leaf.id)).to.deep.equal([leaf.id]);
  });
});
