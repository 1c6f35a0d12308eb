import { ElementType, parseDocument, Parser } from 'htmlparser2';
import { createElement, Fragment, type ComponentChildren, type VNode } from 'preact';

export const headingIdPrefix = 'preview-';

/** Elements that remain, with a few of their attributes. For unknown elements, only their contents are shown. */
const plain = new Set(
  (
    'p br hr ul ol li blockquote pre code strong b em i u del s ins sub sup kbd samp var mark small span div ' +
    'table thead tbody tfoot tr th td dl dt dd details summary figure figcaption section'
  ).split(' '),
);

/** Elements that are removed together with their contents. */
const dropped = new Set(
  'script style template noscript iframe frame object embed applet svg math video audio canvas form select textarea button title head'.split(
    ' ',
  ),
);

const isAddress = (address: string): boolean => /^(?:https?:\/\/|mailto:)/iu.test(address);
const isPicture = (address: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/iu.test(address);

/**
 * Returns only the classes of highlighted code. Other classes are removed, because they could match the console's
 * styles.
 */
const classesOf = (classes: string | undefined): string | undefined =>
  classes
    ?.split(/\s+/u)
    .filter((name) => /^(?:hljs(?:-\w+)?|language-[\w-]+)$/u.test(name))
    .join(' ') || undefined;

const spanOf = (span: string | undefined): number | undefined =>
  span !== undefined && /^[1-9]\d?$/u.test(span) ? Number(span) : undefined;

/** Maximum nesting depth. Deeper elements are removed, because rendering is recursive and the stack is limited. */
const deepest = 100;

interface Texts {
  readonly image: string;
  readonly cut: string;
  /** Whether pictures of other hosts are shown. The Content Security Policy of the page must allow them. */
  readonly showsForeign?: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const ownPicture = /^(https?:\/\/[^/]+)?(\/media\/[\da-f-]{36}\/[^/?#\s]+)$/iu;
const copyOfPicture = /(\/media\/[\da-f-]{36}\/[^/\s,]+) (\d+)w/giu;

/** Pictures in a preview need at most this number of pixels in a line. */
const previewWidth = 1280;

/**
 * Returns the path of an uploaded picture in the size of a preview; undefined for other pictures. The service adds the
 * sizes only to pictures of its own, also if another origin serves them. It serves them itself, too.
 */
function pathOfOwn({ src = '', srcset = '' }: Attributes): string | undefined {
  const [, origin, path] = ownPicture.exec(src) ?? [];
  if (path === undefined || (origin !== undefined && srcset === '')) return undefined;
  const copies = [...srcset.matchAll(copyOfPicture)].map(([, copy = '', width]) => ({ copy, width: Number(width) }));
  return copies.find(({ copy, width }) => width >= previewWidth && copy.startsWith(path))?.copy ?? path;
}

const isForeign = (attributes: Attributes): boolean =>
  /^https:\/\//iu.test(attributes['src'] ?? '') && pathOfOwn(attributes) === undefined;

/** @returns whether the HTML contains pictures of other hosts that a page could load */
export function hasForeignPictures(html: string): boolean {
  let isFound = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isFound ||= name === 'img' && isForeign(attributes);
    },
  });
  parser.end(html);
  return isFound;
}

/**
 * Shows an uploaded picture, or an image whose URL is a `data:` URL. The Content Security Policy of the console forbids
 * images of other hosts, so for other URLs a link or a text is shown instead, unless `showsForeign` is set.
 */
function pictureOf(attributes: Attributes, { image, showsForeign = false }: Texts): VNode {
  const { src: source = '', alt: description = '' } = attributes;
  const own = pathOfOwn(attributes);
  if (own !== undefined) {
    const [width, height] = [Number(attributes['width']) || undefined, Number(attributes['height']) || undefined];
    return <img src={own} alt={description} width={width} height={height} loading="lazy" decoding="async" />;
  }
  if (isPicture(source) || (showsForeign && isForeign(attributes))) return <img src={source} alt={description} />;
  const label = `${image}: ${description === '' ? source : description}`;
  return isAddress(source) ? linkOf(source, label) : <span class="preview-inert">{label}</span>;
}

/**
 * Returns a link for an http, https or mailto URL, and plain text for other URLs. A relative URL is not a link here,
 * because it is valid only on the site that publishes the content.
 */
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

/**
 * Returns a heading that looks like a heading of the level `level`. Screen readers announce the level `announced`,
 * which fits the page's headings.
 */
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
 * Converts untrusted HTML to Preact elements. Only harmless elements and attributes remain: no event handlers, styles
 * or `name` attributes. The browser's parser is not used, because it would report event handlers and styles as
 * violations of the page's Content Security Policy.
 * @param limit maximum number of nodes; further nodes are removed
 */
export function safeHtml(html: string, texts: Texts, limit = 20_000): ComponentChildren {
  let left = limit;
  let isCut = false;
  // The levels of the current heading and of the headings above it. The announced levels start at 2 and skip no level.
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
    if (name === 'img') return pictureOf(attribs, texts);
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
