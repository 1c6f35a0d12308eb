import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { createOpenElements } from './open-elements.ts';

const words = (text: string): string[] => text.split(/\s+/);

/** The options of sanitize-html, with one option that is missing in its types. */
interface Options extends IOptions {
  readonly allowedEmptyAttributes: string[];
}

/**
 * GitHub's allow list, without the elements and attributes that run scripts, embed pages, apply styles, submit forms or
 * change which element has the keyboard focus, such as `tabindex`.
 */
const options: Options = {
  allowedTags: words(
    `a abbr b bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr
    i img input ins kbd li mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary
    sup table tbody td tfoot th thead time tr tt ul var wbr`,
  ),
  allowedAttributes: {
    '*': words(
      `abbr align alt aria-describedby aria-hidden aria-label aria-labelledby axis border cellpadding cellspacing char
      charoff clear color colspan compact datetime dir headers height hreflang hspace id itemprop label lang name noshade
      nowrap open rel rev role rowspan rules scope size span start summary title valign value vspace width`,
    ),
    a: ['href'],
    blockquote: ['cite'],
    del: ['cite'],
    div: ['itemscope', 'itemtype'],
    img: ['src', 'longdesc', 'loading', 'decoding', 'srcset', 'sizes'],
    input: ['checked', 'disabled', 'type'],
    ins: ['cite'],
    li: ['type'],
    ol: ['type'],
    q: ['cite'],
    source: ['srcset', 'media', 'sizes', 'type'],
    ul: ['type'],
  },
  allowedClasses: { code: ['hljs', /^language-[\w+#-]+$/], span: [/^hljs-[\w-]+$/, /^[a-z]+_{1,2}$/] },
  allowedEmptyAttributes: ['alt', 'checked', 'disabled', 'href', 'id', 'itemscope', 'open', 'src', 'title'],
  // By default, the text of `option` elements would be dropped too.
  nonTextTags: ['script', 'style', 'textarea'],
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp', 'irc', 'ircs', 'xmpp'],
  // Images may have data URLs, because an `img` element never runs scripts in the image.
  allowedSchemesByTag: { img: ['http', 'https', 'data'], source: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'longdesc', 'itemtype'],
};

/**
 * Attributes that define ids or names of elements, or refer to ids. Ids and names that an author writes must not
 * collide with those of the page.
 */
const references = ['id', 'name', 'aria-describedby', 'aria-labelledby', 'headers'];

const idPrefix = 'user-content-';
/** Matches the ids in an attribute, unless they have the prefix already. */
const ids = /(?<!\S)(?!user-content-)\S+/g;
/** Matches a tag. Sanitised HTML has no `<` or `>` in attributes. */
const tags = /<[a-z][^<>]*>/g;
const prefixedIds = /\s(?:id|name)="user-content-([^"]+)"/g;
const localLinks = /(<a\s(?:[^<>]*?\s)?href="#)([^"]+)(?=")/g;

/** Adds the prefix to links whose targets have it. Links to ids of Markdown headings stay as they are. */
function withLinksTo(html: string, prefix: string): string {
  const targets = new Set(
    Array.from(html.matchAll(tags), ([tag]) => Array.from(tag.matchAll(prefixedIds), ([, id = '']) => id)).flat(),
  );
  const isTarget = (id: string): boolean => {
    try {
      return targets.has(id) || targets.has(decodeURIComponent(id));
    } catch {
      return false;
    }
  };
  if (targets.size === 0) return html;
  return html.replaceAll(localLinks, (all, start: string, id: string) =>
    isTarget(id) ? `${start}${prefix}${id}` : all,
  );
}

export interface CleanHtml {
  readonly html: string;
  /** Indices (from 0) of the Markdown headings that are not in the sanitised HTML. */
  readonly lostHeadings: ReadonlySet<number>;
}

/**
 * Sanitises HTML with an allow list like GitHub's. Ids, names, references to ids and links to them get the prefix
 * `user-content-`, except the ids of Markdown headings. The headings are recognised by the offsets of their tags: no raw HTML tag begins
 * at one of these offsets.
 *
 * @param headingOffsets the offsets of the tags of Markdown headings, in ascending order
 */
export function sanitise(html: string, headingOffsets: readonly number[], prefix = idPrefix): CleanHtml {
  const elements = createOpenElements(html);
  const lostHeadings = new Set<number>();
  let heading = 0;
  /**
   * Returns true if the tag at `offset` belongs to a Markdown heading. Headings before `offset` whose tags the parser
   * has not reported are not in the output, for example because they are in an attribute value or in a comment. Their
   * indices are added to `lostHeadings`.
   */
  const isHeadingTag = (offset: number): boolean => {
    for (; (headingOffsets[heading] ?? Infinity) < offset; heading += 1) lostHeadings.add(heading);
    if (headingOffsets[heading] !== offset) return false;
    heading += 1;
    return true;
  };
  const transform = (tagName: string, attribs: Attributes): Tag => {
    if (isHeadingTag(elements.tagOffset())) return { tagName, attribs };
    for (const name of references) {
      const value = attribs[name];
      if (value !== undefined) attribs[name] = value.replaceAll(ids, `${prefix}$&`);
    }
    if (tagName !== 'input') return { tagName, attribs };
    return { tagName, attribs: attribs['type'] === 'checkbox' ? { ...attribs, disabled: '' } : {} };
  };
  const { Tokenizer, onOpenTag, onCloseTag } = elements;
  const transformTags = { '*': transform };
  const clean = sanitizeHtml(html, { ...options, transformTags, onOpenTag, onCloseTag, parser: { Tokenizer } });
  for (; heading < headingOffsets.length; heading += 1) lostHeadings.add(heading);
  // The text `<input />` or ` />` can only be part of a tag, because `<` and `>` are escaped in texts and attribute
  // values. An `input` that was not a checkbox has no attributes here and is removed. The `exclusiveFilter` of
  // sanitize-html could also remove it, but takes quadratic time.
  return { html: withLinksTo(clean.replaceAll('<input />', '').replaceAll(' />', '>'), prefix), lostHeadings };
}
