import { expect } from 'chai';
import { textDifference } from '../src/parts/text-difference.ts';

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('the difference of two texts', () => {
  it('names the lines that only one of them has', () => {
    expect(textDifference('a\nb\nc\n', 'a\nx\nc\n')).to.deep.equal([
      { kind: 'same', lines: ['a'] },
      { kind: 'removed', lines: ['b'] },
      { kind: 'added', lines: ['x'] },
      { kind: 'same', lines: ['c'] },
    ]);
  });

  it('skips what is far from a change', () => {
    const before = [...lines(1, 10), 'old', ...lines(12, 20)].join('\n');
    const after = [...lines(1, 10), 'new', ...lines(12, 20)].join('\n');
    expect(textDifference(before, after)).to.deep.equal([
      { kind: 'skipped', lines: lines(1, 8) },
      { kind: 'same', lines: ['9', '10'] },
      { kind: 'removed', lines: ['old'] },
      { kind: 'added', lines: ['new'] },
      { kind: 'same', lines: ['12', '13'] },
      { kind: 'skipped', lines: lines(14, 20) },
    ]);
  });

  it('shows an empty text as one empty line', () => {
    expect(textDifference('', 'a')).to.deep.equal([{ kind: 'added', lines: ['a'] }]);
  });
});
