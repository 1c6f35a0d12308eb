import { escaped, fieldsIn, htmlOfCard, isFields, type Fields, type Render } from './ghost-cards.ts';

/** The elements of the formats of a text in Lexical, by their bit. */
const formats: readonly (readonly [bit: number, element: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

function formatted({ text, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0;
  return formats.reduce(
    (html, [bit, element]) => ((bits & bit) === 0 ? html : `<${element}>${html}</${element}>`),
    escaped(text),
  );
}

const headings = /^h[1-6]$/;
const tagOf = (tag: unknown, allowed: RegExp, fallback: string): string =>
  typeof tag === 'string' && allowed.test(tag) ? tag : fallback;

/** Lists and links of Lexical contain other nodes. */
const containers: Readonly<Record<string, (node: Fields, inner: string) => string>> = {
  aside: (_node, inner) => `<blockquote>${inner}</blockquote>`,
  heading: ({ tag }, inner) => {
    const name = tagOf(tag, headings, 'h2');
    return `<${name}>${inner}</${name}>`;
  },
  link: ({ url }, inner) => `<a href="${escaped(url)}">${inner}</a>`,
  list: ({ tag }, inner) => {
    const name = tagOf(tag, /^[ou]l$/, 'ul');
    return `<${name}>${inner}</${name}>`;
  },
  listitem: (_node, inner) => `<li>${inner}</li>`,
  paragraph: (_node, inner) => `<p>${inner}</p>`,
  quote: (_node, inner) => `<blockquote>${inner}</blockquote>`,
};

function htmlOfNode(node: Fields, render: Render): string {
  const type = String(node['type']).replace(/^extended-|^(?:auto|at-)(?=link$)/, '');
  if (type === 'text') return formatted(node);
  if (type === 'linebreak') return '<br>';
  if (!Array.isArray(node['children'])) return htmlOfCard(type, node, render);
  const inner = fieldsIn(node['children'])
    .map((child) => htmlOfNode(child, render))
    .join('');
  return containers[type]?.(node, inner) ?? inner;
}

function parsed(json: string): Fields {
  const value: unknown = JSON.parse(json);
  return isFields(value) ? value : {};
}

/** Returns the HTML of a document in Lexical, the form of Ghost since version 5. */
export function htmlOfLexical(json: string, render: Render): string {
  const root = parsed(json)['root'];
  return isFields(root) ? htmlOfNode(root, render) : '';
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const inlineTags = /^(?:a|b|strong|i|em|s|u|code|sub|sup|mark)$/;

/** The opening tag of a markup of Mobiledoc, which is a name and a list of alternating names and values. */
function markupOf(markup: unknown): { readonly open: string; readonly close: string } {
  const [tag, attributes] = listIn(markup);
  const name = tagOf(tag, inlineTags, 'span');
  const at = listIn(attributes).indexOf('href');
  const href = name === 'a' && at >= 0 ? ` href="${escaped(listIn(attributes)[at + 1])}"` : '';
  return { open: `<${name}${href}>`, close: `</${name}>` };
}

/** Returns the HTML of markers: lists of a type, opened markups, the number of closed markups, and a text or atom. */
function htmlOfMarkers(markers: unknown, markups: readonly unknown[]): string {
  const open: string[] = [];
  return listIn(markers)
    .map((marker) => {
      const [type, opened, closed, value] = listIn(marker);
      const starts = listIn(opened).map((index) => markupOf(markups[Number(index)]));
      open.push(...starts.map(({ close }) => close));
      const ends = Array.from({ length: Math.min(Number(closed), open.length) }, () => open.pop() ?? '');
      // The only atom is a line break.
      return starts.map((each) => each.open).join('') + (type === 0 ? escaped(value) : '<br>') + ends.join('');
    })
    .join('');
}

/** Returns the HTML of a document in Mobiledoc, the form of Ghost before version 5. */
export function htmlOfMobiledoc(json: string, render: Render): string {
  const document = parsed(json);
  if (!Array.isArray(document['sections'])) return '';
  const [markups, cards] = [listIn(document['markups']), listIn(document['cards'])];
  const html = document['sections'].map((section: unknown) => {
    const [type, tag, content] = listIn(section);
    if (type === 1) return wrapped(tagOf(tag, /^(?:p|h[1-6]|blockquote|aside)$/, 'p'), htmlOfMarkers(content, markups));
    if (type === 2) return htmlOfCard('image', { src: tag }, render);
    if (type === 3) {
      const items = listIn(content).map((markers) => `<li>${htmlOfMarkers(markers, markups)}</li>`);
      return wrapped(tagOf(tag, /^[ou]l$/, 'ul'), items.join(''));
    }
    const [name, card] = listIn(cards[Number(tag)]);
    return type === 10 ? htmlOfCard(String(name), isFields(card) ? card : {}, render) : '';
  });
  return html.join('');
}

const wrapped = (tag: string, inner: string): string => {
  const name = tag === 'aside' ? 'blockquote' : tag;
  return `<${name}>${inner}</${name}>`;
};
