import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const inline: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['em', 'strong', 'del', 'code', 'sub', 'sup', 'kbd', 'mark', 'ins', 'q', 'small', 'abbr'].map((tag) => [tag, tag]),
  ),
  b: 'strong',
  i: 'em',
  s: 'del',
  u: 'ins',
};
const structure = new Set(
  'h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr th td dl dt dd details summary hr'.split(' '),
);
const paragraphs = new Set('p div center section figure figcaption'.split(' '));

const attribute = (element: Element, name: string): string =>
  element.attrs.find((each) => each.name === name)?.value ?? '';

const looksOf = (look: readonly string[]): string => [...new Set(look)].toSorted().join(' ');

const address = (text: string): string => {
  try {
    return decodeURI(text.replace('#user-content-', '#'));
  } catch {
    return text;
  }
};

/**
 * Returns what a person sees of HTML that a browser shows, one line for each word, picture, and start and end of an element
 * that a person can tell apart. It is written without the parser and the rules of the code under test.
 */
export function readersView(html: string): string {
  const lines: string[] = [];
  let [gap, isStart] = ['', true];
  const put = (line: string): void => {
    if (!isStart && gap !== '') lines.push(...gap.split('+'));
    lines.push(line);
    [gap, isStart] = ['', false];
  };
  const edge = (line?: string): void => {
    gap = 'paragraph';
    if (line === undefined) return;
    lines.push(line);
    [gap, isStart] = ['', true];
  };
  const visit = (node: Node, look: readonly string[]): void => {
    if ('value' in node) {
      for (const part of node.value.match(/[ \t\n\f\r]+|[^ \t\n\f\r]/g) ?? []) {
        if (/^[ \t\n\f\r]/.test(part)) gap ||= 'space';
        else put(`${part} ${looksOf(look)}`);
      }
      return;
    }
    if (!('tagName' in node)) return;
    const { tagName, childNodes } = node;
    if (tagName === 'br') gap = gap === 'paragraph' ? gap : gap.startsWith('break') ? `${gap}+break` : 'break';
    else if (tagName === 'img')
      put(
        `picture ${address(attribute(node, 'src'))} ${attribute(node, 'alt').replaceAll(/\s+/g, ' ').trim()} ${looksOf(look)}`,
      );
    else if (tagName === 'pre') {
      const shown = (each: Node): string =>
        'value' in each ? each.value : 'childNodes' in each ? each.childNodes.map(shown).join('') : '';
      edge(`code ${JSON.stringify(childNodes.map(shown).join('').replace(/\n+$/, ''))}`);
    } else if (structure.has(tagName)) {
      edge(`<${tagName}>`);
      for (const child of childNodes) visit(child, look);
      edge(`</${tagName}>`);
    } else {
      const isParagraph = paragraphs.has(tagName);
      const isCentred = tagName === 'center' || attribute(node, 'align') === 'center';
      const href =
        tagName === 'a' && attribute(node, 'href') !== '' ? [`link:${address(attribute(node, 'href'))}`] : [];
      const looks = [
        ...look,
        ...href,
        ...(inline[tagName] ?? []).toString().split(',').filter(Boolean),
        ...(isCentred ? ['centred'] : []),
      ];
      if (isParagraph) edge();
      for (const child of childNodes) visit(child, looks);
      if (isParagraph) edge();
    }
  };
  for (const node of parseFragment(html).childNodes) visit(node, []);
  return lines.join('\n');
}
