import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { PreparedFile } from '@portcullis/application/internal/ports/media-files';
import { type MediaFormat, mediaFormats } from '@portcullis/domain/internal/media/media-file';
import { detectFormat } from './detect-format.ts';
import { durationOf } from './duration.ts';
import type { JobLimits, PrepareTask } from './messages.ts';
import { openPicture, type Picture, reading } from './picture.ts';

/** The job `prepare`. @throws {Refused} media-type-unsupported, media-unreadable, media-too-large */
export async function prepare({ path, formats, acceptsSvg }: PrepareTask, limits: JobLimits): Promise<PreparedFile> {
  const format = await detectFormat(path, formats, acceptsSvg);
  if (format === 'svg') return drawn(path, limits);
  if (format.type !== 'image') {
    const duration = format.type === 'document' ? null : await durationOf(path);
    const { size: bytes } = await stat(path);
    return { path, format, bytes, sha256: null, width: null, height: null, duration, thumbhash: null };
  }
  return written(path, await openPicture(path, limits), format);
}

/** Width of a picture that is drawn from a smaller SVG, in pixels. */
const drawnWidth = 1024;
/** The resolution at which an SVG has its own size. */
const usualDensity = 72;

/** Draws an SVG picture. Its bytes are passed instead of its path, so that it cannot refer to other files. */
async function drawn(path: string, limits: JobLimits): Promise<PreparedFile> {
  const source = await readFile(path);
  const { width } = await openPicture(source, limits);
  const density = Math.min((usualDensity * drawnWidth) / width, 100 * usualDensity);
  return written(
    path,
    await openPicture(source, limits, { density: Math.max(usualDensity, density) }),
    formatOf('image/png'),
  );
}

/** Writes a picture again, without metadata and in the colours of sRGB. */
async function written(received: string, picture: Picture, format: MediaFormat): Promise<PreparedFile> {
  const target = writtenFormat(picture, format);
  const path = `${received}.${target.extension}`;
  const info = await reading(() => encoded(picture, target).toFile(path));
  return {
    path,
    format: target,
    ...(await fingerprintOf(path)),
    width: info.width,
    height: info.pageHeight ?? info.height,
    duration: null,
    thumbhash: await thumbhashOf(path),
  };
}

/** The largest pictures that can be encoded in formats whose encoders need much time and memory, in pixels. */
const largest = { avif: 6_000_000, webp: 16_000_000 };

/**
 * Returns the format in which a picture is written, which usually is its own. Large pictures in AVIF are written in
 * WebP, and still larger ones in JPEG, or in PNG if they have transparent parts.
 */
function writtenFormat({ width, height, isAnimated, hasAlpha }: Picture, format: MediaFormat): MediaFormat {
  const pixels = width * height;
  const { extension } = format;
  if (isAnimated || !(extension === 'avif' || extension === 'webp') || pixels <= largest[extension]) return format;
  if (pixels <= largest.webp) return formatOf('image/webp');
  return formatOf(hasAlpha ? 'image/png' : 'image/jpeg');
}

function formatOf(mime: string): MediaFormat {
  const format = mediaFormats.find((each) => each.mime === mime);
  if (format === undefined) throw new TypeError(`There is no format ${mime}.`);
  return format;
}

/** An encoder of JPEG with optimised codes keeps the whole picture in memory, so only smaller pictures get them. */
const optimisedPixels = 16_000_000;

/** Encodes a picture. By default, sharp converts colours to sRGB and writes no metadata. */
function encoded({ decode, width, height }: Picture, { extension }: MediaFormat): Sharp {
  const picture = decode();
  switch (extension) {
    case 'jpg':
      return picture.jpeg({ quality: 90, optimiseCoding: width * height <= optimisedPixels });
    case 'png':
      return picture.png();
    case 'gif':
      return picture.gif({ effort: 3 });
    case 'webp':
      return picture.webp({ quality: 90, effort: 2 });
    case 'avif':
      return picture.avif({ quality: 60, effort: 1 });
    default:
      throw new TypeError(`This is not the extension of a picture: ${extension}`);
  }
}

/** The largest size for which a ThumbHash can be computed, in pixels. */
const hashedSize = 100;

async function thumbhashOf(path: string): Promise<string> {
  const small = sharp(path).resize(hashedSize, hashedSize, { fit: 'inside' }).toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await reading(() => small.toBuffer({ resolveWithObject: true }));
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

async function fingerprintOf(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const chunk of chunks) hash.update(chunk);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
