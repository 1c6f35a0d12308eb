import { expect } from 'chai';
import { textComparer } from '../src/adapters/text-comparer.ts';

describe('The text comparer', () => {
  const limits = { maxMs: 30_000, threads: 2, maxWaiting: 2 };
  const { compare } = textComparer(limits);

  it('returns the lines that differ with three lines around them', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`);
    const after = lines.toSpliced(5, 1, 'new', '-- dashed');
    expect(await compare(lines.join('\n'), after.join('\n'))).to.deep.equal([
      {
        oldStart: 3,
        newStart: 3,
        lines: [
          ...['line 3', 'line 4', 'line 5'].map((text) => ({ op: ' ', text })),
          { op: '-', text: 'line 6' },
          { op: '+', text: 'new' },
          { op: '+', text: '-- dashed' },
          ...['line 7', 'line 8', 'line 9'].map((text) => ({ op: ' ', text })),
        ],
      },
    ]);
  });

  it('compares with an empty text, and texts that differ in a last line break', async () => {
    expect(await compare('', 'a\n')).to.deep.equal([{ oldStart: 1, newStart: 1, lines: [{ op: '+', text: 'a' }] }]);
    const [hunk] = (await compare('a', 'a\n')) ?? [];
    expect(hunk?.lines).to.deep.equal([
      { op: '-', text: 'a' },
      { op: '+', text: 'a' },
    ]);
  });

  it('gives up after its time limit', async () => {
    const half = 512 * 1024;
    const [one, other] = ['a\n', 'b\n'].map((line) => `${line}${Math.random()}\n`.repeat(half / 25));
    const hasty = textComparer({ ...limits, maxMs: 1 });
    expect(await hasty.compare(one ?? '', other ?? '')).to.equal(undefined);
  });

  it('gives up immediately if too many comparisons wait', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, (_, n) => compare('a', `b ${n}`)));
    expect(all.map((hunks) => hunks !== undefined)).to.deep.equal([true, true, true, true, false]);
  });
});
