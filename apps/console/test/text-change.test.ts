import { expect } from 'chai';
import fc from 'fast-check';
import { changeBetween } from '../src/editor/text-change.ts';

const applied = (before: string, after: string): string => {
  const { from, to, insert } = changeBetween(before, after);
  return before.slice(0, from) + insert + before.slice(to);
};

describe('changeBetween', () => {
  it('returns only what differs', () => {
    expect(changeBetween('one two three', 'one 2 three')).to.deep.equal({ from: 4, to: 7, insert: '2' });
    expect(changeBetween('aa', 'aaa')).to.deep.equal({ from: 2, to: 2, insert: 'a' });
    expect(changeBetween('same', 'same')).to.include({ insert: '' });
  });

  it('leads from any text to any other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '文', '😀') });
    fc.assert(fc.property(text, text, (before, after) => void expect(applied(before, after)).to.equal(after)));
  });
});
