import { expect } from 'chai';
import { isValidElement, type ComponentChildren, type VNode } from 'preact';
import { hasForeignPictures, safeHtml } from '../src/screens/contents/safe-html.tsx';

const isElement = (children: ComponentChildren): children is VNode<Record<string, unknown>> => isValidElement(children);

/** Converts Preact elements to HTML. Undefined properties are omitted. */
function written(built: ComponentChildren): string {
  if (Array.isArray(built)) return built.map(written).join('');
  if (!isElement(built)) return typeof built === 'string' ? built : '';
  const { children, ...properties } = built.props;
  const inner = written(children);
  if (typeof built.type !== 'string') return inner;
  const attributes = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `<${built.type}${attributes.map(([name, value]) => ` ${name}="${String(value)}"`).join('')}>${inner}</${built.type}>`;
}

const shown = (html: string, limit?: number): string =>
  written(safeHtml(html, { image: 'Picture', cut: 'cut' }, limit));

describe('safeHtml', () => {
  it('keeps the elements of a text without styles, event handlers and foreign classes', () => {
    expect(shown('<p style="position:fixed" onclick="x()" class="dialog">a &lt;b&gt;</p>')).to.equal('<p>a <b></p>');
    expect(shown('<code class="hljs language-ts notices">a</code>')).to.equal(
      '<code class="hljs language-ts">a</code>',
    );
  });

  it('shows pictures of other hosts only if this is asked for', () => {
    const html = '<p><img src="https://a.example/b.png" alt="b" onerror="x()"></p>';
    expect(hasForeignPictures(html)).to.equal(true);
    expect(shown(html)).not.to.include('<img');
    expect(written(safeHtml(html, { image: 'Picture', cut: 'cut', showsForeign: true }))).to.equal(
      '<p><img src="https://a.example/b.png" alt="b"></img></p>',
    );
    for (const source of ['http://a.example/b.png', 'javascript:x()', '/b.png', 'data:image/png;base64,AA=='])
      expect(hasForeignPictures(`<img src="${source}">`), source).to.equal(false);
  });

  it('removes elements that could run code, with their contents', () => {
    for (const name of ['script', 'style', 'iframe', 'svg', 'object', 'template', 'form', 'textarea', 'title']) {
      expect(shown(`<${name} src="https://evil.example/" onload="x()">alert(1)</${name}>`), name).to.equal('');
    }
  });

  it('keeps the text of unknown elements', () => {
    expect(shown('<x-widget onload="x()"><b>a</b></x-widget>')).to.equal('<b>a</b>');
  });

  it('creates links only for http, https and mailto URLs', () => {
    expect(shown('<a href="https://example.org/">a</a>')).to.contain('href="https://example.org/"');
    const others = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java&#10;script:x',
      'data:text/html,x',
      '/admin/users',
      '#x',
    ];
    for (const href of others) expect(shown(`<a href="${href}">a</a>`), href).not.to.contain('<a');
  });

  it('shows uploaded pictures from its own server, in the size of a preview', () => {
    const path = '/media/00000000-0000-4000-8000-000000000000/a.jpg';
    const sizes = `${path}?preset=small 640w, ${path}?preset=medium 1280w, ${path} 4000w`;
    expect(shown(`<img src="${path}" alt="A" onerror="x()">`)).to.match(
      new RegExp(`^<img src="${path}" alt="A" loading`),
    );
    for (const origin of ['', 'https://media.example.com']) {
      const srcset = sizes.replaceAll('/media', `${origin}/media`);
      expect(shown(`<img src="${origin}${path}" alt="A" width="4000" height="3000" srcset="${srcset}">`)).to.contain(
        `<img src="${path}?preset=medium" alt="A" width="4000" height="3000"`,
      );
    }
    expect(shown(`<img src="https://evil.example${path}">`)).not.to.contain('<img');
    expect(shown(`<img src="${path}/../../api/x">`)).not.to.contain('<img');
  });

  it('shows no other images than those that are embedded as data URLs', () => {
    expect(shown('<img src="https://example.org/a.png" alt="A">')).not.to.contain('<img');
    expect(shown('<img src="data:image/svg+xml;base64,AA==" onerror="x()">')).not.to.contain('<img');
    expect(shown('<img src="data:image/png;base64,AA==" alt="A">')).to.equal(
      '<img src="data:image/png;base64,AA==" alt="A"></img>',
    );
  });

  it('announces headings below the heading of the screen, and adds a prefix to their ids', () => {
    expect(shown('<h1 id="content">a</h1>')).to.contain('aria-level="2"').and.contain('id="preview-content"');
  });

  it('announces headings without gaps between their levels', () => {
    const levels = shown('<h2>a</h2><h5>b</h5><h5>c</h5><h2>d</h2>').match(/aria-level="\d"/gu);
    expect(levels?.join(' ')).to.equal('aria-level="2" aria-level="3" aria-level="3" aria-level="2"');
  });

  it('shows the checkbox of a task as a character', () => {
    expect(shown('<li><input type="checkbox" disabled checked> a</li>')).to.equal('<li>☑  a</li>');
  });

  it('truncates a text with too many or too deeply nested elements', () => {
    const many = shown('<p>a</p>'.repeat(30), 20);
    expect(many.match(/<p>a/gu)).to.have.length(10);
    expect(many).to.contain('cut');
    const deep = shown(`${'<blockquote>'.repeat(5000)}a`);
    expect(deep.match(/<blockquote>/gu)?.length).to.be.below(200);
    expect(deep).to.contain('cut');
  });
});
