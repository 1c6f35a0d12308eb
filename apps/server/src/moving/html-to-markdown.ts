import type { Converter } from '@portcullis/adapters-markdown/internal/convert';
import { sanitise } from '@portcullis/adapters-markdown/internal/sanitise';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast';
import type { Html, Nodes, RootContent as Block } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { toMarkdown, type Options, type Unsafe } from 'mdast-util-to-markdown';
import { arranged, inParagraphs, isKept, keptInline } from './arranged-html.ts';
import { isElement, isPhrasing, words, type Node } from './elements.ts';
import { anchorsIn, shown } from './shown.ts';

const blocks = words('dl details');
/** Elements that a page does not show by themselves. */
const transparent = words('div section span');
const isBlank = (node: Node): boolean => node.type === 'text' && /^[ \t\n\r\f]*$/.test(node.value);

const html = (value: string): Html => ({ type: 'html', value });

/** Returns HTML that is one block of Markdown, which an empty line would end. */
const rawBlock = (nodes: readonly Node[]): Html => {
  const text = nodes.map((node) => toHtml(node)).join('');
  const [first] = nodes;
  const whole = first !== undefined && isPhrasing(first) ? `<p>${text}</p>` : text;
  return html(whole.trim().replaceAll(/\n(?=[ \t]*(?:\n|$))/g, '&#10;'));
};

const keepInline: Handle = (state, node) => {
  const tags = toHtml({ ...node, children: [] });
  const end = tags.lastIndexOf('</');
  return [html(tags.slice(0, end)), ...state.all(node), html(tags.slice(end))];
};
const keepBlock: Handle = (_state, node) => rawBlock([node]);

const isPlain = ({ properties: { align, dir } }: Element): boolean => (align ?? dir ?? '') === '';

/** Keeps an element whose alignment or direction Markdown does not express. */
const ifPlain =
  (handle: Handle): Handle =>
  (state, node, parent) =>
    isPlain(node) ? handle(state, node, parent) : keepBlock(state, node, parent);

const rowsOf = (node: Element): readonly Element[] =>
  node.children.filter(isElement).flatMap((child) => (child.tagName === 'tr' ? [child] : rowsOf(child)));

/** Whether a table has the form of GFM: a row of headings, and rows of as many cells whose texts have no blocks. */
function isSimpleTable(table: Element): boolean {
  const rows = rowsOf(table).map(({ children }) => children.filter(isElement));
  return (
    !table.children.some((child) => isElement(child) && child.tagName === 'caption') &&
    rows.every(
      (cells, row) =>
        cells.length === rows[0]?.length &&
        cells.every(
          ({ tagName, properties: { colSpan = 1, rowSpan = 1 }, children }) =>
            tagName === (row === 0 ? 'th' : 'td') && colSpan === 1 && rowSpan === 1 && children.every(isPhrasing),
        ),
    )
  );
}

const inTable = (state: State): boolean => state.inTable;
const standardHandlers: Readonly<Record<string, Handle>> = defaultHandlers;
const standard = (name: string): Handle => standardHandlers[name] ?? keepBlock;

const handlers: Readonly<Record<string, Handle>> = {
  ...Object.fromEntries([...keptInline].map((name) => [name, keepInline])),
  ...Object.fromEntries([...blocks].map((name) => [name, keepBlock])),
  ...Object.fromEntries(
    ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol'].map((name) => [
      name,
      ifPlain(standard(name)),
    ]),
  ),
  a: (state, node, parent) => (isKept(node) ? keepInline : standard('a'))(state, node, parent),
  br: (state, node, parent) => (inTable(state) ? html('<br>') : standard('br')(state, node, parent)),
  code: (state, node, parent) => (isKept(node) ? keepInline : standard('code'))(state, node, parent),
  table: (state, node, parent) =>
    isSimpleTable(node) ? standard('table')(state, node, parent) : keepBlock(state, node, parent),
};

const unsafe = (character: string, before: string, after: string): Unsafe => ({
  character,
  before,
  after,
  inConstruct: 'phrasing',
  notInConstruct: ['autolink', 'destinationLiteral', 'destinationRaw', 'reference', 'titleQuote', 'titleApostrophe'],
});

/** White space that a parser would remove at the ends of a line. */
const wideSpaces = [
  ...'\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}\u{feff}',
];

const options: Options = {
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
  extensions: [
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmTaskListItemToMarkdown(),
    {
      unsafe: [
        // Addresses that are not links must not become links.
        unsafe('@', '[+\\-.\\w]', '\\S'),
        unsafe('.', '[Ww]{3}', '\\S'),
        unsafe(':', '[PSps]', '\\/'),
        ...wideSpaces.flatMap((character): Unsafe[] => [
          { character, before: '[\\r\\n]', inConstruct: 'phrasing' },
          { character, after: '[\\r\\n]', inConstruct: 'phrasing' },
        ]),
      ],
    },
  ],
};

/** Divides a document into blocks. Texts and inline elements side by side are one block. */
function blocksOf(nodes: readonly Node[]): Node[][] {
  const found: Node[][] = [];
  let isOpen = false;
  for (const node of nodes) {
    if (isElement(node) && transparent.has(node.tagName) && !isPhrasing(node) && isPlain(node)) {
      found.push(...blocksOf(node.children));
      isOpen = false;
    } else if (isPhrasing(node)) {
      if (isOpen) found.at(-1)?.push(node);
      else if (!isBlank(node)) found.push([node]);
      isOpen ||= !isBlank(node);
    } else {
      found.push([node]);
      isOpen = false;
    }
  }
  return found;
}

const root = (children: readonly Node[]): Root => ({ type: 'root', children: [...children] });

function mdastOf(nodes: readonly Node[]): readonly Block[] {
  const found: Nodes = toMdast(root(inParagraphs(nodes)), { handlers, document: true });
  return found.type === 'root' ? found.children : [];
}

const written = (children: readonly Block[]): string =>
  toMarkdown({ type: 'root', children: [...children] }, options).replace(/\n$/, '');

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((token, index) => token === other[index]);

/**
 * Converts HTML to Markdown with the extensions of GitHub that looks the same. Blocks that Markdown cannot express stay
 * HTML.
 * @param render converts Markdown as the service does
 * @returns undefined if the document cannot be converted
 */
export function markdownOfHtml(
  given: string,
  render: (markdown: string) => ReturnType<Converter>['html'],
): string | undefined {
  const clean = sanitise(given, [], '').html;
  const anchors = anchorsIn(clean);
  const looksLike = (markdown: string, source: string): boolean =>
    isSame(shown(render(markdown), anchors), shown(source, anchors));
  const nodes = arranged(fromHtml(clean, { fragment: true }).children, new Set(anchors));
  const groups = blocksOf(nodes);
  const converted = groups.map(mdastOf);
  const markdown = written(converted.flat());
  if (looksLike(markdown, clean)) return markdown;
  const parts = converted.map((part, index): readonly Block[] => {
    const group = groups[index] ?? [];
    return looksLike(written(part), group.map((node) => toHtml(node)).join('')) ? part : [rawBlock(group)];
  });
  // Lists side by side have different marks, so each of them can be right alone only.
  const withoutLists = parts.map((part, index) => (part[0]?.type === 'list' ? [rawBlock(groups[index] ?? [])] : part));
  return [parts, withoutLists].map((each) => written(each.flat())).find((mixed) => looksLike(mixed, clean));
}
