import { expect } from 'chai';
import { createMarkdownRenderer } from '../src/index.ts';
import { textOf } from './support/convert.ts';
import { build, collected, type Recipe } from './support/pathological.ts';
import { isFullSize } from './support/size.ts';

/**
 * Documents that test the code of this package for headings, autolinks, strikethrough, tasks and sanitising.
 * `collected` contains further documents, from other projects.
 */
const own: readonly Recipe[] = [
  { name: 'headings with the same text', parts: [['# same\n', 16_000]] },
  { name: 'headings whose text is the next numbered id', parts: [['# a\n# a-1\n# a-1-1\n', 8000]] },
  {
    name: 'mail addresses without a host',
    parts: [
      ['a', 60_000],
      ['@', 60_000],
    ],
  },
  { name: 'many local parts of mail addresses', parts: [['a.b@', 40_000]] },
  {
    name: 'a host of underscores',
    parts: [
      ['www.', 1],
      ['_', 100_000],
      ['.a.b', 1],
    ],
  },
  {
    name: 'closing parentheses without opening ones',
    parts: [
      ['www.a.b/', 1],
      [')', 150_000],
    ],
  },
  {
    name: 'entities at the end of an address',
    parts: [
      ['www.a.b/', 1],
      ['&a;', 50_000],
      ['&amp;', 50_000],
    ],
  },
  { name: 'schemes without a host', parts: [['http://', 20_000]] },
  { name: 'addresses in brackets', parts: [['[http://a.b/', 10_000]] },
  { name: 'addresses before closing brackets', parts: [['http://a]', 60_000]] },
  { name: 'addresses in parentheses', parts: [['(www.a', 50_000]] },
  { name: 'hosts in a host', parts: [['www.a_', 40_000]] },
  { name: 'hosts before a scheme', parts: [['http://a_b', 60_000]] },
  {
    name: 'a host of 9 MB',
    parts: [
      ['www.', 1],
      ['a', 9_000_000],
    ],
  },
  {
    name: 'a long mail address of many labels',
    parts: [
      ['a.', 100_000],
      ['a@', 1],
      ['a.', 1_000_000],
      ['a-', 1],
    ],
  },
  { name: 'mail addresses directly after each other', parts: [['xmpp:a@b.c/', 20_000]] },
  { name: 'single and double tildes', parts: [['~a ~~b ', 20_000]] },
  {
    name: 'tasks',
    parts: [
      ['- [ ] ', 10_000],
      ['\n- [x] a', 10_000],
    ],
  },
  { name: 'elements without end tags', parts: [['<b><i id=x>', 20_000]] },
  { name: 'a megabyte of elements without end tags', parts: [['x<b>', 250_000]] },
  { name: 'a megabyte of tags and addresses', parts: [['<b>a@b.c ', 110_000]] },
  {
    name: 'a megabyte of deeply nested elements',
    parts: [
      ['<b>', 170_000],
      ['</b>', 130_000],
    ],
  },
  { name: 'a megabyte of inputs that are removed', parts: [['some text <input>', 60_000]] },
  { name: 'end tags without start tags', parts: [['</p></b>', 30_000]] },
  { name: 'raw-text elements without end tags', parts: [['<title><iframe>', 20_000]] },
];

describe('Pathological documents, §8', () => {
  // Only algorithms that take quadratic time exceed these limits. With a quarter of the size, they take a sixteenth of
  // the time, and algorithms that take linear time a quarter. `bench:markdown --load` measures how long a server
  // takes to respond while it converts the documents in `collected`.
  const bounds = isFullSize
    ? { cpuMs: 20_000, highlightMs: 10_000, blockMs: 1000 }
    : { cpuMs: 2500, highlightMs: 1250, blockMs: 500 };
  const renderer = createMarkdownRenderer({ small: bounds, large: bounds });

  after(() => renderer.close());

  for (const recipe of [...own, ...collected]) {
    it(`converts: ${recipe.name}`, async () => {
      expect(textOf((await renderer.render(build(recipe))).html)).to.be.a('string');
    });
  }
});
