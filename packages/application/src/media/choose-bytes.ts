import { variantName, type StoredVariant } from '@portcullis/domain/internal/media/media';
import {
  mediaFormats,
  originalKey,
  variantKey,
  type MediaPreset,
  type VariantExtension,
} from '@portcullis/domain/internal/media/media-file';
import type { ServedMedia } from '../ports/media.ts';

/** Which bytes of a file a visitor asks for. */
export interface WantedBytes {
  /** The name of a preset; undefined for the file itself. */
  readonly preset?: string | undefined;
  /** The version of the variants in the URL. Without it, the URL may get other bytes. */
  readonly variantsVersion?: number | undefined;
  readonly acceptsWebp: boolean;
}

/** The bytes that a visitor gets. */
export interface ChosenBytes {
  /** The key of the bytes in the store. */
  readonly key: string;
  readonly size: number;
  readonly mime: string;
  /** Identifies the bytes. Consists of letters, digits and hyphens. */
  readonly etag: string;
  /** Whether the URL never has other bytes. */
  readonly isFinal: boolean;
}

/**
 * Chooses the bytes for a request. A visitor never starts work: if a variant has not been made, its place is taken by the
 * largest smaller one, or else by the file itself. So texts that name a preset which is no longer configured remain right.
 */
export function chooseBytes(
  file: ServedMedia,
  { preset, variantsVersion, acceptsWebp }: WantedBytes,
  presets: readonly MediaPreset[],
): ChosenBytes {
  const original = { key: originalKey(file.id), size: file.bytes, mime: file.mime, etag: file.sha256 };
  if (preset === undefined) return { ...original, isFinal: true };
  const exact = file.variants.find((variant) => variant.preset === preset);
  const variant = exact ?? largestBelow(file.variants, presets, preset);
  if (variant === undefined) return { ...original, isFinal: false };
  const extension = acceptsWebp ? 'webp' : variant.fallback;
  const name = variantName(variant);
  return {
    key: variantKey(file.id, name, extension),
    size: acceptsWebp ? variant.webpBytes : variant.fallbackBytes,
    mime: mimeOf(extension),
    etag: `${file.sha256}-${name}-${extension}`,
    isFinal: exact !== undefined && variantsVersion === variant.version,
  };
}

function largestBelow(
  variants: readonly StoredVariant[],
  presets: readonly MediaPreset[],
  name: string,
): StoredVariant | undefined {
  const wanted = presets.find((preset) => preset.name === name);
  if (wanted === undefined || wanted.isSquare) return undefined;
  const isSquare = (variant: StoredVariant) =>
    presets.some(({ name: of, isSquare: is }) => of === variant.preset && is);
  return variants
    .filter((variant) => variant.width <= wanted.width && !isSquare(variant))
    .toSorted((a, b) => b.width - a.width)[0];
}

const mimeOf = (extension: VariantExtension): string =>
  mediaFormats.find((format) => format.extension === extension)?.mime ?? 'application/octet-stream';
