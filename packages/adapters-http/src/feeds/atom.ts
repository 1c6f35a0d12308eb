import type { Feed, FeedEntry } from './feed.ts';
import { escapeXml, textElement, xmlDeclaration } from './xml.ts';

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

const entryOf = ({ id, url, title, summary, published, updated }: FeedEntry): string =>
  [
    '<entry>',
    textElement('id', id),
    textElement('title', title),
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    textElement('published', published.toISOString()),
    textElement('updated', updated.toISOString()),
    textElement('summary', summary),
    '</entry>',
  ].join('');
