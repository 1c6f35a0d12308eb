import type { ContentListItem, FeedPicture } from '@portcullis/application/internal/ports/contents';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { mediaUrl } from '@portcullis/domain/internal/media/media';

/** The URLs of the site that shows the contents to readers. */
export interface FeedSite {
  /** The URL of the site, without a slash at the end. */
  readonly publicUrl: string;
  /** The path of a content below `publicUrl`. The slug of the content replaces `{slug}`. */
  readonly contentUrlTemplate: string;
  /** The origin that serves files. Empty: the service at `publicUrl` serves them. */
  readonly mediaOrigin: string;
}

/** The file of a picture. */
interface Enclosure {
  /** The absolute URL. */
  readonly url: string;
  readonly mime: string;
  readonly bytes: number;
}

/** A public content in a feed. */
export interface FeedEntry {
  readonly id: string;
  /** The absolute URL of the content. */
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly published: Date;
  /** When the content was last published or changed. */
  readonly updated: Date;
  /** The first picture of the content; undefined if it has none. */
  readonly picture: Enclosure | undefined;
}

/** A list of public contents, independent of the format of the feed. */
export interface Feed {
  readonly title: string;
  readonly homeUrl: string;
  /** The URL of the feed, which is also the id of the feed. */
  readonly selfUrl: string;
  /** The time of the latest change of an entry; 1 January 1970 if there is no entry. */
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

/**
 * Creates a feed. All URLs begin with the configured `publicUrl` and not with the host of the request, because any
 * client can choose the `Host` header.
 * @param path the path and query of the feed, such as `/api/feeds/contents.atom?limit=10`
 * @param pictures the first picture of each content that has one
 */
export function feedOf(
  site: FeedSite,
  path: string,
  items: readonly ContentListItem[],
  pictures: ReadonlyMap<ContentId, FeedPicture>,
): Feed {
  const { publicUrl } = site;
  const entries = items.map((item) => entryOf(site, item, pictures.get(item.id)));
  return {
    title: new URL(publicUrl).host,
    homeUrl: `${publicUrl}/`,
    selfUrl: `${publicUrl}${path}`,
    updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))),
    entries,
  };
}

function entryOf(
  { publicUrl, contentUrlTemplate, mediaOrigin }: FeedSite,
  item: ContentListItem,
  picture: FeedPicture | undefined,
): FeedEntry {
  const { id, title, slug, summary, excerpt, createdAt, updatedAt } = item;
  const published = item.publishedAt ?? createdAt;
  return {
    id: `urn:uuid:${id}`,
    url: `${publicUrl}${contentUrlTemplate.replaceAll('{slug}', () => encodeURIComponent(slug))}`,
    title,
    summary: summary ?? excerpt ?? '',
    published,
    updated: new Date(Math.max(published.getTime(), updatedAt.getTime())),
    picture: picture && {
      url: mediaUrl(mediaOrigin === '' ? publicUrl : mediaOrigin, picture),
      mime: picture.mime,
      bytes: picture.bytes,
    },
  };
}
