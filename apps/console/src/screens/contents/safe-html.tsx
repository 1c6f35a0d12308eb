import { ElementType, parseDocument } from 'htmlparser2';
import { createElement, Fragment, type ComponentChildren, type VNode } from 'preact';

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
const classesOf = (classes: string | undefined): string | undefined =>
  classes
    ?.split(/\s+/u)
    .filter((name) => /^(?:hljs(?:-\w+)?|language-[\w-]+)$/u.test(name))
    .join(' ') || undefined;

const spanOf = (span: string | undefined): number | undefined =>
  span !== undefined && /^[1-9]\d?$/u.test(span) ? Number(span) : undefined;

/** Elements below this level are left out: rendering is recursive, and its stack is limited. */
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

const checkmarkOf = (isChecked: boolean): string => (isChecked ? '☑ ' : '☐ ');

/** A heading that looks like its own level, and is announced at a level that fits the screen. */
function headingOf(level: number, announced: number, id: string | undefined, children: ComponentChildren): VNode {
  return (
    <div
      role="heading"
      aria-level={announced}
      class={`preview-heading preview-heading-${level}`}
      id={id === undefined ? undefined : `${headingIdPrefix}${id}`}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

type ParsedNode = ReturnType<typeof parseDocument>['children'][number];

/**
 * Converts untrusted HTML to elements that are safe to show: known elements without handlers, styles and names. With the
 * browser's parser, each handler and style would be reported as a violation of the page's Content-Security-Policy.
 * @param limit the number of nodes after which the rest is left out
 */
export function safeHtml(html: string, texts: Texts, limit = 20_000): ComponentChildren {
  let left = limit;
  let isCut = false;
  // The headings around a place: those of a content stand below that of the screen, and none of them skips a level.
  const open: number[] = [];

  function build(node: ParsedNode, depth: number): ComponentChildren {
    left -= 1;
    if (left < 0 || depth > deepest) {
      isCut = true;
      return undefined;
    }
    if (node.type === ElementType.Text) return node.data;
    if (node.type !== ElementType.Tag || dropped.has(node.name)) return undefined;
    const { name, attribs, children } = node;
    if (name === 'img') return pictureOf(attribs['src'] ?? '', attribs['alt'] ?? '', texts);
    if (name === 'input') return attribs['type'] === 'checkbox' ? checkmarkOf('checked' in attribs) : undefined;
    const built = children.map((child) => build(child, depth + 1));
    if (/^h[1-6]$/u.test(name)) {
      const level = Number(name[1]);
      while ((open.at(-1) ?? 0) >= level) open.pop();
      open.push(level);
      return headingOf(level, open.length + 1, attribs['id'], built);
    }
    if (name === 'a') return linkOf(attribs['href'] ?? '', built);
    if (!plain.has(name)) return createElement(Fragment, null, ...built);
    const properties = {
      class: classesOf(attribs['class']),
      colSpan: spanOf(attribs['colspan']),
      rowSpan: spanOf(attribs['rowspan']),
      start: name === 'ol' ? spanOf(attribs['start']) : undefined,
    };
    return createElement(name, properties, ...(name === 'br' || name === 'hr' ? [] : built));
  }

  const built = parseDocument(html).children.map((child) => build(child, 1));
  return (
    <>
      {built}
      {isCut ? <p class="quiet">{texts.cut}</p> : undefined}
    </>
  );
}
