import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { createOpenElements } from './open-elements.ts';

const words = (text: string): string[] => text.split(/\s+/);

/** The published types lack one option. */
interface Options extends IOptions {
  readonly allowedEmptyAttributes: string[];
}

/** What GitHub allows, as far as it is content: nothing that runs, frames, styles, submits or takes focus. */
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
    img: ['src', 'longdesc', 'loading'],
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
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp', 'irc', 'ircs', 'xmpp'],
  // Markdown's own images may be inline ones; in an `img` no kind of document runs.
  allowedSchemesByTag: { img: ['http', 'https', 'data'], source: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'longdesc', 'itemtype'],
};

/** Names by which scripts and labels find an element: an author's must not take the place of the page's own. */
const references = ['id', 'name', 'aria-describedby', 'aria-labelledby', 'headers'];

export interface CleanHtml {
  readonly html: string;
  /** The numbers of the Markdown headings that are no elements of it, counted from 0. */
  readonly lostHeadings: ReadonlySet<number>;
}

/**
 * Keeps what GitHub's allow list keeps. Every name that an element goes by gets `user-content-`, but for the ids of the
 * Markdown headings: these are the tags that begin at `headingOffsets`, where no author can write one.
 *
 * @param headingOffsets ascending
 */
export function sanitise(html: string, headingOffsets: readonly number[]): CleanHtml {
  const elements = createOpenElements(html);
  const lostHeadings = new Set<number>();
  let heading = 0;
  /** Whether a tag is the next heading's. A heading that is passed over is text of an attribute, or in a dropped element. */
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
      if (value !== undefined) attribs[name] = value.replace(/\S+/g, 'user-content-$&');
    }
    if (tagName !== 'input') return { tagName, attribs };
    return { tagName, attribs: attribs['type'] === 'checkbox' ? { ...attribs, disabled: '' } : {} };
  };
  const { Tokenizer, onOpenTag, onCloseTag } = elements;
  const transformTags = { '*': transform };
  const clean = sanitizeHtml(html, { ...options, transformTags, onOpenTag, onCloseTag, parser: { Tokenizer } });
  for (; heading < headingOffsets.length; heading += 1) lostHeadings.add(heading);
  // In a text or a value these signs are escaped, so both patterns are tags: an input that is no checkbox, since others
  // have attributes, and tags that Markdown ends otherwise. (sanitize-html's own filter is quadratic in dropped tags.)
  return { html: clean.replaceAll('<input />', '').replaceAll(' />', '>'), lostHeadings };
}
