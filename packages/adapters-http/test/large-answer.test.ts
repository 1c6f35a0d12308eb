import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { success } from '../src/envelope.ts';
import { isLarge, largeAnswer, piecesOf } from '../src/large-answer.ts';

const slice = 64 * 1024;

/** Texts about as long as a slice or two, with characters of every width, escapes and broken halves where slices meet. */
const longText = fc
  .tuple(
    fc.integer({ min: slice - 4, max: slice + 4 }),
    fc.array(fc.constantFrom('😀', '中', 'é', '"', '\\', '\n', '\0', '\ud83d', '\ude00', '\u2028', 'a'), {
      maxLength: 12,
    }),
    fc.integer({ min: 0, max: slice + 4 }),
  )
  .map(([before, parts, after]) => 'x'.repeat(before) + parts.join('') + 'y'.repeat(after));

const member = fc.oneof(longText, fc.jsonValue(), fc.date({ noInvalidDate: true }), fc.constant(undefined));

describe('A large answer', () => {
  it('is byte for byte what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), member), (data) => {
        expect([...piecesOf(data)].join('') === JSON.stringify(data)).to.equal(true);
      }),
    );
  });

  it('is written in pieces, none much longer than a slice', () => {
    const pieces = [...piecesOf({ text: 'a'.repeat(10 * slice + 1), other: 1 })];
    expect(pieces.filter(({ length }) => length === slice)).to.have.lengthOf(10);
    expect(Math.max(...pieces.map(({ length }) => length))).to.equal(slice);
  });

  it('is the success that a small one is', async () => {
    const data = { id: 1, text: '中'.repeat(2 * slice), at: new Date(0) };
    const written = await text(largeAnswer(data));
    const { timestamp }: { timestamp: string } = JSON.parse(written);
    expect(written === JSON.stringify({ ...success(data), timestamp })).to.equal(true);
  });

  it('is one with a long text among its members', () => {
    expect(isLarge({ text: 'a'.repeat(slice + 1) })).to.equal(true);
    for (const data of [{ text: 'a'.repeat(slice) }, ['a'], 'a'.repeat(slice + 1), null, undefined, 1, {}]) {
      expect(isLarge(data)).to.equal(false);
    }
  });
});
