import { parseFragment } from 'parse5';

/** An element of a parsed document, with the parts that can be dangerous. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Node {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
  readonly content?: Node;
}

/** Returns every element that a browser creates from HTML, including the content of templates. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const open: Node[] = [parseFragment(html) as Node];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.attrs !== undefined) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ name: node.nodeName, attributes });
    }
    open.push(...(node.childNodes ?? []));
    if (node.content !== undefined) open.push(node.content);
  }
  return found;
}

const written = new Set(
  `a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre span strong table tbody td th thead tr
  ul`.split(/\s+/),
);
const allowed = new Set([
  ...written,
  ...`abbr b bdo caption cite dd details dfn div dl dt figcaption figure i ins kbd mark picture q rp rt ruby s samp section
  small source strike sub summary sup tfoot time tt var wbr`.split(/\s+/),
]);
const attributesWritten = new Set('align alt checked class disabled href id src start title type'.split(' '));
const addresses = [
  'href',
  'src',
  'cite',
  'longdesc',
  'itemtype',
  'srcset',
  'action',
  'formaction',
  'background',
  'poster',
];

/** Characters that a browser may remove before it parses the scheme of a URL, depending on their position. */
const ignored = /[\0-\x20]/g;
const runs = /^(?:(?:javascript|vbscript):|data:(?!image\/(?:png|gif|jpeg|webp)[;,]))/i;

const isAddress = (name: string, value: string): boolean =>
  addresses.includes(name) && runs.test(value.replace(ignored, ''));

/**
 * Returns the dangerous elements and attributes of HTML, each in the form of a start tag. An element is dangerous if it
 * is not in `allowed`. An attribute is dangerous if it could run scripts, apply styles or submit forms. With `ownOnly`,
 * elements and attributes that Markdown without raw HTML cannot produce are also dangerous.
 */
export function dangers(html: string, { ownOnly = false } = {}): string[] {
  const names = ownOnly ? written : allowed;
  return elementsOf(html).flatMap(({ name, attributes }) => [
    ...(names.has(name) ? [] : [`<${name}>`]),
    ...Object.entries(attributes)
      .filter(([key, value]) => {
        const isForeign = ownOnly && !attributesWritten.has(key);
        return isForeign || /^(?:on|style$|form|xlink)/.test(key) || isAddress(key, value);
      })
      .map(([key, value]) => `<${name} ${key}="${value}">`),
  ]);
}
