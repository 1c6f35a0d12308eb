import { expect } from 'chai';
import fc from 'fast-check';
import { slug as githubSlug } from 'github-slugger';
import { checkSlug, headingId, slugFrom } from '../src/names/slug.ts';
import { anyCharacter, refusalKind, refusalOf } from './support.ts';

/**
 * Unicode blocks in which github-slugger supports every letter. It removes letters that Unicode added more recently.
 */
const blocks: readonly [string, number, number][] = [
  ['Latin', 0x0000, 0x024f],
  ['Phonetic letters and combining marks', 0x0250, 0x036f],
  ['Greek', 0x0370, 0x03ff],
  ['Cyrillic', 0x0400, 0x052f],
  ['Armenian', 0x0530, 0x058f],
  ['Hebrew', 0x0590, 0x05ff],
  ['Arabic', 0x0600, 0x06ff],
  ['Devanagari', 0x0900, 0x097f],
  ['Bengali', 0x0980, 0x09ff],
  ['Tamil', 0x0b80, 0x0bff],
  ['Thai', 0x0e00, 0x0e7f],
  ['Georgian', 0x10a0, 0x10ff],
  ['Ethiopic', 0x1200, 0x137f],
  ['Khmer', 0x1780, 0x17ff],
  ['Extended Latin and Greek', 0x1e00, 0x1fff],
  ['Punctuation, superscripts', 0x2000, 0x209f],
  ['Letter-like symbols, number forms, arrows, circled letters', 0x2100, 0x24ff],
  ['Symbols, dingbats', 0x2500, 0x27bf],
  ['Kana', 0x3000, 0x30ff],
  ['Han', 0x4e00, 0x9fef],
  ['Hangul', 0xac00, 0xd7a3],
  ['Full-width forms, variation selectors', 0xfe00, 0xffef],
  ['Mathematical letters', 0x1d400, 0x1d7ff],
  ['Emoji', 0x1f300, 0x1f6d7],
];

describe('§4.6 conversion rule 3: heading id', () => {
  const table: readonly [string, string][] = [
    ['Getting Started', 'getting-started'],
    ['What is new in 2.0?', 'what-is-new-in-20'],
    ['C++ & C#', 'c--c'],
    ['snake_case - and – dashes', 'snake_case---and--dashes'],
    ['`npm run`: (twice)', 'npm-run-twice'],
    ['Überblick', 'überblick'],
    ['ΟΔΟΣ', 'οδος'],
    ['Что нового?', 'что-нового'],
    ['快速开始。', '快速开始'],
    ['はじめに（１）', 'はじめに１'],
    ['시작하기', '시작하기'],
    ['البدء السريع؟', 'البدء-السريع'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['Ⓐ or Ⅳ', 'ⓐ-or-ⅳ'],
    ['x² is ½', 'x-is-'],
    ['🎉 Party', '-party'],
    ['tab\tor break\n', 'tabor-break'],
    [' spaced  out ', '-spaced--out-'],
    ['!?', ''],
    ['', ''],
  ];
  for (const [heading, id] of table) {
    it(`of ${JSON.stringify(heading)} is ${JSON.stringify(id)}, as in github-slugger`, () => {
      expect(headingId(heading)).to.equal(id);
      expect(githubSlug(heading)).to.equal(id);
    });
  }

  for (const [name, first, last] of blocks) {
    it(`is the same as in github-slugger for every character of: ${name}`, () => {
      for (let point = first; point <= last; point += 1) {
        const letter = String.fromCodePoint(point);
        expect(headingId(letter), `U+${point.toString(16)}`).to.equal(githubSlug(letter));
      }
    });
  }

  it('is the same as in github-slugger for any mixture of scripts', () => {
    const ranges = blocks.map(([, min, max]) => fc.integer({ min, max }).map((point) => String.fromCodePoint(point)));
    const heading = fc.string({ unit: fc.oneof(...ranges, fc.constantFrom(' ', '-', '_')) });
    fc.assert(
      fc.property(heading, (text) => {
        expect(headingId(text)).to.equal(githubSlug(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('§2.7 slug', () => {
  it('follows the rule for heading ids after the title is trimmed', () => {
    expect(slugFrom('  Hello, World!  ', 'fallback')).to.equal('hello-world');
  });

  const empty: readonly [string, string][] = [
    ['the empty text', ''],
    ['spaces', '   '],
    ['punctuation', '?!'],
    ['hyphens', '- -'],
    ['emoji', '🎉 🎉'],
    ['an emoji with an invisible variation selector', '❤\ufe0f'],
  ];
  for (const [what, title] of empty) {
    it(`is the fallback for a title without letters or digits: ${what}`, () => {
      expect(slugFrom(title, 'b2c5c4f2')).to.equal('b2c5c4f2');
    });
  }

  for (const letter of ['x', '字', '𝒳']) {
    it(`leaves room for a suffix within 255 characters, and splits no character: ${letter}`, () => {
      expect(slugFrom(letter.repeat(300), 'fallback')).to.equal(letter.repeat(243));
      expect(slugFrom(letter.repeat(243), 'fallback')).to.equal(letter.repeat(243));
    });
  }

  it('omits letter-like numbers, symbols and connectors, which a supplied slug may not contain either', () => {
    expect(headingId('Part Ⅳ Ⓐ a‿b')).to.equal('part-ⅳ-ⓐ-a‿b');
    expect(slugFrom('Part Ⅳ Ⓐ a‿b', 'fallback')).to.equal('part---ab');
    expect(slugFrom('Ⅳ', 'fallback')).to.equal('fallback');
  });

  it('consists of characters of the heading id, at most 243, and is valid as a supplied slug', () => {
    const title = fc.string({
      unit: fc.oneof(fc.string({ unit: anyCharacter, maxLength: 1 }), fc.constantFrom(...'a.-~ Ⅳ‿')),
    });
    fc.assert(
      fc.property(title, (text) => {
        const slug = slugFrom(text, 'fallback');
        expect([...slug].length).to.be.within(1, 243);
        expect(refusalKind(() => checkSlug(slug))).to.equal(undefined);
        expect(refusalKind(() => checkSlug(`${slug}-2`))).to.equal(undefined);
        const rest = new Set(headingId(text.trim()).normalize('NFC'));
        expect(slug === 'fallback' || [...slug].every((letter) => rest.has(letter))).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });

  const good = ['a', '~', '...', '.a', 'C_1.0-rc~2', 'ÜBER', '快速开始', 'हिन्दी', '٣٤٥', 'é'.normalize('NFD')];
  const bad = [
    '.',
    '..',
    '../etc',
    'a\nb',
    'a b',
    '<script>',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    '%2e',
    'a\u200db',
    '🎉',
    '½',
  ];

  it('may consist of letters, marks and digits of every script and - _ . ~', () => {
    for (const slug of good)
      expect(
        refusalKind(() => checkSlug(slug)),
        slug,
      ).to.equal(undefined);
    for (const slug of bad)
      expect(
        refusalKind(() => checkSlug(slug)),
        slug,
      ).to.equal('slug-unacceptable');
  });

  it('is named as the invalid field in the error', () => {
    const { message, details } = refusalOf(() => checkSlug('..')) ?? {};
    expect(message).to.match(/letters, digits/);
    expect(details).to.deep.equal([{ field: 'slug', message }]);
  });
});
