import type { Element, ElementContent, RootContent } from 'hast';

/** A part of an HTML document. */
export type Node = RootContent | ElementContent;

/** Returns the words of a text, for example the names of elements. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const isElement = (node: Node): node is Element => node.type === 'element';

export const elementOf = (
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const phrasing = words(
  'a abbr b bdo br cite code del dfn em i img input ins kbd mark q ruby s samp small span strike strong sub sup time tt var wbr',
);

/** Whether a node is a text or an element inside a line. */
export const isPhrasing = (node: Node): boolean => !isElement(node) || phrasing.has(node.tagName);
