import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { JobLimits } from './messages.ts';
import { damaged, Refused, tooCostly } from './refused.ts';

// Each process runs one job, whose memory must be bounded, so libvips gets one thread and keeps nothing for later.
sharp.concurrency(1);
sharp.cache(false);
// The loaders that are not needed are closed. Among them are those that its authors do not trust with hostile files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
});

/** A picture that can be decoded within the limits. Its size is that of the upright picture. */
export interface Picture {
  readonly width: number;
  /** The height of one frame. */
  readonly height: number;
  /** The number of frames. */
  readonly frames: number;
  readonly isAnimated: boolean;
  readonly hasAlpha: boolean;
  /** Returns a new pipeline that decodes the picture, upright. */
  readonly decode: () => Sharp;
}

/** The memory of a process before it decodes a picture, in bytes. */
const processBytes = 85 * 1024 * 1024;
/**
 * How much memory the decoders need that cannot decode a picture in parts, in bytes for each pixel. The values were
 * measured with pictures of 20 to 40 million pixels.
 */
const bytesPerPixel: Readonly<Record<string, number>> = { webp: 11, 'webp with alpha': 14, heif: 19.5 };

/** Returns how many pixels a picture in a format can have. `heif` is the container of AVIF. */
function mostPixels(
  { maxPixels, memoryBytes }: Pick<JobLimits, 'maxPixels' | 'memoryBytes'>,
  format: string,
  hasAlpha: boolean,
): number {
  const bytes = bytesPerPixel[hasAlpha ? `${format} with alpha` : format] ?? bytesPerPixel[format];
  return bytes === undefined ? maxPixels : Math.min(maxPixels, (memoryBytes - processBytes) / bytes);
}

/**
 * Reads the header of a picture.
 * @param further `pages`, the number of frames to decode (by default, all), and `density`, the resolution of an SVG
 * @throws {Refused} media-unreadable, media-too-large
 */
export async function openPicture(
  source: string | Buffer,
  limits: Pick<JobLimits, 'maxPixels' | 'memoryBytes'>,
  further: Pick<SharpOptions, 'pages' | 'density'> = {},
): Promise<Picture> {
  // The pixels are counted below: the message of sharp would not say that the picture is too large.
  const options: SharpOptions = {
    limitInputPixels: false,
    failOn: 'error',
    sequentialRead: true,
    pages: -1,
    ...further,
  };
  const {
    pages = 1,
    pageHeight,
    autoOrient,
    hasAlpha,
    format,
  } = await reading(() => sharp(source, options).metadata());
  const frames = Math.min(further.pages ?? pages, pages);
  const { width, height } = { ...autoOrient, ...(pageHeight && { height: pageHeight }) };
  const maxPixels = frames === 1 ? mostPixels(limits, format, hasAlpha) : limits.maxPixels;
  if (width * height * frames > maxPixels) throw tooManyPixels({ width, height, frames }, maxPixels);
  // A decoder of animations would need twice the memory, also for a picture that has only one frame.
  const decode = (): Sharp => sharp(source, { ...options, pages: frames }).autoOrient();
  return { width, height, frames, isAnimated: frames > 1, hasAlpha, decode };
}

function tooManyPixels(
  { width, height, frames }: Readonly<Record<'width' | 'height' | 'frames', number>>,
  maxPixels: number,
): Refused {
  const size = `${width} x ${height} pixels`;
  const most = `${Math.floor(maxPixels / 1_000_000)} million pixels`;
  const message = `This picture has ${frames === 1 ? size : `${frames} frames of ${size}`}. At most ${most} are accepted in this format.`;
  return new Refused('media-too-large', message);
}

/**
 * Runs an operation that decodes a picture.
 * @throws {Refused} media-too-large if there is not enough memory, and media-unreadable if it fails for another reason
 */
export async function reading<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    const isMemory =
      error instanceof Error && /out of memory|memory allocation|failed to allocate/i.test(error.message);
    throw isMemory ? tooCostly({ cause: error }) : damaged({ cause: error });
  }
}
