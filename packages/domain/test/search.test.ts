import { expect } from 'chai';
import fc from 'fast-check';
import {
  excerptFinder,
  matchesTerm,
  plainText,
  searchedParts,
  searchTerms,
  searchWords,
  type SearchedContent,
} from '../src/contents/search.ts';
import { size } from './support.ts';

const words = (text: string): readonly string[] => [...searchWords(text)];
const terms = (q: string) => searchTerms(q).map(({ word, isPrefix }) => word + (isPrefix ? '*' : ''));
const finds = (q: string, text: string): boolean => {
  const found = new Set(searchWords(text));
  return searchTerms(q).every((term) => matchesTerm(term, found));
};

const content = (fields: Partial<SearchedContent>): SearchedContent => ({
  title: 'T',
  summary: null,
  toc: [],
  editorType: 'MARKDOWN',
  contentMd: null,
  contentHtml: null,
  ...fields,
});

/**
 * Generates Chinese, Japanese and Korean characters that `foldText` does not change. Some have two UTF-16 code units.
 */
const cjk = fc
  .oneof(
    fc.integer({ min: 0x4e00, max: 0x4e40 }),
    fc.integer({ min: 0x3041, max: 0x3060 }),
    fc.integer({ min: 0x30a1, max: 0x30c0 }),
    fc.integer({ min: 0xac00, max: 0xac40 }),
    fc.integer({ min: 0x20000, max: 0x20020 }),
  )
  .map((code) => String.fromCodePoint(code));

describe('The words of a search, searchContents rules 2 and 3', () => {
  const cases: readonly (readonly [text: string, words: readonly string[]])[] = [
    ['', []],
    ['— !? …', []],
    ["Don't stop", ['don', 't', 'stop']],
    ['foo_bar-baz.qux', ['foo', 'bar', 'baz', 'qux']],
    ['ＡＢＣ ①', ['abc', '1']],
    ['E\u0301tude ΟΔΟΣ', ['étude', 'οδοσ']],
    ['权限', ['权限', '限']],
    ['龍', ['龍']],
    ['Koa框架2入', ['koa', '框架', '架', '2', '入']],
    ['ｶﾞｰﾄﾞ', ['ガー', 'ード', 'ド']],
    ['人々、', ['人々', '々']],
    ['한국 어', ['한국', '국', '어']],
    ['𠀀𠀁', ['𠀀𠀁', '𠀁']],
    ['x'.repeat(70), ['x'.repeat(64)]],
  ];
  for (const [text, expected] of cases) {
    it(`are ${expected.join(' ')} in ${text.slice(0, 20)}`, () => {
      expect(words(text)).to.deep.equal(expected);
    });
  }

  it('a query is divided into pairs of CJK characters, single characters and beginnings of words', () => {
    expect(terms('权限管')).to.deep.equal(['权限', '限管']);
    expect(terms('龍 a Ab ab')).to.deep.equal(['龍*', 'a', 'ab*']);
    expect(terms('x'.repeat(70))).to.deep.equal([`${'x'.repeat(64)}*`]);
  });

  it('a query for any part of a CJK text finds the text', () => {
    const run = fc.array(cjk, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(run, fc.nat(), fc.integer({ min: 1, max: 8 }), fc.string(), (characters, at, length, around) => {
        const start = at % characters.length;
        const q = characters.slice(start, start + length).join('');
        expect(finds(q, `${around} ${characters.join('')} ${around}`)).to.equal(true);
      }),
    );
  });

  it('a query of two CJK characters finds only texts in which they are adjacent', () => {
    fc.assert(
      fc.property(fc.array(cjk, { maxLength: 60 }), cjk, cjk, (characters, first, second) => {
        const text = characters.join('');
        expect(finds(first + second, text)).to.equal(text.includes(first + second));
        expect(finds(first, text)).to.equal(text.includes(first));
      }),
    );
  });
});

describe('The parts of a long text', () => {
  it('contain every pair of adjacent Han characters of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(cjk, fc.constantFrom(' ', 'a', 'ガ', 'e\u0301', '\u3099')), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (unit, shift) => {
          const text = 'x'.repeat(shift) + unit.join('').repeat(10_000);
          const parts = [...searchedParts(content({ contentMd: text }))];
          const found = new Set(parts.flatMap(({ body }) => words(body)));
          const pairs = new Set(words(text).filter((word) => /^\p{scx=Han}{2}$/u.test(word)));
          for (const pair of pairs) expect(found.has(pair), pair).to.equal(true);
        },
      ),
      { numRuns: size(30) },
    );
  });

  it('have at most 65,536 code units, and only the first part has the title and summary', () => {
    const text = '长'.repeat(200_000);
    const parts = [...searchedParts(content({ contentMd: text, summary: 'S' }))];
    expect(parts.map(({ title, summary }) => title + summary)).to.deep.equal(['TS', '', '', '']);
    expect(Math.max(...parts.map(({ body }) => body.length))).to.equal(65_536);
  });

  /** The largest part of a text that is indexed at once, in code units. */
  const limit = 65_536;
  const bodiesOf = (text: string) => [...searchedParts(content({ contentMd: text }))].map(({ body }) => body);

  it('are cut before a space of the second half, and are one part if the text is not too long', () => {
    const x = (length: number) => 'x'.repeat(length);
    expect(bodiesOf(x(limit))).to.deep.equal([x(limit)]);
    expect(bodiesOf(`${x(limit - 2)} y`)).to.deep.equal([`${x(limit - 2)} y`]);
    expect(bodiesOf(`${x(limit - 2)} yz`)).to.deep.equal([x(limit - 2), ' yz']);
    expect(bodiesOf(`${x(limit)} y`)).to.deep.equal([x(limit), 'x y']);
    expect(bodiesOf(`${x(limit + 1)} y`)).to.deep.equal([x(limit), 'xx y']);
    expect(bodiesOf(`${x(10)} ${x(limit)}`)).to.deep.equal([`${x(10)} ${x(limit - 11)}`, x(12)]);
  });

  it('overlap by one character, and divide no character from its marks unless it has very many', () => {
    const han = '长'.repeat(limit - 1);
    expect(bodiesOf(`${han}城市`)).to.deep.equal([`${han}城`, '城市']);
    const before = 'x'.repeat(limit - 1);
    expect(bodiesOf(`${before}e\u0301y`)).to.deep.equal([before, 'xe\u0301y']);
    const many = `${'x'.repeat(limit - 50)}e${'\u0301'.repeat(100)}`;
    expect(bodiesOf(many)[0]).to.equal(many.slice(0, limit));
  });

  it('are those of the Markdown as it was written, or of the HTML', () => {
    const toc = [{ level: 1, text: 'One', id: 'one', children: [{ level: 2, text: 'Two', id: 'two', children: [] }] }];
    const part = { title: 'T', summary: '', heading: 'One\nTwo' };
    const texts = { toc, contentMd: 'a <b>', contentHtml: '<p>b&nbsp;c</p>' };
    const partsOf = (given: Partial<SearchedContent>) => [...searchedParts(content({ ...texts, ...given }))];
    expect(partsOf({})).to.deep.equal([{ ...part, body: 'a <b>' }]);
    expect(partsOf({ contentMd: null })).to.deep.equal([{ ...part, body: ' b c ' }]);
    expect(partsOf({ editorType: 'RICHTEXT' })).to.deep.equal([{ ...part, body: ' b c ' }]);
    expect(partsOf({ editorType: 'RICHTEXT', contentHtml: null })).to.deep.equal([{ ...part, body: '' }]);
  });

  it('divide no heading, and have empty headings or bodies where only the others continue', () => {
    const toc = Array.from({ length: 3000 }, () => ({ level: 1, text: 'Heading', id: 'heading', children: [] }));
    const few = [...searchedParts(content({ toc, contentMd: 'body' }))];
    expect(few.map(({ body }) => body)).to.deep.equal(['body', '']);
    expect(new Set(few.flatMap(({ heading }) => words(heading)))).to.deep.equal(new Set(['heading']));
    const long = [...searchedParts(content({ toc: toc.slice(0, 1), contentMd: 'body '.repeat(20_000) }))];
    expect(long.map(({ heading }) => heading)).to.deep.equal(['Heading', '']);
  });

  it('of HTML are not cut inside a tag', () => {
    const parts = [
      ...searchedParts(content({ editorType: 'RICHTEXT', contentHtml: '<p class="no">yes</p>'.repeat(10_000) })),
    ];
    expect(parts.length).to.be.greaterThan(1);
    expect(new Set(parts.flatMap(({ body }) => words(body)))).to.deep.equal(new Set(['yes']));
  });
});

describe('The text of HTML', () => {
  const cases = {
    'a<b>c</b>': 'a c ',
    'x &lt;y&gt; &amp;': 'x <y> &',
    'cut <img src="': 'cut  ',
    '1 < 2': '1  ',
    '&bad;': '&bad;',
  };
  for (const [html, text] of Object.entries(cases)) {
    it(`is '${text}' for ${html}`, () => {
      expect(plainText(html)).to.equal(text);
    });
  }
});

describe('A highlight', () => {
  const cases: readonly (readonly [q: string, text: string, match: string | undefined])[] = [
    ['koa', 'A Koala', 'Koala'],
    ['koa', 'xkoa', undefined],
    ['a', 'b a', 'a'],
    ['a', 'b ab', undefined],
    ['管理', '权限管理系统', '管理'],
    ['管理系统', '权限管理和系统', '管理'],
    ['龍', '一龍', '龍'],
    ['koa 框架', 'express 框架', '框架'],
    ['权限管理', '管理', '管理'],
    ['管理系统', '统管', undefined],
    ['a.b*(', 'x A.B*(', 'A'],
    ['a abc', 'abc', 'abc'],
    ['aa', 'baaa aab', 'aab'],
    ['b 龍', 'ab 龍b b', '龍'],
    ['𐐨', '𐐨𐐨 𐐀', '𐐀'],
  ];
  for (const [q, text, match] of cases) {
    it(`of ${q} in ${text} is ${match}`, () => {
      const found = excerptFinder(q)(text);
      expect(found?.match).to.equal(match);
      if (found !== undefined) expect(found.before + found.match + found.after).to.equal(text);
    });
  }

  const forms: readonly (readonly [q: string, text: string, match: string | undefined])[] = [
    ['connecting', 'Connectedness, CONNECTED', 'CONNECTED'],
    ['connecting', 'Connectedness', undefined],
    ['connecting', 'the connecting', 'connecting'],
    ['connection', 'connections, connected', 'connections'],
    ['a connecting', 'connect a', 'connect'],
    ['x', 'connected', 'connected'],
    ['x', 'xconnected', undefined],
  ];
  for (const [q, text, match] of forms) {
    it(`of ${q}, or of 'connect' and 'connected' as complete words, in ${text} is ${match}`, () => {
      expect(excerptFinder(q, ['connect', 'connected'])(text)?.match).to.equal(match);
    });
  }

  it('has at most 60 code units of context on each side, and splits no character', () => {
    const found = excerptFinder('koa')(`${'𠀀'.repeat(50)} koa ${'𠀀'.repeat(50)}`);
    expect([found?.before.length, found?.after.length]).to.deep.equal([59, 59]);
    const first = excerptFinder('koa')(`My koa ${'x'.repeat(200)}`);
    expect([first?.before, first?.after]).to.deep.equal(['My ', ` ${'x'.repeat(59)}`]);
    expect(found?.before.isWellFormed() && found.after.isWellFormed()).to.equal(true);
  });

  it('is part of the text for every query, and a query with a letter or digit has search terms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string(), (q, text) => {
        if (!/[\p{L}\p{N}]/u.test(q)) return;
        expect(searchTerms(q)).to.not.deep.equal([]);
        const found = excerptFinder(q)(text);
        if (found !== undefined) expect(text).to.contain(found.before + found.match + found.after);
      }),
    );
  });
});
