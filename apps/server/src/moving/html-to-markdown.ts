import type { Converter } from '@portcullis/adapters-markdown/internal/convert';
import { sanitise } from '@portcullis/adapters-markdown/internal/sanitise';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast';
import type { Html, Nodes, RootContent as Block } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { toMarkdown, type Options, type Unsafe } from 'mdast-util-to-markdown';
import { anchorsIn, markOf, shown } from './shown.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements without a form in Markdown stay HTML there. */
const inline = words('abbr bdo cite dfn ins kbd mark q ruby samp small sub sup time tt var');
const blocks = words('dl details');
/** Elements that a page does not show by themselves. */
const transparent = words('div section span');
const phrasing = words(
  'a abbr b bdo br cite code del dfn em i img input ins kbd mark picture q ruby s samp small span strike strong sub sup time tt var wbr',
);
/** An anchor cannot be the first child of these elements. */
const withoutText = words('dl hr img input ol pre table tbody tfoot thead tr ul');

/** Elements that contain blocks or texts. */
const flow = words('blockquote div li section');

const isElement = (node: RootContent | ElementContent): node is Element => node.type === 'element';
const isPhrasing = (node: RootContent | ElementContent): boolean => !isElement(node) || phrasing.has(node.tagName);
/** Whether an inline element stays HTML. */
const isKept = ({ tagName, properties, children }: Element): boolean =>
  inline.has(tagName) ||
  (tagName === 'a' && properties['href'] === undefined) ||
  (tagName === 'code' && children.some(isElement));
const isBlank = (node: RootContent | ElementContent): boolean =>
  node.type === 'text' && /^[ \t\n\r\f]*$/.test(node.value);

const html = (value: string): Html => ({ type: 'html', value });

/** Returns HTML that is one block of Markdown, which an empty line would end. */
const rawBlock = (nodes: readonly (RootContent | ElementContent)[]): Html => {
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
  ...Object.fromEntries([...inline].map((name) => [name, keepInline])),
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

const isMarkup = ({ tagName }: Element): boolean =>
  phrasing.has(tagName) && !/^(?:code|img|br|input|wbr)$/.test(tagName);

/** Moves white space at the ends of inline elements outside, where Markdown needs it, removes marks inside the same mark, and adds anchors to elements with ids. */
function arranged(
  nodes: readonly (RootContent | ElementContent)[],
  anchors: Set<string>,
  looks: readonly string[] = [],
): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return node.type === 'text' ? [node] : [];
    if (node.tagName === 'pre') return [node];
    const look = /^(?:em|strong|del)$/.exec(markOf(node.tagName) ?? '')?.[0];
    const children = arranged(node.children, anchors, look === undefined ? looks : [...looks, look]);
    if (look !== undefined && looks.includes(look)) return children;
    const isShown = children.length > 0 || !isMarkup(node);
    const { id, name, ...properties } = node.properties;
    const anchor = [id, name].find((each) => typeof each === 'string' && anchors.delete(each));
    const isAnchor = node.tagName === 'a' && properties['href'] === undefined;
    const before: ElementContent[] =
      anchor === undefined || isAnchor
        ? []
        : [{ type: 'element', tagName: 'a', properties: { id: anchor }, children: [] }];
    const isInside = before.length > 0 && !withoutText.has(node.tagName) && !isMarkup(node);
    if (!isShown && !(isAnchor && anchor !== undefined)) return before;
    const inner = isInside ? [...before, ...children] : children;
    const whole: Element = {
      ...node,
      properties: anchor !== undefined && isAnchor ? node.properties : properties,
      children: flow.has(node.tagName) ? inParagraphs([...inner]) : inner,
    };
    return [...(isInside ? [] : before), ...(isMarkup(node) ? withoutOuterSpaces(whole) : [whole])];
  });
}

function withoutOuterSpaces(node: Element): ElementContent[] {
  const children = [...node.children];
  const cut = (index: number, pattern: RegExp): ElementContent[] => {
    const child = children.at(index);
    if (child?.type !== 'text' || !pattern.test(child.value)) return [];
    children[index < 0 ? children.length - 1 : index] = { ...child, value: child.value.replace(pattern, '') };
    return [{ type: 'text', value: ' ' }];
  };
  const [start, end] = [cut(0, /^[ \t\n\r\f]+/), cut(-1, /[ \t\n\r\f]+$/)];
  return [...start, { ...node, children }, ...end];
}

/** Divides a document into blocks. Texts and inline elements side by side are one block. */
function blocksOf(nodes: readonly (RootContent | ElementContent)[]): (RootContent | ElementContent)[][] {
  const found: (RootContent | ElementContent)[][] = [];
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

const root = (children: readonly (RootContent | ElementContent)[]): Root => ({ type: 'root', children: [...children] });

/** Whether HTML stays between texts. It would become a block of its own without a paragraph around it. */
const hasRawInline = (node: RootContent | ElementContent): boolean =>
  isElement(node) && isPhrasing(node) && (isKept(node) || node.children.some(hasRawInline));

/** Puts texts and inline elements side by side into a paragraph, if HTML stays between them. */
function inParagraphs(nodes: readonly (RootContent | ElementContent)[]): ElementContent[] {
  const found: ElementContent[] = [];
  let run: ElementContent[] = [];
  const flush = (): void => {
    const isRaw = run.some(hasRawInline);
    found.push(...(isRaw ? [{ type: 'element', tagName: 'p', properties: {}, children: run } as const] : run));
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'doctype') continue;
    if (isPhrasing(node)) run.push(node);
    else {
      flush();
      found.push(node);
    }
  }
  flush();
  return found;
}

function mdastOf(nodes: readonly (RootContent | ElementContent)[]): readonly Block[] {
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
