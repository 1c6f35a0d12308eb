import { builtInEvent, builtInSubject, ofDeletion, recordedFields } from '../shared/declare-event.ts';
import type { MediaId, UserId } from '../shared/ids.ts';
import { originalKey, variantKey, type MediaFocus, type MediaType, type VariantExtension } from './media-file.ts';
import { mediaNameRule } from './media-name.ts';
import { notInLines, type TextRule } from '../names/text.ts';
import type { Entity } from '../shared/version.ts';

/** A file that contents can show. Its bytes never change. */
export interface MediaFile extends Entity<MediaId> {
  /** The name that the file had on the computer of the uploader, without characters that are not safe in names. */
  readonly name: string;
  /** The last part of the URL: a slug of the name, and the extension of the real type. */
  readonly fileName: string;
  readonly type: MediaType;
  /** The media type that was found in the first bytes. */
  readonly mime: string;
  readonly bytes: number;
  /** SHA-256 of the stored bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** SHA-256 of the received bytes. They differ from the stored bytes if the file was written again without metadata. */
  readonly receivedSha256: string;
  /** The size in pixels; null if the file is neither a picture nor a video, or if the size is not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds; null if the file is neither video nor sound, or if the duration is not known. */
  readonly duration: number | null;
  /** A tiny preview in base64, which front ends show until the picture has been loaded. Null if there is none. */
  readonly thumbhash: string | null;
  /** Describes a picture for people who do not see it. Empty for a picture that only decorates; null if not written. */
  readonly alt: string | null;
  readonly title: string | null;
  /** Names with slashes between them, such as `press/2026`; null for a file in no folder. */
  readonly folder: string | null;
  /** Null for the middle, and for files that are no pictures. */
  readonly focus: MediaFocus | null;
  /** Null if this user was deleted. */
  readonly uploaderId: UserId | null;
}

/** A smaller copy of a picture. */
interface MediaVariant {
  /** The name of the preset, which determines the size. */
  readonly preset: string;
  readonly width: number;
  readonly height: number;
}

/** A variant whose bytes are stored: in WebP, and in a format for clients that do not support WebP. */
export interface StoredVariant extends MediaVariant {
  readonly fallback: Exclude<VariantExtension, 'webp'>;
  /** The sizes in bytes. */
  readonly webpBytes: number;
  readonly fallbackBytes: number;
  /** How often the variants of the file have been made. It is part of the URL, so that no URL ever has other bytes. */
  readonly version: number;
}

/** A file and the variants that have been made of it. */
export interface StoredMedia extends MediaFile {
  readonly variants: readonly StoredVariant[];
}

/** A variant as the API returns it. */
export interface MediaVariantView extends MediaVariant {
  readonly url: string;
}

/** A file as the API returns it. */
export interface MediaView extends Omit<MediaFile, 'fileName' | 'receivedSha256'> {
  readonly url: string;
  readonly variants: readonly MediaVariantView[];
}

/** The file of a picture that is shown beside a content. */
export type CoverFile = Pick<StoredMedia, 'id' | 'fileName' | 'alt' | 'width' | 'height' | 'variants'>;

/** The picture of a content as the API returns it. */
export type CoverView = Pick<MediaView, 'url' | 'alt' | 'width' | 'height' | 'variants'>;

/** The fields of a file that an editor can set. */
export type EditableMedia = Pick<MediaFile, 'alt' | 'title' | 'folder' | 'focus'>;

const folderRule = {
  min: 1,
  max: 255,
  pattern: new RegExp(`^[^/${notInLines}]+(?:/[^/${notInLines}]+)*$`, 'u'),
  requirement: 'consist of names with a slash between them',
} satisfies TextRule;

/** The limits of the fields of files. */
export const mediaLimits = {
  name: mediaNameRule,
  alt: { min: 0, max: 1000 },
  title: { min: 0, max: 255 },
  folder: folderRule,
} as const;

/**
 * Returns the URL of a file.
 * @param origin the origin that serves files, such as `https://media.example.com`; empty for paths
 */
export const mediaUrl = (origin: string, { id, fileName }: Pick<MediaFile, 'id' | 'fileName'>): string =>
  `${origin}/media/${id}/${encodeURIComponent(fileName)}`;

/** The fields of a file that determine its URL. */
type Addressed = Pick<MediaFile, 'id' | 'fileName'>;

/** Returns the URL of a variant. Its version changes with the focus and the presets, so this URL always has the same bytes. */
export const variantUrl = (
  origin: string,
  file: Addressed,
  { preset, version }: Pick<StoredVariant, 'preset' | 'version'>,
): string => `${mediaUrl(origin, file)}?preset=${preset}&v=${version}`;

/** Returns the name under which the bytes of a variant are stored (`variantKey`). */
export const variantName = ({ preset, version }: Pick<StoredVariant, 'preset' | 'version'>): string =>
  version === 1 ? preset : `${preset}-${version}`;

/** Returns the keys of all bytes of a file in the store, with the sizes of the bytes. */
export const storedKeys = ({
  id,
  bytes,
  variants,
}: Pick<StoredMedia, 'id' | 'bytes' | 'variants'>): ReadonlyMap<string, number> =>
  new Map([
    [originalKey(id), bytes],
    ...variants.flatMap((variant): readonly (readonly [string, number])[] => [
      [variantKey(id, variantName(variant), 'webp'), variant.webpBytes],
      [variantKey(id, variantName(variant), variant.fallback), variant.fallbackBytes],
    ]),
  ]);

/** Returns the variants of a file with their URLs. */
const viewVariants = (origin: string, file: Addressed & Pick<StoredMedia, 'variants'>): readonly MediaVariantView[] =>
  file.variants.map((variant) => {
    const { preset, width, height } = variant;
    return { preset, url: variantUrl(origin, file, variant), width, height };
  });

/** Returns the picture of a content as the API returns it. */
export function viewCover(origin: string, file: CoverFile): CoverView {
  const { alt, width, height } = file;
  return { url: mediaUrl(origin, file), alt, width, height, variants: viewVariants(origin, file) };
}

/** Returns a file as the API returns it. */
export function viewMedia(origin: string, stored: StoredMedia): MediaView {
  const { fileName: _fileName, receivedSha256: _received, ...shown } = stored;
  return { ...shown, url: mediaUrl(origin, stored), variants: viewVariants(origin, stored) };
}

const subject = builtInSubject('media', 'name');
const recorded = recordedFields<MediaFile>()(
  'name',
  'type',
  'mime',
  'bytes',
  'sha256',
  'width',
  'height',
  'alt',
  'title',
  'folder',
  'focus',
  'uploaderId',
);

/** The events of files. */
export const mediaEvents = {
  created: builtInEvent(subject, 'media.created', recorded),
  updated: builtInEvent(subject, 'media.updated', recorded),
  removed: builtInEvent(subject, 'media.removed', ofDeletion(recorded)),
};
