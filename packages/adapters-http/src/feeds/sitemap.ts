import type { Feed } from './feed.ts';
import { textElement, xmlDeclaration } from './xml.ts';

/** Returns the URLs of a feed's entries as a sitemap (sitemaps.org, version 0.9). */
export function sitemapOf({ entries }: Feed): string {
  const urls = entries.map(
    ({ url, updated }) => `<url>${textElement('loc', url)}${textElement('lastmod', updated.toISOString())}</url>\n`,
  );
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
