import { expect } from 'chai';
import { rendered } from './support/convert.ts';

const excerpt = (markdown: string): string => rendered(markdown).excerpt;
const minutes = (markdown: string): number => rendered(markdown).readingMinutes;

describe('The outline of a document', () => {
  it('contains the headings as a tree by level, with the same ids as the HTML', () => {
    const leaf = { children: [] };
    const { toc, html } = rendered('# A `b`\n### C\n## D\n\nE\n=\n\n<br>\n\n#### A *b*\n');
    expect(toc).to.deep.equal([
      {
        id: 'a-b',
        text: 'A b',
        level: 1,
        children: [
          { id: 'c', text: 'C', level: 3, ...leaf },
          { id: 'd', text: 'D', level: 2, ...leaf },
        ],
      },
      { id: 'e', text: 'E', level: 1, children: [{ id: 'a-b-1', text: 'A b', level: 4, ...leaf }] },
    ]);
    expect(html).to.include('<h4 id="a-b-1">');
  });

  it('lists at most 1,000 headings, and no heading longer than 1,000 characters', () => {
    const { toc } = rendered(`# ${'x'.repeat(1001)}\n${'# a\n'.repeat(1500)}`);
    expect(toc).to.have.lengthOf(1000);
    expect(toc[0]?.text).to.equal('a');
  });

  it('uses the first paragraph without markup as the excerpt', () => {
    expect(excerpt('# T\n\nOne *two*\n`three` ![alt](x.png) [four](/x) <b>five</b> &amp;\n\nsix')).to.equal(
      'One two three four five &',
    );
  });

  it('prefers top-level paragraphs to paragraphs in a quotation or list, and skips paragraphs without text', () => {
    expect(excerpt('> quoted\n\n![](a.png)\n\ntext')).to.equal('text');
    expect(excerpt('* item\n\n> quoted')).to.equal('item');
    expect(excerpt('# only\n\n---\n')).to.equal('');
  });

  it('truncates the excerpt to 200 characters, between words of any script', () => {
    expect(excerpt('a'.repeat(200))).to.equal('a'.repeat(200));
    expect(excerpt(`${'a'.repeat(190)} ${'b'.repeat(20)}`)).to.equal(`${'a'.repeat(190)}…`);
    expect(excerpt('x'.repeat(300))).to.equal(`${'x'.repeat(199)}…`);
    expect(excerpt('😀'.repeat(300))).to.equal(`${'😀'.repeat(199)}…`);
    const chinese = excerpt('我们今天去公园'.repeat(50));
    expect(chinese).to.match(/(?:我们|今天|去|公园)…$/);
    expect([...chinese].length).to.be.within(190, 200);
  });

  it('estimates the reading time for 200 words or 400 Chinese or Japanese characters a minute, at least one minute', () => {
    expect(minutes('')).to.equal(1);
    expect(minutes('word '.repeat(200))).to.equal(1);
    expect(minutes('word '.repeat(201))).to.equal(2);
    expect(minutes(`${'word '.repeat(150)}\n\n${'- word\n'.repeat(150)}\n~~~\n${'code '.repeat(101)}\n~~~`)).to.equal(
      3,
    );
    expect(minutes('字'.repeat(800))).to.equal(2);
    expect(minutes('𠀀'.repeat(800))).to.equal(2);
    expect(minutes(`${'かな'.repeat(200)} ${'word '.repeat(200)}`)).to.equal(2);
    expect(minutes('한국어 '.repeat(200))).to.equal(1);
  });
});
