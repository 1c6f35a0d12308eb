import { ContentChanged, type LongField } from '@portcullis/application/internal/ports/contents';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import { expect } from 'chai';
import fc from 'fast-check';
import { success } from '../../src/responses/response-data.ts';
import { largeResponse, piecesOf, withFirstPiece } from '../../src/responses/large-response.ts';
import { isFullyInMemory, isLarge, totalBytesOf } from '../../src/responses/response-data.ts';

const slice = 64 * 1024;

/**
 * Generates texts of about one or two slices. Near the end of the first slice, the texts contain characters of every
 * UTF-8 length, characters that JSON escapes, and lone surrogates.
 */
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

/** Collects everything that an iterable yields. */
async function collected<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** Splits a text into pieces with these lengths, in characters. The rest of the text is the last piece. */
function cut(whole: string, lengths: readonly number[]): readonly string[] {
  const rest = [...whole];
  const pieces = lengths.map((length) => rest.splice(0, length).join(''));
  return [...pieces, rest.join('')].filter((piece) => piece !== '');
}

const fieldOf = (pieces: readonly string[]): LongField => ({
  format: 'text',
  bytes: Buffer.byteLength(pieces.join('')),
  async *pieces() {
    yield* pieces;
  },
});

async function* failing(): AsyncGenerator<string> {
  yield* [];
  throw new ContentChanged('It was changed.');
}

describe('A large response', () => {
  it('has the same bytes as the result of JSON.stringify', () => {
    return fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), member), async (data) => {
        expect((await collected(piecesOf(data))).join('') === JSON.stringify(data)).to.equal(true);
      }),
    );
  });

  it('has the same bytes if a text is read in pieces of any length', () =>
    fc.assert(
      fc.asyncProperty(longText, fc.array(fc.integer({ min: 1, max: slice + 2 })), async (text, lengths) => {
        const whole = { id: 1, text: text.toWellFormed(), last: null };
        const data = { ...whole, text: fieldOf(cut(whole.text, lengths)) };
        for (const each of [data, await withFirstPiece(data)]) {
          expect((await collected(piecesOf(each))).join('') === JSON.stringify(whole)).to.equal(true);
        }
      }),
    ));

  it('has the same bytes and is fully in memory if a text is a Utf8Text', () =>
    fc.assert(
      fc.asyncProperty(longText, async (text) => {
        const whole = { id: 1, text: `\uFEFF${text.toWellFormed()}`, last: null };
        const data = { ...whole, text: new Utf8Text(Buffer.from(whole.text)) };
        expect(isLarge(data) && isFullyInMemory(data)).to.equal(true);
        expect((await collected(piecesOf(await withFirstPiece(data)))).join('') === JSON.stringify(whole)).to.equal(
          true,
        );
      }),
    ));

  it('contains the JSON of a long JSON field unchanged', async () => {
    const toc: LongField = { ...fieldOf(['[{"a": "', 'b"}]']), format: 'json' };
    expect((await collected(piecesOf({ id: 1, toc }))).join('')).to.equal('{"id":1,"toc":[{"a": "b"}]}');
  });

  it('fails before it begins if its first long field cannot be read', async () => {
    const field: LongField = { ...fieldOf([]), pieces: () => failing() };
    expect(await withFirstPiece({ id: 1, field }).catch((error: unknown) => error)).to.be.instanceOf(ContentChanged);
  });

  it('is written in pieces that are not much longer than a slice', async () => {
    const pieces = await collected(piecesOf({ text: 'a'.repeat(10 * slice + 1), other: 1 }));
    expect(pieces.filter(({ length }) => length === slice)).to.have.lengthOf(10);
    expect(Math.max(...pieces.map(({ length }) => length))).to.equal(slice);
  });

  it('has the envelope of a small response', async () => {
    const data = { id: 1, text: '中'.repeat(2 * slice), at: new Date(0) };
    const written = (await collected(largeResponse(data))).join('');
    const { timestamp }: { timestamp: string } = JSON.parse(written);
    expect(written === JSON.stringify({ ...success(data), timestamp })).to.equal(true);
  });

  it('is recognised by a member that is a long text or a long field', () => {
    for (const data of [{ text: 'a'.repeat(slice + 1) }, { text: fieldOf(['a']) }])
      expect(isLarge(data)).to.equal(true);
    for (const data of [{ text: 'a'.repeat(slice) }, ['a'], 'a'.repeat(slice + 1), null, undefined, 1, {}]) {
      expect(isLarge(data)).to.equal(false);
    }
  });

  it('has a size that is the sum of the sizes of its long members', () => {
    const held = new Utf8Text(Buffer.from('中'));
    const data = { id: 1, short: 'é', long: '中'.repeat(slice + 1), field: fieldOf(['é']), held };
    expect(totalBytesOf(data)).to.equal(3 * (slice + 1) + 2 + 3);
  });
});
