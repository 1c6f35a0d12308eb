import { expect } from 'chai';
import { isValidElement, type ComponentChildren, type VNode } from 'preact';
import { safeHtml, type ParsedNode } from '../src/screens/contents/safe-html.tsx';

const textNode = (text: string): ParsedNode => ({ nodeType: 3, nodeName: '#text', textContent: text, childNodes: [] });

const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (ParsedNode | string)[]
): ParsedNode => {
  const childNodes = children.map((child) => (typeof child === 'string' ? textNode(child) : child));
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    textContent: childNodes.map(({ textContent }) => textContent).join(''),
    childNodes,
    getAttribute: (attribute) => attributes[attribute] ?? null,
  };
};

const isElement = (children: ComponentChildren): children is VNode<Record<string, unknown>> => isValidElement(children);

/** Writes what was built as HTML; properties that are undefined are left out. */
function written(built: ComponentChildren): string {
  if (Array.isArray(built)) return built.map(written).join('');
  if (!isElement(built)) return typeof built === 'string' ? built : '';
  const { children, ...properties } = built.props;
  const inner = written(children);
  if (typeof built.type !== 'string') return inner;
  const attributes = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `<${built.type}${attributes.map(([name, value]) => ` ${name}="${String(value)}"`).join('')}>${inner}</${built.type}>`;
}

const shown = (...children: (ParsedNode | string)[]): string =>
  written(safeHtml(element('body', {}, ...children), { image: 'Picture', cut: 'cut' }));

describe('the HTML of a preview', () => {
  it('keeps the elements of a text, and nothing of them that styles or runs', () => {
    expect(shown(element('p', { style: 'position:fixed', onclick: 'x()', class: 'dialog' }, 'a'))).to.equal('<p>a</p>');
    expect(shown(element('code', { class: 'hljs language-ts notices' }, 'a'))).to.equal(
      '<code class="hljs language-ts">a</code>',
    );
  });

  it('leaves out what could run, with everything in it', () => {
    for (const name of ['script', 'style', 'iframe', 'svg', 'object', 'template', 'form']) {
      expect(shown(element(name, { src: 'https://evil.example/' }, 'alert(1)')), name).to.equal('');
    }
  });

  it('keeps the text of unknown elements', () => {
    expect(shown(element('x-widget', { onload: 'x()' }, element('b', {}, 'a')))).to.equal('<b>a</b>');
  });

  it('links only addresses of the web and of mail', () => {
    expect(shown(element('a', { href: 'https://example.org/' }, 'a'))).to.contain('href="https://example.org/"');
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '/admin/users',
      '#x',
      'vbscript:x',
    ]) {
      expect(shown(element('a', { href }, 'a')), href).not.to.contain('<a');
    }
  });

  it('loads no picture, and shows those that are in the text', () => {
    expect(shown(element('img', { src: 'https://example.org/a.png', alt: 'A' }))).not.to.contain('<img');
    expect(shown(element('img', { src: 'data:image/svg+xml;base64,AA==', onerror: 'x()' }))).not.to.contain('<img');
    expect(shown(element('img', { src: 'data:image/png;base64,AA==', alt: 'A' }))).to.equal(
      '<img src="data:image/png;base64,AA==" alt="A"></img>',
    );
  });

  it('puts headings below those of the screen, with an id that is theirs alone', () => {
    expect(shown(element('h2', { id: 'content' }, 'a')))
      .to.contain('aria-level="3"')
      .and.contain('id="preview-content"');
  });

  it('cuts off a text with very many elements, and flattens one that is very deep', () => {
    const many = Array.from({ length: 30 }, () => element('p', {}, 'a'));
    const built = written(safeHtml(element('body', {}, ...many), { image: '', cut: 'cut' }, 20));
    expect(built.match(/<p>a/gu)).to.have.length(10);
    expect(built).to.contain('cut');
    let deep = element('b', {}, 'a');
    for (let level = 0; level < 3000; level += 1) deep = element('blockquote', {}, deep);
    expect(shown(deep).match(/<blockquote>/gu)?.length).to.be.below(200);
  });
});
