import { expect } from 'chai';
import { createMarkdownRenderer } from '../src/index.ts';
import { textOf } from './support/convert.ts';
import { dangers, elementsOf } from './support/document.ts';

const dirty =
  '<script>steal()</script><p id="a" onclick="x()">é &amp; \u4e2d</p><h1 id="b">b</h1><iframe src="/x"></iframe>';

describe('clean', () => {
  const cleaned = async (html: string, sanitize: boolean): Promise<string> => {
    const renderer = createMarkdownRenderer({ sanitize });
    try {
      return textOf(await renderer.clean(html));
    } finally {
      await renderer.close();
    }
  };

  it('§4.6: sanitises HTML by the same rules as raw HTML in Markdown', async () => {
    const html = await cleaned(dirty, true);
    expect(dangers(html)).to.deep.equal([]);
    expect(elementsOf(html)).to.deep.include.members([
      { name: 'p', attributes: { id: 'user-content-a' } },
      { name: 'h1', attributes: { id: 'user-content-b' } },
    ]);
    expect(html).to.include('é &amp; \u4e2d').and.include('&lt;script&gt;steal()');
  });

  it('§4.6: removes an element that is not allowed, but keeps its text', async () => {
    const html = await cleaned('<form><select><option>first</option></select> and <b>last</b></form>', true);
    expect(html).to.equal('first and <b>last</b>');
  });

  it('§4.6: without the allow list, shows disallowed tags as text and keeps everything else', async () => {
    const html = await cleaned(dirty, false);
    expect(html).to.equal(dirty.replaceAll(/<(?=\/?(?:script|iframe))/g, '&lt;'));
  });
});
