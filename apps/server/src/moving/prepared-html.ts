import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { Parser } from 'htmlparser2';
import { elementOf, isElement, words, type Node } from './elements.ts';

/** The greatest depth of elements that is converted, as in browsers. */
const maxDepth = 512;

/** What browsers do not show. */
const invisible = words('base datalist head link meta noscript script style template title');
/** What is shown with the help of something that texts here cannot contain. Its address, if it has one, becomes a link. */
const embedded = words('applet audio canvas embed frame iframe object select svg textarea video');
/** Elements like `div` that the sanitiser does not know. */
const divisions = words(
  'address article aside center dialog dir fieldset footer form header hgroup legend main menu nav search',
);
/** Elements that look like another one, which the sanitiser knows. */
const renamed: Readonly<Record<string, string>> = { acronym: 'abbr', listing: 'pre', u: 'ins', xmp: 'pre' };
const blank = /^[\s\u{a0}]*$/u;

/** HTML that is ready for a conversion, and a line for each thing that readers will not see as before. */
interface Prepared {
  readonly html: string;
  readonly notes: readonly string[];
}

/** Whether elements are nested too deeply for a tree. */
export function isTooDeep(html: string): boolean {
  let [depth, deepest] = [0, 0];
  const parser = new Parser({
    onopentag: () => {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.end(html);
  return deepest > maxDepth;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns what replaces an element that cannot be kept: a link to its address, if it has one. */
function linkTo({ properties, children }: Element): ElementContent[] {
  const inner = children.filter(isElement).find((child) => /^(?:source|embed|iframe)$/.test(child.tagName));
  const written = children[0]?.type === 'text' ? children[0].value.trim() : undefined;
  const { src, data, dataSrc, title } = { ...inner?.properties, ...properties };
  const address = [src, data, dataSrc, written].map(textOf).find((text) => /^(?:https?:|\/)/i.test(text));
  if (address === undefined) return [];
  const label = textOf(title) || address;
  return [elementOf('p', [elementOf('a', [{ type: 'text', value: label }], { href: address })])];
}

/**
 * Parses HTML as a browser does, and leaves out what readers do not see.
 * @param arrange changes the tree before its elements are renamed
 */
export function preparedHtml(html: string, arrange: (tree: Root) => void): Prepared {
  const notes = new Set<string>();
  const prepared = (nodes: readonly Node[]): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (node.type === 'text') return [node];
      if (!isElement(node) || isHidden(node)) return [];
      const { tagName, properties } = node;
      if (embedded.has(tagName) || isEmbed(node)) {
        notes.add(`It has a <${tagName}> that embeds something, which became a link or was left out.`);
        return linkTo({ ...node, children: prepared(node.children) });
      }
      const children = prepared(node.children);
      if (tagName === 'p' && children.every((each) => each.type === 'text' && blank.test(each.value))) return [];
      const { dataSrc, dataLazySrc, src } = properties;
      const lazy = textOf(dataSrc) || textOf(dataLazySrc);
      if (tagName === 'img' && lazy !== '' && /^(?:data:|$)/.test(textOf(src)))
        return [{ ...node, properties: { ...properties, src: lazy } }];
      if (tagName === 'picture') return children.filter((each) => !isElement(each) || each.tagName !== 'source');
      const name = divisions.has(tagName) ? 'div' : (renamed[tagName] ?? tagName);
      return [
        {
          ...node,
          tagName: name,
          properties: { ...properties, ...(tagName === 'center' && { align: 'center' }) },
          children,
        },
      ];
    });
  const tree = fromHtml(html, { fragment: true });
  arrange(tree);
  return { html: toHtml({ type: 'root', children: prepared(tree.children) }), notes: [...notes] };
}

/** WordPress shows what is behind the address in this element. */
const isEmbed = ({ properties: { className } }: Element): boolean =>
  Array.isArray(className) && className.includes('wp-block-embed__wrapper');

const isHidden = ({ tagName, properties: { hidden, open, style } }: Element): boolean =>
  invisible.has(tagName) ||
  (tagName === 'dialog' && (open === undefined || open === null)) ||
  (hidden !== undefined && hidden !== null && hidden !== false) ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(textOf(style));
