import type { WithCover } from '@portcullis/application/internal/ports/contents';
import { viewCover, type CoverView } from '@portcullis/domain/internal/media/media';

/** Where files are served. */
export interface MediaSite {
  /** The origin in the URLs of files, such as `https://media.example.com`. Empty: the URLs are paths. */
  readonly mediaOrigin: string;
}

/** A content or a working copy with its picture as the API returns it. */
export type Shown<Content> = Omit<Content, 'cover'> & { readonly cover: CoverView | null };

/** Returns a function that adds the URLs of the picture to a content. */
export const shownBy =
  ({ mediaOrigin }: MediaSite) =>
  <Read extends WithCover>(content: Read): Shown<Read> => ({
    // The picture is overwritten and not left out by a rest element, which would take twenty times as long.
    ...content,
    cover: content.cover === null ? null : viewCover(mediaOrigin, content.cover),
  });
