import type { WithCover } from '@portcullis/application/internal/ports/contents';
import type { MediaViews } from '@portcullis/application/internal/ports/media';
import type { ContentFields } from '@portcullis/domain/internal/content';
import { viewCover, type CoverView } from '@portcullis/domain/internal/media';

/** Where files are served. */
export interface MediaSite {
  /** The origin in the URLs of files, such as `https://media.example.com`. Empty: the URLs are paths. */
  readonly mediaOrigin: string;
}

/** A content or a working copy with its picture as the API returns it. */
export type Shown<Content> = Omit<Content, 'cover'> & { readonly cover: CoverView | null };

/** The dependencies with which routes that write contents show pictures. */
export interface WrittenCoverDependencies extends MediaSite {
  /** Reads the pictures for the responses to requests that change contents. */
  readonly writtenMedia: MediaViews;
}

/** Returns a function that adds the URLs of the picture to a content that was read. */
export const shownBy =
  ({ mediaOrigin }: MediaSite) =>
  <Read extends WithCover>({ cover, ...content }: Read): Shown<Read> => ({
    ...content,
    cover: cover === null ? null : viewCover(mediaOrigin, cover),
  });

/** Returns a function that adds the picture to a content that was written. */
export const shownAfterWriteBy =
  ({ mediaOrigin, writtenMedia }: WrittenCoverDependencies) =>
  async <Written extends Pick<ContentFields, 'coverId'>>(content: Written): Promise<Written & Shown<Written>> => {
    const file = content.coverId === null ? undefined : await writtenMedia.find(content.coverId);
    return { ...content, cover: file === undefined ? null : viewCover(mediaOrigin, file) };
  };
