import { expect } from 'chai';
import fc from 'fast-check';
import { markdownTableOf } from '../src/editor/table-paste.ts';

const pasted = (html: string, text = '') => markdownTableOf({ html, text });

describe('markdownTableOf', () => {
  it('converts a table of a web page, with its first row as the head', () => {
    const html = '<table><tr><th>Name</th><th>City</th></tr><tr><td>李雷</td><td>a<br>b</td></tr></table>';
    expect(pasted(html)).to.equal('| Name | City |\n| --- | --- |\n| 李雷 | a b |');
  });

  it('converts what a spreadsheet puts into the clipboard', () => {
    const html =
      '<html><head><style>td{color:red}</style></head><body><!--StartFragment--><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></body></html>';
    expect(pasted(html, '1\t2')).to.equal('| 1 | 2 |\n| --- | --- |');
    expect(pasted('', 'a\t"b\nc ""d"""\r\n\tx\r\n')).to.equal('| a | b c "d" |\n| --- | --- |\n|  | x |');
  });

  it('escapes vertical bars and fills rows that are too short', () => {
    const html = '<table><tr><td>a|b</td><td>c</td></tr><tr><td>d\\</td></tr></table>';
    expect(pasted(html)).to.equal('| a\\|b | c |\n| --- | --- |\n| d\\\\ |  |');
  });

  it('leaves everything else as it is', () => {
    expect(pasted('', 'plain text')).to.equal(undefined);
    expect(pasted('<p>see</p><table><tr><td>a</td><td>b</td></tr></table>'), 'text beside the table').to.equal(
      undefined,
    );
    expect(pasted('<table><tr><td>one cell</td></tr></table>')).to.equal(undefined);
    expect(pasted('', '\tif (a)\n\t\treturn;'), 'indented code').to.equal(undefined);
    expect(pasted('', 'a\tb\nc'), 'rows of different length').to.equal(undefined);
  });

  it('makes a line for each row, whatever the cells contain', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'\\|`*_<>[]&# a0é字😀\0\v\u2028\ufeff') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const source = rows.map((row) => ['x', ...row].join('\t')).join('\n');
        const lines = (pasted('', source) ?? expect.fail('It is a table.')).split('\n');
        expect(lines).to.have.lengthOf(rows.length + 1);
        for (const line of lines) expect(line.replaceAll(/\\[\\|]/gu, '').match(/\|/gu)).to.have.lengthOf(4);
      }),
    );
  });
});
