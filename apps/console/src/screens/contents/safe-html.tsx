import { createElement, Fragment, type ComponentChildren, type VNode } from 'preact';

/** The parts of a parsed document that are read; any node of the browser has them. */
export interface ParsedNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<ParsedNode>;
  readonly getAttribute?: (name: string) => string | null;
}

export const headingIdPrefix = 'preview-';

/** Elements that are shown as they are; others lose their tag and keep their text. */
const plain = new Set(
  (
    'p br hr ul ol li blockquote pre code strong b em i u del s ins sub sup kbd samp var mark small span div ' +
    'table thead tbody tfoot tr th td dl dt dd details summary figure figcaption section'
  ).split(' '),
);

/** Elements that are left out with everything in them. */
const dropped = new Set(
  'script style template noscript iframe frame object embed applet svg math video audio canvas form select textarea button title head'.split(
    ' ',
  ),
);

const isAddress = (address: string): boolean => /^(?:https?:\/\/|mailto:)/iu.test(address);
const isPicture = (address: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/iu.test(address);

/** Classes of highlighted code; others could imitate parts of the console. */
const classesOf = (classes: string | null): string | undefined =>
  classes
    ?.split(/\s+/u)
    .filter((name) => /^(?:hljs(?:-\w+)?|language-[\w-]+)$/u.test(name))
    .join(' ') || undefined;

const spanOf = (span: string | null): number | undefined =>
  span !== null && /^[1-9]\d?$/u.test(span) ? Number(span) : undefined;

/** Elements below this level are shown as text: rendering is recursive, and its stack is limited. */
const deepest = 100;

interface Texts {
  readonly image: string;
  readonly cut: string;
}

/** A picture of another host is not loaded, which the policy of the page forbids; its address is linked. */
function pictureOf(source: string, description: string, { image }: Texts): VNode {
  if (isPicture(source)) return <img src={source} alt={description} />;
  const label = `${image}: ${description === '' ? source : description}`;
  return isAddress(source) ? linkOf(source, label) : <span class="preview-inert">{label}</span>;
}

/** Only addresses with a scheme lead anywhere: the others are meant for the site that will show the content. */
const linkOf = (address: string, children: ComponentChildren): VNode =>
  isAddress(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span class="preview-inert" title={address}>
      {children}
    </span>
  );

/** Headings of the content stand below those of the screen. */
function headingOf(level: number, id: string | null, children: ComponentChildren): VNode {
  return (
    <div
      role="heading"
      aria-level={Math.min(6, level + 1)}
      class={`preview-heading preview-heading-${level}`}
      id={id === null ? undefined : `${headingIdPrefix}${id}`}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

/**
 * Builds what is shown of HTML that anybody may have written: known elements only, without handlers, styles and names.
 * @param limit the number of nodes after which the rest is left out
 */
export function safeHtml(root: ParsedNode, texts: Texts, limit = 20_000): ComponentChildren {
  let left = limit;
  const childrenOf = (node: ParsedNode, depth: number): ComponentChildren[] =>
    Array.from(node.childNodes, (child) => build(child, depth));

  function build(node: ParsedNode, depth: number): ComponentChildren {
    left -= 1;
    if (left < 0) return undefined;
    if (node.nodeType === 3 || depth > deepest) return node.textContent;
    const attribute = (name: string): string | null => node.getAttribute?.(name) ?? null;
    const name = node.nodeName.toLowerCase();
    if (node.nodeType !== 1 || dropped.has(name)) return undefined;
    if (name === 'img') return pictureOf(attribute('src') ?? '', attribute('alt') ?? '', texts);
    if (name === 'input')
      return attribute('type') === 'checkbox' ? (attribute('checked') === null ? '☐ ' : '☑ ') : undefined;
    const children = childrenOf(node, depth + 1);
    if (/^h[1-6]$/u.test(name)) return headingOf(Number(name[1]), attribute('id'), children);
    if (name === 'a') return linkOf(attribute('href') ?? '', children);
    if (!plain.has(name)) return createElement(Fragment, null, ...children);
    const properties = {
      class: classesOf(attribute('class')),
      colSpan: spanOf(attribute('colspan')),
      rowSpan: spanOf(attribute('rowspan')),
      start: name === 'ol' ? spanOf(attribute('start')) : undefined,
    };
    return createElement(name, properties, ...(name === 'br' || name === 'hr' ? [] : children));
  }

  const built = childrenOf(root, 1);
  return (
    <>
      {built}
      {left < 0 ? <p class="quiet">{texts.cut}</p> : undefined}
    </>
  );
}
