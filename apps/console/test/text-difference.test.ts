import { expect } from 'chai';
import { comparisonRows, textDifference } from '../src/parts/text-difference.tsx';

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

describe('textDifference', () => {
  it('returns the removed, the added and the unchanged lines', () => {
    expect(textDifference('a\nb\nc\n', 'a\nx\nc\n')).to.deep.equal([
      { kind: 'same', lines: ['a'] },
      { kind: 'removed', lines: ['b'] },
      { kind: 'added', lines: ['x'] },
      { kind: 'same', lines: ['c'] },
    ]);
  });

  it('marks unchanged lines far from a change as skipped', () => {
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

  it('returns only added lines if the old text is empty', () => {
    expect(textDifference('', 'a')).to.deep.equal([{ kind: 'added', lines: ['a'] }]);
  });
});

describe('comparisonRows', () => {
  it('returns removed lines beside the lines that replace them', () => {
    const parts = [
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' },
      { kind: 'same', text: 'c' },
      { kind: 'removed', text: 'd' },
      { kind: 'added', text: 'e' },
      { kind: 'removed', text: 'f' },
    ] as const;
    expect(comparisonRows(parts)).to.deep.equal([
      { kind: 'same', before: 'a', after: 'a' },
      { kind: 'changed', after: 'b' },
      { kind: 'same', before: 'c', after: 'c' },
      { kind: 'changed', before: 'd', after: 'e' },
      { kind: 'changed', before: 'f' },
    ]);
  });
});
