import { expect } from 'chai';
import fc from 'fast-check';
import { createConverter } from '@portcullis/adapters-markdown/internal/convert';
import { startStopwatch } from '@portcullis/adapters-markdown/internal/cpu-time';
import { convertText } from '../../src/moving/row-work.ts';
import { withoutShortcodes } from '../../src/moving/shortcodes.ts';
import { size } from '@portcullis/testing/internal/full-size';
import { aDocument } from './documents.ts';
import { readersView } from './readers-view.ts';

/** Number of generated documents. `HTML_DOCUMENTS=10000` runs the long proof, which takes ten minutes. */
const documents = Number(process.env['HTML_DOCUMENTS'] ?? size(40));

const convert = createConverter({ sanitize: true, cacheCharacters: 0 });
const bounds = { blockMs: 0, highlightMs: 0, highlightClockMs: 0 };
const rendered = (markdown: unknown): string =>
  convert(String(markdown), { stopwatch: startStopwatch(), ...bounds }).html;

/** Returns the Markdown of HTML, and what a person sees of it. */
function converted(html: string) {
  const { fields, notes } = convertText({ form: 'html', text: html }, false);
  const { contentMd, contentHtml } = Object(fields);
  return { markdown: contentMd, notes, shown: contentMd === undefined ? contentHtml : rendered(contentMd) };
}

describe('HTML as Markdown', () => {
  it(`looks the same in ${documents} generated documents`, () =>
    fc.assert(
      fc.property(aDocument, (html) => {
        const { markdown, shown } = converted(html);
        if (readersView(shown) !== readersView(html)) throw new Error(`${html}\n\n${markdown}\n\n${shown}`);
        expect(markdown, html).to.be.a('string');
      }),
      { numRuns: documents },
    )).timeout(1_800_000);

  /** HTML, the Markdown that it becomes, and what a reader would lose otherwise. */
  const cases: readonly (readonly [what: string, html: string, markdown: string])[] = [
    ['text that looks like HTML', '<p>Use the &lt;div&gt; element &amp;amp;</p>', 'Use the \\<div> element \\&amp;'],
    ['emphasis inside a word', '<p>你好<em>世界</em>你好</p>', '你好*世界*你好'],
    ['emphasis beside punctuation', '<p>你好<b>世界。</b>你好</p>', '你好**世界。**&#x4F60;好'],
    ['space at the end of emphasis', '<p>a<i> b </i>c</p>', 'a *b* c'],
    ['code without an element for code', '<pre>a\n  &lt;b&gt;</pre>', '```\na\n  <b>\n```'],
    [
      'addresses without links',
      '<p>http://x.example/a_b_c a_b@x.example</p>',
      'http\\://x.example/a_b_c a_b\\@x.example',
    ],
    ['links', '<p><a href="http://x.example/a_b">http://x.example/a_b</a></p>', '<http://x.example/a_b>'],
    [
      'a table of headings and texts',
      '<table><tr><th>a|b</th></tr><tr><td>1<br>2</td></tr></table>',
      '| a\\|b |\n| - |\n| 1<br>2 |',
    ],
    [
      'a table without headings',
      '<table><tr><td>a|b</td></tr></table>',
      '<table><tbody><tr><td>a|b</td></tr></tbody></table>',
    ],
    [
      'a table with blocks',
      '<table><tr><th>a</th></tr><tr><td><ul><li>b</li></ul></td></tr></table>',
      '<table><tbody><tr><th>a</th></tr><tr><td><ul><li>b</li></ul></td></tr></tbody></table>',
    ],
    ['a block in a link', '<a href="/x"><h2>T</h2><p>t</p></a>', '## [T](/x)\n\n[t](/x)'],
    ['what Markdown cannot say', '<p>H<sub>2</sub>O <u>u</u></p>', 'H<sub>2</sub>O <ins>u</ins>'],
    ['blocks that Markdown cannot say', '<dl><dt>a</dt><dd>b</dd></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['alignment', '<p>a</p><center>b</center>', 'a\n\n<div align="center">b</div>'],
    ['spaces that Markdown removes', '<p>\u{3000}\u{3000}a</p>', '&#x3000;\u{3000}a'],
    ['elements for parts of a page', '<header>a</header><footer>b</footer>', 'a\n\nb'],
    ['two lists', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
    ['anchors', '<h2 id="a">A b</h2><p><a href="#a">c</a></p>', '## <a id="a"></a>A b\n\n[c](#a)'],
    ['hidden text', '<p hidden>a</p><p style="display: none">b</p><script>c</script><!-- d --><p>e</p>', 'e'],
    ['pictures that load later', '<p><img src="data:,x" data-src="/a.png" alt="a"></p>', '![a](/a.png)'],
    [
      'pictures with captions',
      '<figure><img src="/a.png" alt="a"><figcaption>b</figcaption></figure>',
      '![a](/a.png)\n\nb',
    ],
    ['raw HTML without what the sanitiser removes', '<sub onclick="x()" style="a" class="b">a</sub>', '<sub>a</sub>'],
  ];
  for (const [what, html, markdown] of cases)
    it(`keeps ${what}`, () => expect(converted(html).markdown).to.equal(markdown));

  it('says what is embedded, which becomes a link', () => {
    const html =
      '<p>a</p><iframe src="https://v.example/1" title="Film"></iframe><video><source src="/b.mp4"></video><svg></svg>';
    const { markdown, notes } = converted(html);
    expect(markdown).to.equal('a\n\n[Film](https://v.example/1)\n\n[/b.mp4](/b.mp4)');
    expect(notes.map((note) => /<(\w+)>/.exec(note)?.[1])).to.deep.equal(['iframe', 'video', 'svg']);
  });

  const classic: readonly (readonly [string, string])[] = [
    ['One\n\nTwo\n<h3>H</h3>\nThree\n\nFour', 'One\n\nTwo\n\n### H\n\nThree\n\nFour'],
    ['a\n \nb', 'a\n\nb'],
    ['a<br />\nb\nc', 'a\\\nb\\\nc'],
    ['<blockquote>a\n\nb</blockquote>', '> a\n>\n> b'],
    ['<ul>\n<li>a\nb</li>\n</ul>', '- a\\\n  b'],
    ['<b>a\n\nb</b>', '**a**\n\n**b**'],
    ['<pre>a\n\nb</pre>', '```\na\n\nb\n```'],
    ['a\n\n&nbsp;\n\nhttps://v.example/1', 'a\n\n<https://v.example/1>'],
    ['<!-- wp:paragraph --><p>a\nb</p><!-- /wp:paragraph -->', 'a b'],
    [
      'x [caption width="3"]<a href="/y"><img src="/x.png" alt="A" /></a> Cap <em>tion</em>[/caption]',
      'x\n\n[![A](/x.png)](/y)\n\nCap *tion*',
    ],
    ['[gallery ids="1,2"] [embed]https://v.example/1[/embed]', '![](/p1.png)\n\n<https://v.example/1>'],
    ['[[caption]] [sic] [1]', '\\[caption] \\[sic] \\[1]'],
  ];
  for (const [text, markdown] of classic)
    it(`shows what WordPress shows of ${JSON.stringify(text)}`, () => {
      const { html, notes } = withoutShortcodes(text, (id) => (id === '1' ? '/p1.png' : undefined));
      expect(Object(convertText({ form: 'classic', text: html }, false).fields).contentMd).to.equal(markdown);
      expect(notes).to.deep.equal([]);
    });

  it('names the shortcodes of plug-ins, which stay as text', () => {
    expect(withoutShortcodes('[form a="b"] [box]c[/box]', () => undefined).notes).to.have.lengthOf(2);
  });

  it('stays HTML if elements are nested too deeply', () => {
    const { fields, notes } = convertText({ form: 'html', text: '<blockquote>'.repeat(3000) }, false);
    expect(fields).to.include({ editorType: 'RICHTEXT' });
    expect(notes).to.have.lengthOf(1);
  });
});
