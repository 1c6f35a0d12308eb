import type { Feed } from './feed.ts';

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
    })),
  });
