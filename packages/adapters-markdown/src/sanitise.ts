import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';

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
  exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs['type'] !== 'checkbox',
};

/** Names by which scripts and labels find an element: an author's must not take the place of the page's own. */
const references = ['id', 'name', 'aria-describedby', 'aria-labelledby', 'headers'];

/**
 * Keeps what GitHub's allow list keeps. Ids that begin with `nonce` are ours and lose it; every other name an element
 * goes by is an author's and gets `user-content-`.
 */
export function sanitise(html: string, nonce: string): string {
  const rename = (value: string): string =>
    value.startsWith(nonce) ? value.slice(nonce.length) : value.replace(/\S+/g, 'user-content-$&');
  const transform = (tagName: string, attribs: Attributes): Tag => {
    for (const name of references) {
      const value = attribs[name];
      if (value !== undefined) attribs[name] = rename(value);
    }
    if (tagName === 'input') attribs['disabled'] = '';
    return { tagName, attribs };
  };
  const clean = sanitizeHtml(html, { ...options, transformTags: { '*': transform } });
  // As Markdown is rendered. In a text or a value the greater-than sign is escaped: this one ends a tag.
  return clean.replaceAll(' />', '>');
}
