import { texts } from '../language/language.ts';
import type { Media } from './uploads.ts';

/** The width of the pictures in lists, in pixels. */
const thumbnailWidth = 320;

/**
 * Returns the URL of the smallest copy of a picture that has the wanted width. Copies that are cropped are left out.
 * Until the copies have been made, the service sends the picture itself at the URL of a copy.
 */
export function pictureUrl(
  { url, width, height, variants }: Pick<Media, 'url' | 'width' | 'height' | 'variants'>,
  wanted: number,
): string {
  const shape = (width ?? 1) / (height ?? 1);
  const copy = variants
    .filter((variant) => Math.abs(variant.width / variant.height / shape - 1) < 0.05)
    .toSorted((a, b) => a.width - b.width)
    .find((variant) => variant.width >= Math.min(wanted, width ?? 0));
  if (copy !== undefined) return copy.url;
  return variants.length === 0 && wanted <= thumbnailWidth ? `${url}?preset=thumb` : url;
}

/** Whether nobody has written what a picture shows. An empty text means that the picture only decorates. */
export const lacksAlt = ({ type, alt }: Pick<Media, 'type' | 'alt'>): boolean => type === 'image' && alt === null;

/** The warning about a picture without alternative text. */
export const AltWarning = ({ media }: { readonly media: Media }) =>
  lacksAlt(media) ? <span class="tag tag-off">{texts().media.noAlt}</span> : null;

interface ThumbnailProps {
  readonly media: Pick<Media, 'type' | 'url' | 'width' | 'height' | 'variants'>;
  /** The alternative text, if the name of the picture is not written beside it. */
  readonly alt?: string;
}

/** Shows a small copy of a picture, or the kind of another file. */
export const Thumbnail = ({ media, alt = '' }: ThumbnailProps) =>
  media.type === 'image' ? (
    <img
      class="thumbnail"
      src={pictureUrl(media, thumbnailWidth)}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={media.width ?? undefined}
      height={media.height ?? undefined}
    />
  ) : (
    <span class="thumbnail thumbnail-kind" aria-hidden="true">
      {(/\.[a-z\d]+$/u.exec(media.url)?.[0] ?? '').slice(1).toUpperCase()}
    </span>
  );

/** The size of a picture in pixels; undefined for files without one. */
export const pixelsText = ({ width, height }: Pick<Media, 'width' | 'height'>): string | undefined =>
  width === null || height === null ? undefined : texts().media.pixels({ width, height });
