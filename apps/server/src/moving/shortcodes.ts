import { escaped } from './ghost-cards.ts';

const opening = /\[(?<escape>\[?)(?<name>[a-z][\w-]*)(?<attributes>(?:\s[^[\]]*)?)\]/gi;
const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

type Attributes = Readonly<Record<string, string>>;

interface Shortcode {
  readonly attributes: Attributes;
  /** The text between the opening and the closing tag. */
  readonly inner: string;
  /** Returns the address of a picture by its id. */
  readonly pictureAt: (id: string) => string | undefined;
}

const link = (address: string | undefined): string =>
  address === undefined || address === '' ? '' : `\n\n<a href="${escaped(address)}">${escaped(address)}</a>\n\n`;

const mediaLink = ({ attributes }: Shortcode): string =>
  link(['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav'].map((name) => attributes[name]).find(Boolean));

const caption = ({ attributes, inner }: Shortcode): string => {
  const [, picture = inner, text = ''] =
    /^((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([^]*)$/i.exec(inner.trim()) ?? [];
  const shown = attributes['caption'] ?? text.trim();
  return `<figure>${picture}${shown === '' ? '' : `<figcaption>${shown}</figcaption>`}</figure>`;
};

/** The shortcodes of WordPress itself. */
const shortcodes: Readonly<
  Record<string, { readonly isEnclosing: boolean; readonly show: (shortcode: Shortcode) => string }>
> = {
  caption: { isEnclosing: true, show: caption },
  wp_caption: { isEnclosing: true, show: caption },
  embed: { isEnclosing: true, show: ({ inner, attributes }) => link(inner.trim() || attributes['src']) },
  gallery: {
    isEnclosing: false,
    show: ({ attributes, pictureAt }) =>
      (attributes['ids'] ?? '')
        .split(',')
        .map((id) => pictureAt(id.trim()))
        .map((address) => (address === undefined ? '' : `<p><img src="${escaped(address)}" alt=""></p>`))
        .join(''),
  },
  audio: { isEnclosing: false, show: mediaLink },
  video: { isEnclosing: false, show: mediaLink },
};

/**
 * Replaces the shortcodes of WordPress itself by what it shows instead. Those of plug-ins stay as they are.
 * @returns the HTML, and a line for each shortcode that stays
 */
export function withoutShortcodes(
  html: string,
  pictureAt: Shortcode['pictureAt'],
): { readonly html: string; readonly notes: readonly string[] } {
  const closed = new Set(Array.from(html.matchAll(/\[\/([\w-]+)\]/g), ([, name = '']) => name.toLowerCase()));
  const notes = new Set<string>();
  const pieces: string[] = [];
  let at = 0;
  for (const match of html.matchAll(opening)) {
    const { escape = '', name = '', attributes: text = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const shortcode = Object.hasOwn(shortcodes, name.toLowerCase()) ? shortcodes[name.toLowerCase()] : undefined;
    if (match.index < at) continue;
    if (shortcode === undefined || escape !== '') {
      if (escape === '' && (text.includes('=') || closed.has(name.toLowerCase())))
        notes.add(`The shortcode [${name}] stays as text.`);
      if (escape !== '' && html[end] === ']') {
        pieces.push(html.slice(at, match.index), match[0].slice(1));
        at = end + 1;
      }
      continue;
    }
    const close = `[/${name}]`;
    const closing = closed.has(name.toLowerCase()) ? html.indexOf(close, end) : -1;
    const attributes = Object.fromEntries(
      Array.from(text.matchAll(attribute), ([, key = '', ...values]) => [
        key,
        values.find((each) => each !== undefined) ?? '',
      ]),
    );
    const isClosed = closing >= 0 && (shortcode.isEnclosing || html.slice(end, closing).trim() === '');
    const inner = isClosed ? html.slice(end, closing) : '';
    pieces.push(html.slice(at, match.index), shortcode.show({ attributes, inner, pictureAt }));
    at = isClosed ? closing + close.length : end;
  }
  return { html: pieces.join('') + html.slice(at), notes: [...notes] };
}
