import { expect } from 'chai';
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

  it('§4.6 conversion rule 3: sixteen thousand equal headings take no longer than others', () => {
    const ids = html('# same\n'.repeat(16_000)).match(/ id="same(?:-\d+)?"/g);
    expect(new Set(ids)).to.have.property('size', 16_000);
    expect(ids?.at(-1)).to.equal(' id="same-15999"');
  }).timeout(5000);
});
