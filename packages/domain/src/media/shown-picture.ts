import { isId, type MediaId } from '../shared/ids.ts';
import type { MediaPreset } from './media-file.ts';
import { mediaUrl, variantUrl, type StoredMedia } from './media.ts';

/** A picture of this service as a text shows it. */
export interface ShownPicture {
  readonly id: MediaId;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** The URLs of the picture in several widths, in the form of the attribute `srcset` of HTML. */
  readonly srcset: string;
}

/** Maximum number of different files in a text that are recognised. */
const maxFiles = 1000;
const path = '/media/';
const idLength = 36;

/**
 * Returns the ids in the URLs of files in a text, without duplicates.
 * @param most maximum number of ids
 */
export function mediaIdsIn(text: string, most = maxFiles): readonly MediaId[] {
  const found = new Set<MediaId>();
  for (let at = text.indexOf(path); at !== -1 && found.size < most; at = text.indexOf(path, at + path.length)) {
    const start = at + path.length;
    const id = text.slice(start, start + idLength).toLowerCase();
    if (isId<'Media'>(id) && text.charAt(start + idLength) === '/') found.add(id);
  }
  return [...found];
}

/**
 * Returns a picture as a text shows it; undefined if the file is no picture, or if its size is not known. The sizes follow
 * from the presets and not from the variants, because these may be made later than the text. A picture that is wider
 * than every preset is not offered in its full size.
 */
export function shownPicture(
  origin: string,
  file: StoredMedia,
  presets: readonly MediaPreset[],
): ShownPicture | undefined {
  const { id, type, width, height } = file;
  if (type !== 'image' || width === null || height === null) return undefined;
  const url = mediaUrl(origin, file);
  const scaled = presets.filter(({ isSquare }) => !isSquare).toSorted((a, b) => a.width - b.width);
  const version = file.variants[0]?.version ?? 1;
  const smaller = scaled
    .filter((preset) => preset.width < width)
    .map((preset) => `${variantUrl(origin, file, { preset: preset.name, version })} ${preset.width}w`);
  const isWidest = width > (scaled.at(-1)?.width ?? 0) && smaller.length > 0;
  return { id, url, width, height, srcset: [...smaller, ...(isWidest ? [] : [`${url} ${width}w`])].join(', ') };
}
