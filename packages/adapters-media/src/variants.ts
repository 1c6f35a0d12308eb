import { stat } from 'node:fs/promises';
import sharp, { type Region, type Sharp } from 'sharp';
import type { PreparedVariant } from '@portcullis/application/internal/ports/media-files';
import type { MediaFocus, MediaPreset, VariantExtension } from '@portcullis/domain/internal/media/media-file';
import type { JobLimits, VariantsTask } from './messages.ts';
import { openPicture, type Picture, reading } from './picture.ts';

/** The longest side of a picture in WebP, in pixels. */
const longestSide = 16_383;

/** Animated variants with more pixels in all frames are not made, because they would take too long. */
const animatedPixels = 12_000_000;

/** The job `variants`. @throws {Refused} media-unreadable, media-too-large */
export async function variants(
  { path, presets, focus }: VariantsTask,
  limits: JobLimits,
): Promise<readonly PreparedVariant[]> {
  const picture = await openPicture(path, limits);
  const still = await decodedOnce(await openPicture(path, limits, { pages: 1 }), presets);
  const written: PreparedVariant[] = [];
  const write = async (preset: MediaPreset, variant: Sharp, extension: VariantExtension): Promise<void> => {
    const target = `${path}.${preset.name}.${extension}`;
    const { width, height, pageHeight = height } = await reading(() => encoded(variant, extension).toFile(target));
    const { size: bytes } = await stat(target);
    written.push({ preset: preset.name, extension, path: target, bytes, width, height: pageHeight });
  };
  for (const preset of presets) {
    const { width, height } = sizeOf(preset, picture);
    if (picture.isAnimated && width * height * picture.frames > animatedPixels) continue;
    await write(preset, resized(picture.isAnimated ? picture : still, preset, focus), 'webp');
    await write(preset, resized(still, preset, focus), still.isOpaque ? 'jpg' : 'png');
  }
  return written;
}

/** A picture from which variants are made. */
interface Source {
  readonly decode: () => Sharp;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a picture once, in the smallest size from which all variants can be made. Decoding a picture for each variant
 * would take several times as long.
 */
async function decodedOnce(
  { decode, width, height }: Picture,
  presets: readonly MediaPreset[],
): Promise<Source & { readonly isOpaque: boolean }> {
  const scales = presets.map((preset) => preset.width / (preset.isSquare ? Math.min(width, height) : width));
  const scale = Math.min(1, Math.max(...scales));
  const box = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const small = decode()
    .resize({ ...box, fit: 'fill' })
    .toColourspace('srgb')
    .raw();
  const { data, info } = await reading(() => small.toBuffer({ resolveWithObject: true }));
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const { isOpaque } = await sharp(data, { raw }).stats();
  return { decode: () => sharp(data, { raw }), width: info.width, height: info.height, isOpaque };
}

/** Returns the size of a variant. A picture is never enlarged. */
function sizeOf(
  preset: MediaPreset,
  { width, height }: Pick<Source, 'width' | 'height'>,
): Pick<Source, 'width' | 'height'> {
  if (preset.isSquare) {
    const side = Math.min(preset.width, width, height);
    return { width: side, height: side };
  }
  const scale = Math.min(1, preset.width / width, longestSide / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function resized(source: Source, preset: MediaPreset, focus: MediaFocus): Sharp {
  const { decode, width, height } = source;
  const picture = preset.isSquare ? decode().extract(squareAround(focus, width, height)) : decode();
  return picture.resize({ ...sizeOf(preset, source), fit: 'fill' });
}

/** Returns the largest square in a picture whose middle is as near to the focus as possible. */
function squareAround({ x, y }: MediaFocus, width: number, height: number): Region {
  const side = Math.min(width, height);
  const startOf = (at: number, length: number): number =>
    Math.round(Math.min(Math.max(at * length - side / 2, 0), length - side));
  return { left: startOf(x, width), top: startOf(y, height), width: side, height: side };
}

function encoded(picture: Sharp, extension: VariantExtension): Sharp {
  switch (extension) {
    case 'webp':
      return picture.webp({ quality: 78, effort: 2 });
    case 'jpg':
      return picture.jpeg({ quality: 80, progressive: true });
    case 'png':
      return picture.png();
  }
}
