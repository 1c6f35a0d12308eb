import { expect } from 'chai';
import { conflictsBetween, mergeValues } from '../src/parts/conflict.ts';
import { newContentValues, splitTags, type ContentValues } from '../src/screens/contents/content-values.ts';

const base: ContentValues = { ...newContentValues, title: 'Roles', tags: ['access'], text: 'one' };

describe('two people who change one content', () => {
  it('have no conflict while only one of them has saved', () => {
    expect(conflictsBetween(base, { ...base, text: 'two' }, base)).to.deep.equal([]);
  });

  it('have none if both have made it the same', () => {
    const same = { ...base, tags: ['access', 'news'] };
    expect(conflictsBetween(base, same, { ...same, tags: [...same.tags] })).to.deep.equal([]);
  });

  it('decide about every field that differs, also about those that only the other one has changed', () => {
    const mine = { ...base, text: 'mine' };
    const theirs = { ...base, text: 'theirs', title: 'Rights' };
    expect(conflictsBetween(base, mine, theirs)).to.have.deep.members([
      { field: 'title', isMine: false },
      { field: 'text', isMine: true },
    ]);
  });

  it('save for each field what was chosen', () => {
    const mine = { ...base, text: 'mine', tags: ['mine'] };
    const theirs = { ...base, text: 'theirs', tags: ['theirs'], title: 'Rights' };
    expect(mergeValues(mine, theirs, new Set(['text']))).to.deep.equal({ ...theirs, text: 'mine' });
  });
});

describe('tags of a content', () => {
  it('are known by name whatever the case, and created otherwise', () => {
    const names = new Map([['1', 'News']]);
    expect(splitTags(['news', '新闻'], names)).to.deep.equal({ ids: ['1'], unknown: ['新闻'] });
  });
});
