import { escapeHtml } from '../process/escape-html.ts';

/** A part of a document of Ghost, such as a picture or an embedded page. */
export type Fields = Readonly<Record<string, unknown>>;

/** Converts Markdown to HTML. */
export type Render = (markdown: string) => string;

/** Escapes a text for HTML. Values that are no texts are left out. */
export const escaped = (text: unknown): string => (typeof text === 'string' ? escapeHtml(text) : '');

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

const rawHtml = (html: unknown): string => (typeof html === 'string' ? html : '');

const link = (url: unknown, text: unknown): string =>
  typeof url === 'string' && url !== '' ? `<p><a href="${escaped(url)}">${escaped(text) || escaped(url)}</a></p>` : '';

function image({ src, alt, caption, href }: Fields): string {
  if (typeof src !== 'string' || src === '') return '';
  const picture = `<img src="${escaped(src)}" alt="${escaped(alt)}">`;
  const linked = typeof href === 'string' && href !== '' ? `<a href="${escaped(href)}">${picture}</a>` : picture;
  return `<p>${linked}</p>${caption === undefined || caption === '' ? '' : `<p>${rawHtml(caption)}</p>`}`;
}

const code = ({ code: text, language }: Fields): string =>
  `<pre><code${typeof language === 'string' && language !== '' ? ` class="language-${escaped(language)}"` : ''}>${escaped(text)}</code></pre>`;

const title = ({ metadata }: Fields): unknown => (isFields(metadata) ? metadata['title'] : undefined);

/** The cards of Ghost by their names in Lexical and in Mobiledoc. What has no text, such as a paywall, is left out. */
const cards: Readonly<Record<string, (card: Fields, render: Render) => string>> = {
  audio: ({ src, title: name }) => link(src, name),
  bookmark: (card) => link(card['url'], title(card)),
  button: ({ buttonUrl, buttonText }) => link(buttonUrl, buttonText),
  callout: ({ calloutText }) => `<blockquote>${rawHtml(calloutText)}</blockquote>`,
  code,
  codeblock: code,
  embed: ({ html, url }) => (typeof url === 'string' ? link(url, '') : rawHtml(html)),
  file: ({ src, fileTitle, fileName }) => link(src, fileTitle ?? fileName),
  gallery: ({ images }) => fieldsIn(images).map(image).join(''),
  header: ({ header, subheader }) => `<h2>${rawHtml(header)}</h2><p>${rawHtml(subheader)}</p>`,
  horizontalrule: () => '<hr>',
  hr: () => '<hr>',
  html: ({ html }) => rawHtml(html),
  image,
  markdown: ({ markdown }, render) => (typeof markdown === 'string' ? render(markdown) : ''),
  product: ({ productTitle, productDescription, productUrl }) =>
    `<h4>${rawHtml(productTitle)}</h4>${rawHtml(productDescription)}${link(productUrl, '')}`,
  toggle: ({ heading, content }) => `<h4>${rawHtml(heading)}</h4>${rawHtml(content)}`,
  video: ({ src, caption }) => link(src, caption),
};

/** Cards without a text for readers of a page. */
const silent: readonly string[] = ['email', 'email-cta', 'paywall'];

/** Returns the HTML of a card. A card whose type is not known is an element that the conversion leaves out with a line. */
export const htmlOfCard = (type: string, card: Fields, render: Render): string => {
  const name = type.replace(/^card-/, '');
  if (silent.includes(name)) return '';
  return (Object.hasOwn(cards, name) ? cards[name]?.(card, render) : undefined) ?? '<embed>';
};
