import type { Element, ElementContent } from 'hast';
import { elementOf, isElement, isPhrasing, words, type Node } from './elements.ts';
import { markOf } from './shown.ts';

/** Inline elements without a form in Markdown, which stay HTML there. */
export const keptInline = words('abbr bdo cite dfn ins kbd mark q ruby samp small sub sup time tt var');
/** An anchor cannot be the first child of these elements. */
const withoutText = words('dl hr img input ol pre table tbody tfoot thead tr ul');

/** Elements that contain blocks or texts. */
const flow = words('blockquote div li section');

/** Whether an inline element stays HTML. */
export const isKept = ({ tagName, properties, children }: Element): boolean =>
  keptInline.has(tagName) ||
  (tagName === 'a' && properties['href'] === undefined) ||
  (tagName === 'code' && children.some(isElement));

/** Whether HTML stays between texts. It would become a block of its own without a paragraph around it. */
const hasRawInline = (node: Node): boolean =>
  isElement(node) && isPhrasing(node) && (isKept(node) || node.children.some(hasRawInline));

/** Puts texts and inline elements side by side into a paragraph, if HTML stays between them. */
export function inParagraphs(nodes: readonly Node[]): ElementContent[] {
  const found: ElementContent[] = [];
  let run: ElementContent[] = [];
  const flush = (): void => {
    const isRaw = run.some(hasRawInline);
    found.push(...(isRaw ? [elementOf('p', run)] : run));
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

const isMarkup = (node: Element): boolean => isPhrasing(node) && !/^(?:code|img|br|input|wbr)$/.test(node.tagName);

/** Moves white space at the ends of inline elements outside, where Markdown needs it, removes marks inside the same mark, and adds anchors to elements with ids. */
export function arranged(
  nodes: readonly Node[],
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
    const before: ElementContent[] = anchor === undefined || isAnchor ? [] : [elementOf('a', [], { id: anchor })];
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
