import { expect } from 'chai';
import { conflictsBetween, mergeValues } from '../src/forms/conflict.ts';
import { splitTags } from '../src/resources/tag-names.ts';
import { valuesOf, type ContentValues } from '../src/screens/contents/content-values.ts';

const base: ContentValues = { ...valuesOf(), title: 'Roles', tags: ['access'], text: 'one' };

describe('conflictsBetween and mergeValues', () => {
  it('finds no conflict if the other person has not changed anything', () => {
    expect(conflictsBetween(base, { ...base, text: 'two' }, base)).to.deep.equal([]);
  });

  it('finds no conflict if both people made the same change', () => {
    const same = { ...base, tags: ['access', 'news'] };
    expect(conflictsBetween(base, same, { ...same, tags: [...same.tags] })).to.deep.equal([]);
  });

  it('lists every differing field, including fields that only the other person has changed', () => {
    const mine = { ...base, text: 'mine' };
    const theirs = { ...base, text: 'theirs', title: 'Rights' };
    expect(conflictsBetween(base, mine, theirs)).to.have.deep.members([
      { field: 'title', isMine: false },
      { field: 'text', isMine: true },
    ]);
  });

  it('merges the chosen value of each field', () => {
    const mine = { ...base, text: 'mine', tags: ['mine'] };
    const theirs = { ...base, text: 'theirs', tags: ['theirs'], title: 'Rights' };
    expect(mergeValues(mine, theirs, new Set(['text']))).to.deep.equal({ ...theirs, text: 'mine' });
  });
});

describe('valuesOf', () => {
  it('has the line ends of the editor, so that only what was typed differs', () => {
    const stored = { ...valuesOf(), categoryId: null, coverId: null, tagIds: [], contentHtml: null };
    expect(valuesOf({ ...stored, contentMd: 'one\r\n\r\ntwo\rthree' }).text).to.equal('one\n\ntwo\nthree');
  });
});

describe('splitTags', () => {
  it('finds existing tags regardless of case, and returns the names of new tags', () => {
    const names = new Map([['1', 'News']]);
    expect(splitTags(['news', '新闻'], names)).to.deep.equal({ ids: ['1'], unknown: ['新闻'] });
  });
});
