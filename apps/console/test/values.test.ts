import { expect } from 'chai';
import { changesOf, genderOf, linesOf, orNull } from '../src/forms/values.ts';

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
