import { expect } from 'chai';
import { html, rendered } from './support/convert.ts';
import { convertWithin } from './support/heap.ts';
import { isFullSize, size } from './support/size.ts';

const section = [
  'A paragraph with a [link][target] and *emphasis*,\nand a [second link][].\n',
  '- a tight list\n  # not much of a heading\n  - nested\n\n> - quoted\n> lazily\ncontinued\n',
  '1. loose\n\n2. list\n   - [x] done\n',
  '| a | b |\n|---|:-:|\n| 1 |\n| *2* | `3` |\n',
  '```js\nconst a = 1;\n```\n\n    indented\n\n***\n<!-- raw --> <b>html</b>\n',
].join('\n');
const definitions = '\n[target]: /target "title"\n[second link]: /second\n';
const withoutIds = (text: string): string => text.replace(/ id="[^"]*"/g, '');

describe('A large document', () => {
  for (const sanitize of [true, false]) {
    it(`has the same HTML as its sections, even if the link definitions are at its end; sanitised: ${sanitize}`, () => {
      const once = withoutIds(html(section + definitions, { sanitize }));
      const often = withoutIds(html(`${section}\n`.repeat(size(400)) + definitions, { sanitize }));
      expect(often === once.repeat(size(400))).to.equal(true);
    });
  }

  it('may consist of a single table, list, quotation, paragraph or code block', () => {
    const times = size(20_000);
    const rows = '<tr>\n<td>1</td>\n<td><em>2</em></td>\n</tr>\n'.repeat(times);
    const table = html(`|a|b|\n|-|-|\n${'|1|*2*|\n'.repeat(times)}`);
    expect(table.endsWith(`<tbody>\n${rows}</tbody>\n</table>\n`)).to.equal(true);
    const item = '<li><input type="checkbox" disabled="" checked=""> a</li>\n';
    const list = html('- [x] a\n'.repeat(times)).replaceAll(
      /<input[^>]*>/g,
      '<input type="checkbox" disabled="" checked="">',
    );
    expect(list === `<ul>\n${item.repeat(times)}</ul>\n`).to.equal(true);
    const quotation = html('> a\n>\n'.repeat(times));
    expect(quotation === `<blockquote>\n${'<p>a</p>\n'.repeat(times)}</blockquote>\n`).to.equal(true);
    expect(html('line of a paragraph\n'.repeat(times)).match(/<br>/g)).to.have.lengthOf(times - 1);
    expect(html('    a line\n'.repeat(times)) === `<pre><code>${'a line\n'.repeat(times)}</code></pre>\n`).to.equal(
      true,
    );
  });

  it('has an outline of all its slices', () => {
    const { toc, excerpt, readingMinutes } = rendered(`## a\n\n${'word '.repeat(199)}\n\n`.repeat(100));
    expect(toc.map(({ id }) => id)).to.include.members(['a', 'a-99']);
    expect(excerpt).to.match(/^word word/);
    expect(readingMinutes).to.equal(100);
  });

  // If all tokens were in memory at the same time, each of these documents would need more than twice the memory of the
  // thread.
  const columns = 500_000;
  const documents = {
    'a table': `|a|b|c|\n|-|-|-|\n${'| one | two | three |\n'.repeat(140_000)}`,
    'a wide table': `${['|a', '|-', '|b'].map((cell) => cell.repeat(columns)).join('|\n')}|\n`,
    prose: 'Some *text* of a paragraph, and more of it.\n\n'.repeat(70_000),
  };
  for (const [kind, source] of Object.entries(documents)) {
    const title = `is converted with little memory: 3 MB of ${kind} in a heap of 100 MB`;
    if (kind !== 'a table' && !isFullSize) it(`${title} (needs FULL_SIZE=yes)`);
    else {
      it(title, async () => {
        expect(await convertWithin(100, source)).to.be.greaterThan(source.length);
      });
    }
  }
});
