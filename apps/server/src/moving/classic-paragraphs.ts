import type { Element, ElementContent, Root } from 'hast';
import { elementOf, isElement, words, type Node } from './elements.ts';

/** Elements between which the classic editor of WordPress puts paragraphs. */
const blocks = words(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
  hr iframe legend li main menu nav ol p pre script section style summary table tbody td tfoot th thead tr ul`,
);
const verbatim = words('pre script style textarea svg math');
/** Elements that contain no text of their own. */
const skeletons = words('dl ol table tbody tfoot thead tr ul');
/** Elements whose text is in paragraphs only if it has several. */
const cells = words('dd li td th');
const lines = words('dt figcaption h1 h2 h3 h4 h5 h6 legend summary');

const isBlock = (node: Node): boolean => isElement(node) && blocks.has(node.tagName);
const lineBreak = elementOf('br', []);
const isBreak = (node: ElementContent | undefined): boolean => node?.type === 'element' && node.tagName === 'br';
const isBlank = (node: ElementContent | undefined): boolean => node?.type === 'text' && node.value.trim() === '';

/** Divides texts and inline elements at empty lines, and puts a break at each other end of a line. */
function dividedAtEmptyLines(nodes: readonly Node[]): ElementContent[][] {
  const pieces: ElementContent[][] = [[]];
  const add = ([first = [], ...rest]: ElementContent[][]): void => {
    pieces.at(-1)?.push(...first);
    for (const piece of rest) pieces.push(piece);
  };
  for (const node of nodes) {
    if (node.type === 'text') {
      // The end of a line after an element for a line break is a part of it.
      const text = isBreak(pieces.at(-1)?.at(-1)) ? node.value.replace(/^[ \t]*\n(?![ \t]*\n)/, '') : node.value;
      add(text.split(/\n(?:[ \t]*\n)+/).map(withBreaks));
    } else if (node.type === 'element')
      add(
        verbatim.has(node.tagName) || isBlock(node)
          ? [[isBlock(node) ? inBlock(node) : node].flat()]
          : dividedAtEmptyLines(node.children).map((children) => [{ ...node, children }]),
      );
  }
  return pieces;
}

const withBreaks = (text: string): ElementContent[] =>
  text.split('\n').flatMap((line, index, all): ElementContent[] => {
    const start = index > 0 ? line.trimStart() : line;
    const value = index < all.length - 1 ? start.trimEnd() : start;
    return [...(index > 0 ? [lineBreak] : []), { type: 'text', value }];
  });

const isShown = (node: ElementContent): boolean => !isBreak(node) && !isBlank(node);

/** Removes breaks and white space at the ends. */
function trimmed(nodes: readonly ElementContent[]): ElementContent[] {
  const start = nodes.findIndex(isShown);
  return start < 0 ? [] : nodes.slice(start, nodes.findLastIndex(isShown) + 1);
}

const paragraph = (nodes: readonly ElementContent[], element: Element): ElementContent[] => {
  const children = trimmed(nodes);
  const [only] = children;
  // WordPress shows what is behind an address that has a line for itself.
  const isAddress = children.length === 1 && only?.type === 'text' && /^https?:\/\/\S+$/.test(only.value.trim());
  const link = elementOf('a', children, { href: only?.type === 'text' ? only.value.trim() : '' });
  return children.length === 0 ? [] : [{ ...element, children: isAddress ? [link] : children }];
};

const plain = elementOf('p', []);

function paragraphsIn(nodes: readonly Node[]): ElementContent[] {
  const found: ElementContent[] = [];
  let run: Node[] = [];
  const flush = (): void => {
    found.push(...dividedAtEmptyLines(run).flatMap((piece) => paragraph(piece, plain)));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node) || !isElement(node)) run.push(node);
    else {
      flush();
      found.push(...inBlock(node));
    }
  }
  flush();
  return found;
}

function inBlock(node: Element): ElementContent[] {
  const { tagName, children } = node;
  if (verbatim.has(tagName)) return [node];
  if (tagName === 'p') return dividedAtEmptyLines(children).flatMap((piece) => paragraph(piece, node));
  if (skeletons.has(tagName))
    return [{ ...node, children: children.flatMap((child) => (isElement(child) ? inBlock(child) : child)) }];
  if (lines.has(tagName))
    return [{ ...node, children: trimmed(dividedAtEmptyLines(children).flatMap((piece) => [lineBreak, ...piece])) }];
  const pieces = cells.has(tagName) && !children.some(isBlock) ? dividedAtEmptyLines(children) : [];
  return [{ ...node, children: pieces.length === 1 ? trimmed(pieces[0] ?? []) : paragraphsIn(children) }];
}

/** Adds the paragraphs and line breaks that WordPress adds when it shows a text of its classic editor. */
export function addClassicParagraphs(tree: Root): void {
  tree.children = paragraphsIn(tree.children);
}
