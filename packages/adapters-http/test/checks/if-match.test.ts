import { expect } from 'chai';
import fc from 'fast-check';
import { parseIfMatch } from '../../src/checks/conditional-requests.ts';
import { parseIfNoneMatch } from '../../src/responses/etags.ts';

/** Values of `If-Match`, and what `parseIfMatch` must return for each of them. */
const values: readonly (readonly [header: string, condition: ReturnType<typeof parseIfMatch>])[] = [
  ['*', 'any'],
  [' * ', 'any'],
  ['"7"', [7]],
  ['"7", "9"', [7, 9]],
  ['"7","9"', [7, 9]],
  [', "7" ,, "9",', [7, 9]],
  ['"7",\t"9"', [7, 9]],
  ['"abc"', []],
  ['"a,b", "7"', [7]],
  ['""', []],
  ['"07"', []],
  ['"0"', []],
  ['"7.0"', []],
  ['"99999999999"', []],
  ['', undefined],
  [' ', undefined],
  [',', undefined],
  ['7', undefined],
  ['W/"7"', [7]],
  ['"7", W/"9"', [7, 9]],
  ['"7-gzip", W/"8-br", "9-zstd", "10;gzip", "11--gzip", "12-deflate"', [7, 8, 9, 10, 11, 12]],
  ['W/"7-br-gzip"', [7]],
  ['"7-other", "-gzip", "7gzip", "07-gzip", "7-gzip-8"', []],
  ['w/"7"', undefined],
  ['W/7', undefined],
  ['W/ "7"', undefined],
  ['W/', undefined],
  ['"7" "9"', undefined],
  ['"7', undefined],
  ['7"', undefined],
  ['"7"x', undefined],
  ['*, "7"', undefined],
  ['"7", *', undefined],
  ["'7'", undefined],
];

const version = fc.integer({ min: 1, max: 2 ** 31 - 1 });
/** Generates texts without digits. They become ETags when the test puts them in quotes. */
const opaque = fc.stringMatching(/^[!#-/:-~]*$/);
const separator = fc.constantFrom(',', ', ', ' ,', ',,', ' , ,\t');

describe('parseIfMatch', () => {
  for (const [header, condition] of values) {
    it(`reads ${JSON.stringify(header)} as ${JSON.stringify(condition) ?? 'malformed'}`, () => {
      expect(parseIfMatch(header)).to.deep.equal(condition);
    });
  }

  it('returns the versions in the order of the list, and ignores other tags', () => {
    const tags = fc.array(fc.oneof(version, opaque), { minLength: 1 });
    fc.assert(
      fc.property(tags, separator, (list, between) => {
        const header = list.map((tag) => `"${tag}"`).join(between);
        expect(parseIfMatch(header)).to.deep.equal(list.filter((tag) => typeof tag === 'number'));
      }),
    );
  });

  it('rejects a list if one of its tags has no quotes', () => {
    const broken = version.chain((tag) => fc.constantFrom(`W/${tag}`, `w/"${tag}"`, String(tag), `"${tag}`));
    fc.assert(
      fc.property(fc.array(version), broken, fc.array(version), (before, tag, after) => {
        const quoted = (tags: readonly number[]) => tags.map((each) => `"${each}"`);
        expect(parseIfMatch([...quoted(before), tag, ...quoted(after)].join(', '))).to.equal(undefined);
      }),
    );
  });

  it('returns valid versions, any or undefined for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (header) => {
        const condition = parseIfMatch(header);
        if (Array.isArray(condition))
          expect(condition.every((each) => Number.isSafeInteger(each) && each > 0)).to.equal(true);
        else expect(condition).to.be.oneOf(['any', undefined]);
      }),
    );
  });
});

describe('parseIfNoneMatch', () => {
  it('returns ETags with and without what proxies have added to them', () => {
    expect(parseIfNoneMatch('W/"abc", "def-gzip"')).to.deep.equal(['abc', 'def-gzip', 'def']);
    expect(parseIfNoneMatch('*')).to.deep.equal([]);
  });
});
