import type { Feed } from './feed.ts';

/**
 * Returns a feed as a JSON Feed 1.1 document. A text is required for each item, so an item without a summary has its
 * title as text.
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
