import type { Feed, FeedEntry } from './feed.ts';

/**
 * Matches characters that XML 1.0 cannot contain, even escaped: most control characters, lone surrogates, U+FFFE and
 * U+FFFF.
 */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Escapes a text for an element or an attribute in double quotes. Characters that XML cannot contain are removed. */
const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"\r]/g, (character) => entities[character] ?? '');

/** Returns an element that contains a text. */
const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Returns a feed as an Atom document (RFC 4287). */
export function atomOf({ title, homeUrl, selfUrl, updated, entries }: Feed): string {
  const head = [
    textElement('id', selfUrl),
    textElement('title', title),
    textElement('updated', updated.toISOString()),
    `<author>${textElement('name', title)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(selfUrl)}"/>`,
    `<link rel="alternate" href="${escapeXml(homeUrl)}"/>`,
  ];
  const lines = [...head, ...entries.map(entryOf)].join('\n');
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom">\n${lines}\n</feed>\n`;
}

/** Returns the link to a picture, which feed readers show with the entry. */
const enclosureOf = ({ url, mime, bytes }: NonNullable<FeedEntry['picture']>): string =>
  `<link rel="enclosure" type="${escapeXml(mime)}" length="${bytes}" href="${escapeXml(url)}"/>`;

const entryOf = ({ id, url, title, summary, published, updated, picture }: FeedEntry): string =>
  [
    '<entry>',
    textElement('id', id),
    textElement('title', title),
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    picture === undefined ? '' : enclosureOf(picture),
    textElement('published', published.toISOString()),
    textElement('updated', updated.toISOString()),
    textElement('summary', summary),
    '</entry>',
  ].join('');

/**
 * Returns a feed as a JSON Feed 1.1 document. JSON Feed requires a text for each item, so the title is used as the text
 * of an item without a summary.
 */
export const jsonFeedOf = ({ title, homeUrl, selfUrl, entries }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_text: entry.summary === '' ? entry.title : entry.summary,
      date_published: entry.published.toISOString(),
      date_modified: entry.updated.toISOString(),
      ...(entry.picture && {
        image: entry.picture.url,
        attachments: [{ url: entry.picture.url, mime_type: entry.picture.mime, size_in_bytes: entry.picture.bytes }],
      }),
    })),
  });

/** Returns the URLs of a feed's entries as a sitemap (sitemaps.org, version 0.9). */
export function sitemapOf({ entries }: Feed): string {
  const urls = entries.map(
    ({ url, updated }) => `<url>${textElement('loc', url)}${textElement('lastmod', updated.toISOString())}</url>\n`,
  );
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
