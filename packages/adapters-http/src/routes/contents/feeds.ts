import { listContents } from '@portcullis/application/internal/contents/read-content';
import type { VisitorViews } from '@portcullis/application/internal/ports/access';
import type { CategoryId, TagId } from '@portcullis/domain/internal/shared/ids';
import type { MediaSite } from '../../responses/content-covers.ts';
import { unknownRoute } from '../../responses/http-error.ts';
import { RawResponse } from '../../responses/response-data.ts';
import { atomOf, jsonFeedOf, sitemapOf } from '../../feeds/formats.ts';
import { feedOf, type Feed, type FeedSite } from '../../feeds/feed.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Integer } from '../../validation/fields.ts';
import type { Schema } from '../../validation/schema.ts';
import { route, type Route } from '../route.ts';
import { InCategory, WithTag } from './content-requests.ts';

const maxEntries = 100;

class FeedParameters {
  @InCategory() categoryId?: CategoryId;
  @WithTag() tagId?: TagId;
  @Integer(1, maxEntries) @Describe('Maximum number of contents in the response.') limit = 20;
}

/** What the routes of the feeds and of the site map need. */
export interface FeedRouteDependencies extends MediaSite {
  readonly visitorViews: VisitorViews;
  /** The URLs of the site, or undefined if they are not configured. Without these URLs, there are no feeds. */
  readonly site: Omit<FeedSite, 'mediaOrigin'> | undefined;
}

interface Format {
  readonly name: string;
  readonly operation: string;
  readonly summary: string;
  readonly media: string;
  readonly write: (feed: Feed) => string;
}

const formats: readonly Format[] = [
  {
    name: 'contents.atom',
    operation: 'getAtomFeed',
    summary: 'Read the latest contents as an Atom feed',
    media: 'application/atom+xml',
    write: atomOf,
  },
  {
    name: 'contents.json',
    operation: 'getJsonFeed',
    summary: 'Read the latest contents as a JSON Feed 1.1',
    media: 'application/feed+json',
    write: jsonFeedOf,
  },
  {
    name: 'sitemap.xml',
    operation: 'getSitemap',
    summary: 'Read the URLs of the latest contents as a sitemap',
    media: 'application/xml',
    write: sitemapOf,
  },
];

const text: Schema<RawResponse> = { type: 'string' };
const document: Schema<RawResponse> = { type: 'object' };

const queryOf = ({ categoryId, tagId, limit }: FeedParameters): string =>
  new URLSearchParams({ ...(categoryId && { categoryId }), ...(tagId && { tagId }), limit: String(limit) }).toString();

/** The routes of the feeds of public contents (docs/interface.md §4.6). */
export const feedRoutes = ({ visitorViews, site, mediaOrigin }: FeedRouteDependencies): readonly Route[] =>
  formats.map(({ name, operation, summary, media, write }) =>
    route({
      method: 'GET',
      path: `/feeds/${name}`,
      operation,
      summary,
      description:
        'Contains the PUBLISHED contents, the latest publication first. Feeds name the cover of each content, or the first picture in its text. The URLs of contents consist of PUBLIC_URL and CONTENT_URL_TEMPLATE. They never depend on the request. If PUBLIC_URL is not set, there are no feeds (404). Only `If-None-Match` leads to a 304: `If-Modified-Since` is ignored, because a content that is withdrawn disappears from a feed without a later `Last-Modified`.',
      access: 'public',
      media,
      query: FeedParameters,
      data: media === 'application/feed+json' ? document : text,
      refuses: ['unknown-route'],
      handle: async ({ query }) => {
        if (site === undefined) throw unknownRoute();
        const { limit, ...filters } = query;
        const { items } = await listContents(visitorViews)({
          query: {
            ...filters,
            page: 1,
            pageSize: limit,
            sortBy: 'publishedAt',
            sortOrder: 'desc',
            status: 'PUBLISHED',
          },
          reach: async () => false,
        });
        const pictures = await visitorViews.contents.firstPictures(items.map(({ id }) => id));
        const feed = feedOf({ ...site, mediaOrigin }, `/api/feeds/${name}?${queryOf(query)}`, items, pictures);
        return new RawResponse(Buffer.from(write(feed)), {
          'Content-Type': `${media}; charset=utf-8`,
          'Last-Modified': feed.updated.toUTCString(),
        });
      },
    }),
  );
