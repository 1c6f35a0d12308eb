import { expect } from 'chai';
import { changesOf, genderOf, linesOf, orNull, rebased } from '../src/forms/values.ts';

describe('changesOf, orNull and genderOf', () => {
  it('returns only the changed values', () => {
    const before = { name: 'a', email: 'b', tags: ['c'] };
    expect(changesOf(before, { name: 'a', email: 'd', tags: ['c'] })).to.deep.equal({ email: 'd' });
    expect(changesOf(before, { name: 'a', email: 'b', tags: [] })).to.deep.equal({ tags: [] });
    expect(changesOf(before, before)).to.deep.equal({});
  });

  it('returns null for an empty field', () => {
    expect(orNull(' ')).to.equal(null);
    expect(orNull('a')).to.equal('a');
  });

  it('converts a gender of one digit to a number', () => {
    expect(genderOf('1')).to.equal(1);
    expect(genderOf('12')).to.equal('12');
    expect(genderOf('')).to.equal(null);
  });
});

describe('linesOf', () => {
  it('returns each non-empty line once', () => {
    expect(linesOf('news\n\n  标签 \r\nnews\n')).to.deep.equal(['news', '标签']);
    expect(linesOf(' \n')).to.deep.equal([]);
  });
});

describe('rebased', () => {
  const base = { name: 'a', ids: ['x', 'y'] };

  it('returns what was changed, whatever others have changed', () => {
    expect(rebased({ ...base, name: 'b' }, base, { name: 'c', ids: ['z'] })).to.deep.equal({ name: 'b' });
    expect(rebased(base, base, { name: 'c', ids: ['z'] })).to.deep.equal({});
  });

  it('adds and removes the elements of a list that differs', () => {
    const mine = { ...base, ids: ['y', 'new'] };
    expect(rebased(mine, base, { ...base, ids: ['x', 'y', 'theirs'] })).to.deep.equal({ ids: ['y', 'theirs', 'new'] });
    expect(rebased(mine, base, { ...base, ids: ['new'] })).to.deep.equal({ ids: ['new'] });
  });

  it('keeps the order of a list that nobody else has changed', () => {
    expect(rebased({ ...base, ids: ['y', 'x'] }, base, { ...base, name: 'c' })).to.deep.equal({ ids: ['y', 'x'] });
  });
});
