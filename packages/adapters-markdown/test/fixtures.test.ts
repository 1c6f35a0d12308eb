import { expect } from 'chai';
import fc from 'fast-check';
import { html } from './support/convert.ts';
import { readFixtures } from './support/fixtures.ts';

describe('Conversion', () => {
  for (const { title, input, output } of readFixtures('conversion.txt')) {
    it(title, () => expect(html(input)).to.equal(output));
  }

  it('§4.6 conversion rule 1: without the allow list, disallowed raw HTML is still shown as text', () => {
    const markdown = '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> <XMP> <xmpp>\n</blockquote>\n';
    expect(html(markdown, { sanitize: false })).to.equal(
      '<p><strong> &lt;title> &lt;style> <em></p>\n<blockquote>\n  &lt;xmp> &lt;XMP> <xmpp>\n</blockquote>\n',
    );
  });

  it('§4.6 conversion rule 3: 16,000 headings with the same text receive different ids', () => {
    const ids = html('# same\n'.repeat(16_000)).match(/ id="same(?:-\d+)?"/g);
    expect(new Set(ids)).to.have.property('size', 16_000);
    expect(ids?.at(-1)).to.equal(' id="same-15999"');
  });

  it('§4.6 conversion rule 3: a repeated id receives the lowest number that is not taken', () => {
    const texts = fc.array(fc.constantFrom('a', 'a-1', 'a 1', 'a-1-1', 'a-01', '-1', '1', '', 'a-2', 'section-1', 'A'));
    fc.assert(
      fc.property(texts, (headings) => {
        const taken = new Set<string>();
        const expected = headings.map((heading) => {
          const base = heading.toLowerCase().replace(' ', '-') || 'section';
          let id = base;
          for (let number = 1; taken.has(id); number += 1) id = `${base}-${number}`;
          taken.add(id);
          return id;
        });
        const output = html(headings.map((heading) => `# ${heading}\n`).join(''));
        expect([...output.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).to.deep.equal(expected);
      }),
    );
  });

  it('§4.6: a byte order mark is removed only at the beginning', () => {
    expect(html('\uFEFF# a\n')).to.equal('<h1 id="a">a</h1>\n');
    expect(html('a\uFEFF')).to.equal('<p>a\uFEFF</p>\n');
  });
});
