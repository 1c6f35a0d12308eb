import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { TocEntry } from '@portcullis/domain/internal/contents/content';
import { html, rendered } from './support/convert.ts';
import { dangers, elementsOf } from './support/document.ts';
import { size } from './support/size.ts';

const naughtyStrings = join(import.meta.dirname, '../../test/fixtures/naughty-strings.json');

/** Inputs that have bypassed a sanitiser in the past. */
const vectors = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></sCrIpT>',
  '<xmp><script>alert(1)</script></xmp>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<textarea>&lt;/textarea&gt;<svg onload=alert(1)>',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><p><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)">',
  '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed>',
  '<plaintext><img src onerror=alert(1)>',
  '<title><img title="</title><img src onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<select><noembed></select><script>alert(1)</script></noembed>',
  '<img src=x onerror=alert(1)>',
  '<img src="x`onerror=alert(1)`">',
  '<img/src=x/onerror=alert(1)//',
  '<img """><script>alert(1)</script>">',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="//evil.example" ping="/x" target="_blank" onclick="x()">x</a>',
  '<base href="javascript:/a/-alert(1)//">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input type=image src=x onerror=alert(1)><input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video><audio src onloadstart=alert(1)>',
  '<p style="background:url(javascript:alert(1))" class="modal">x</p>',
  '<table background="javascript:alert(1)"><td background="javascript:alert(1)">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<img srcset="javascript:alert(1) 1x"><picture><source srcset="javascript:alert(1)"></picture>',
  '[x](javascript:alert(1)) <javascript:alert(1)> ![x](javascript:alert(1))',
  '[x]: java&#115;cript:alert(1)\n\n[x] <b>',
  '```js" onmouseover="alert(1)\n1\n```\n<b>',
  '# "><img src=x onerror=alert(1)>',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
];

/** Returns the names and ids of all elements whose id does not begin with `user-content-`, in sorted order. */
const ownIdsOf = (output: string): string[] =>
  elementsOf(output)
    .filter(({ attributes: { id = '' } }) => !/^\s*(?:user-content-|$)/.test(id))
    .map(({ name, attributes: { id } }) => `${name} ${id}`)
    .toSorted();

const headingsOf = (toc: readonly TocEntry[]): string[] =>
  toc.flatMap(({ level, id, children }) => [`h${level} ${id}`, ...headingsOf(children)]).toSorted();

describe('Safety, §4.6', () => {
  for (const vector of vectors) {
    it(`removes everything dangerous from ${JSON.stringify(vector)}`, () => {
      for (const markdown of [vector, `text ${vector} text`, `<div>\n\n${vector}`, `> * ${vector}`]) {
        expect(dangers(html(markdown)), html(markdown)).to.deep.equal([]);
      }
    });
  }

  it('removes everything dangerous from any pair of vectors', () => {
    const pairs = vectors.flatMap((first) =>
      vectors.slice(0, size(vectors.length)).map((second) => `${first}${second}`),
    );
    expect(pairs.filter((pair) => dangers(html(pair)).length > 0)).to.deep.equal([]);
  });

  it('removes everything dangerous from the Big List of Naughty Strings', () => {
    const strings: string[] = JSON.parse(readFileSync(naughtyStrings, 'utf8'));
    expect(strings.filter((text) => dangers(html(text)).length > 0)).to.deep.equal([]);
    expect(strings.filter((text) => dangers(html(`<b>${text}`)).length > 0)).to.deep.equal([]);
  });

  it('removes all classes except those of highlighted code', () => {
    const classes = html(
      '<b class="modal">x</b> <code class="hljs evil language-js">y</code> <span class="hljs-x z">z</span>',
    );
    expect(classes).to.equal('<p><b>x</b> <code class="hljs language-js">y</code> <span class="hljs-x">z</span></p>\n');
  });

  it('does not let an author define an id of the page, or imitate a Markdown heading', () => {
    for (const opening of ["<div title='", '<div title="', '<a b=', '<!--', '<noscript>', '<svg><desc>', '<xmp>']) {
      const output = rendered(`${opening}\n\n# getElementById\n\n'">--></noscript>\n\n# b\n\n<p id="b"><img name="b">`);
      expect(ownIdsOf(output.html)).to.deep.equal(headingsOf(output.toc));
      expect(output.html).to.not.match(/[0-9a-f]{32}/);
    }
  });

  it('limits the depth of open elements to 512, not counting void elements', () => {
    const output = html(`${'x<b>'.repeat(5000)}<img src="a.png">`);
    expect(output.match(/<b>/g)).to.have.lengthOf(511);
    expect(output.match(/x/g)).to.have.lengthOf(5000);
    expect(output).to.include('<img src="a.png">');
  });

  it('removes all inputs except checkboxes', () => {
    expect(html('<input type=checkbox checked>a<input>b<input type=text value=x>c')).to.equal(
      '<p><input type="checkbox" checked="" disabled="">abc</p>\n',
    );
  });

  /**
   * Generates texts without tags. They contain Markdown's special characters, words that have a meaning in HTML, and
   * arbitrary characters.
   */
  const markdown = fc
    .array(
      fc.oneof(
        fc.constantFrom(...'*_~`[]()!#>-+|:\\&"\'\n\t =.@{}'),
        fc.constantFrom(
          '```js\n',
          '~~~\n',
          '](javascript:',
          '&lt;script&gt;',
          '&#60;',
          'onclick=',
          'http://',
          'www.a.b',
        ),
        fc.constantFrom(
          '- [x] ',
          '| a |\n|:-:|\n',
          '[a]: data:text/html,x\n\n',
          '[a]',
          '    ',
          'data:text/html',
          '<a@b.c>',
        ),
        fc.string({ unit: 'grapheme', maxLength: 5 }),
      ),
    )
    .map((parts) => parts.join('').replace(/<(?!a@b\.c>)/g, ''));

  it('outputs only the elements, attributes and URLs of Markdown if the document has no raw HTML', () => {
    const outputs = markdown.map((text) => html(text, { sanitize: false }));
    fc.assert(
      fc.property(outputs, (output) => {
        expect(dangers(output, { ownOnly: true }), output).to.deep.equal([]);
      }),
      { numRuns: size(2000) },
    );
  });

  it('removes everything dangerous from raw HTML in any context', () => {
    const withHtml = fc.tuple(markdown, fc.constantFrom(...vectors), markdown);
    const outputs = withHtml.map(([before, vector, after]) => html(before + vector + after));
    fc.assert(
      fc.property(outputs, (output) => {
        expect(dangers(output), output).to.deep.equal([]);
      }),
      { numRuns: size(1000) },
    );
  });

  it('omits the prefix `user-content-` only in ids of headings in the outline, in any context', () => {
    const openings = [
      "<div title='",
      '<div title="',
      '<p id=',
      '<!--',
      '<noscript>',
      '<h1 id="a">',
      '<a name=a>',
      '<b id=a',
    ];
    const endings = ["'>", '">', '>', '-->', '</noscript>', '</h1>', '</div>', '<br>', '</p>'];
    const document = fc
      .array(
        fc.oneof(markdown, fc.constantFrom(...openings, ...endings, '\n\n# a\n\n', '\n\nb\n=\n', '> - # c\n', '\n\n')),
      )
      .map((parts) => rendered(parts.join('')));
    fc.assert(
      fc.property(document, ({ html: output, toc }) => {
        expect(ownIdsOf(output), output).to.deep.equal(headingsOf(toc));
      }),
      { numRuns: size(3000) },
    );
  });
});
