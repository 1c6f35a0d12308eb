import { expect } from 'chai';
import fc from 'fast-check';
import { utf8PrefixChecker } from '../../src/body/json-body.ts';

/** Returns a boolean for each chunk: true if TextDecoder accepts the text up to the end of this chunk. */
function decodes(chunks: readonly Buffer[]): readonly boolean[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isRefused = false;
  return chunks.map((chunk) => {
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      isRefused = true;
    }
    return !isRefused;
  });
}

function follows(chunks: readonly Buffer[]): readonly boolean[] {
  const isStillUtf8 = utf8PrefixChecker();
  let isRefused = false;
  return chunks.map((chunk) => {
    isRefused ||= !isStillUtf8(chunk);
    return !isRefused;
  });
}

/** Generates bytes near the boundaries of the ranges that UTF-8 allows. */
const anyByte = fc.constantFrom(
  0x00,
  0x41,
  0x7f,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc0,
  0xc1,
  0xc2,
  0xdf,
  0xe0,
  0xe1,
  0xed,
  0xef,
  0xf0,
  0xf1,
  0xf4,
  0xf5,
  0xff,
);

describe('UTF-8 that arrives in chunks', () => {
  for (const text of ['a', 'é', '中', '😀', 'a😀é中']) {
    it(`is accepted wherever it is split: ${text}`, () => {
      const bytes = Buffer.from(text);
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        expect(follows([bytes.subarray(0, cut), bytes.subarray(cut)]), String(cut)).to.deep.equal([true, true]);
      }
      expect(follows([...bytes].map((byte) => Buffer.from([byte])))).to.not.include(false);
    });
  }

  it('is rejected if an invalid sequence spans two chunks', () => {
    expect(follows([Buffer.from([0xe4, 0xb8]), Buffer.from('a')])).to.deep.equal([true, false]);
    expect(follows([Buffer.from([0xed]), Buffer.from([0xa0, 0x80])])).to.deep.equal([true, false]);
    expect(follows([Buffer.from([0xf4]), Buffer.from([0x90])])).to.deep.equal([true, false]);
  });

  it('is rejected at the same chunk as by TextDecoder', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyByte, { maxLength: 6 }), { maxLength: 5 }), (lists) => {
        const chunks = lists.map((bytes) => Buffer.from(bytes));
        expect(follows(chunks)).to.deep.equal(decodes(chunks));
      }),
      { numRuns: 20_000 },
    );
  });
});
