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
  <Read extends WithCover>({ cover, ...content }: Read): Shown<Read> => ({
    ...content,
    cover: cover === null ? null : viewCover(mediaOrigin, cover),
  });
