import { expect } from 'chai';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { createMarkdownRenderer, DocumentTooComplex } from '../src/index.ts';
import { html } from './support/convert.ts';

/** A table with 181 columns and 362 rows. Each row has only one cell, so 65,160 cells are missing. */
const sparse = `${'|a'.repeat(181)}|\n${'|-'.repeat(181)}|\n${'b\n'.repeat(362)}\n`;

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('Tables', () => {
  it('§4.6: are refused if the document has more than ten missing cells per character', () => {
    expect(() => html(sparse.repeat(21))).to.throw(DocumentTooComplex);
    expect(() => html(sparse)).to.throw(DocumentTooComplex);
  });

  it('are also refused by a worker thread if too many cells are missing', async () => {
    const renderer = createMarkdownRenderer();
    const error: unknown = await renderer.render(sparse.repeat(100)).catch((failure: unknown) => failure);
    await renderer.close();
    expect(error).to.be.instanceOf(DocumentTooComplex);
  });

  it('§4.6: receive all missing cells, even more than 65,536, if there are at most ten per character', () => {
    const [columns, rows] = [32, 6000];
    const header = `${'|a'.repeat(columns)}|\n${'|:-:'.repeat(columns)}|\n`;
    const missing = (columns - 1) * rows;
    const output = html((header + 'b\n'.repeat(rows)).padEnd(missing / 10, '\n'));
    expect(count(output, '<td align="center"></td>\n')).to.equal(missing);
    expect(count(output, '<tr>')).to.equal(rows + 1);
    expect(() => html((header + 'b\n'.repeat(rows)).padEnd(missing / 10 - 1, '\n'))).to.throw(DocumentTooComplex);
  });

  it('count missing cells in the entire document, including quotations and lists', () => {
    const part = `- > ${sparse.trimEnd().replaceAll('\n', '\n  > ')}\n\n`;
    const room = (cells: number): string => 'text '.repeat(cells / 50);
    expect(count(html(part + room(65_160)), '<td></td>')).to.equal(65_160);
    expect(() => html(part.repeat(2) + room(65_160))).to.throw(DocumentTooComplex);
  });

  it('have the same HTML as with markdown-it, unless a row lacks too many cells for markdown-it', () => {
    const stock = markdownIt();
    const rows =
      'a;|;|;|a|b|;\n|-|-|\n;\n|:-:|--:|\n;\n:-|\n;x|y\n-|-\n1|2|3\n4\n;\n;\n;\n\n;-;:-; | ;\\|;\\;`|`;||;| |';
    const others = '> ;- ;1. ;  ;    ;\t;*x*;\u00a0';
    const parts = `${rows};${others}`.split(';');
    const documents = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(documents, (markdown) => {
        const expected = stock.render(markdown).replace(/style="text-align:(\w+)"/g, 'align="$1"');
        const comparable = (text: string): string => text.replace(/ id="[^"]*"|<br>|(?<=<blockquote>)\n/g, '');
        expect(comparable(html(markdown, { sanitize: false }))).to.equal(comparable(expected));
      }),
      { numRuns: 3000 },
    );
  });
});
