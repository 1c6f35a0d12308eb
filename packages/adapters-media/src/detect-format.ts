import { fileTypeFromFile } from 'file-type';
import type { MediaFormat } from '@portcullis/domain/internal/media/media-file';
import { officeTypeOf } from './compound-files.ts';
import { Refused } from './refused.ts';
import { beginningOf, isPlainText } from './text-files.ts';

/** The media types that `file-type` returns for formats which have another name here. */
const otherNames: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

const svgRefusal =
  'SVG pictures can contain scripts, so they are not accepted. Please upload the picture as PNG or WebP.';

/** The format of a file; `svg` for an SVG picture. */
export type DetectedFormat = MediaFormat | 'svg';

/**
 * Determines the format of a file from its bytes.
 * @param formats the accepted formats
 * @throws {Refused} media-type-unsupported, media-unreadable
 */
export async function detectFormat(
  path: string,
  formats: readonly MediaFormat[],
  acceptsSvg: boolean,
): Promise<DetectedFormat> {
  const mime = await mimeOf(path);
  const format = formats.find((each) => each.mime === mime);
  if (format !== undefined) return format;
  const text = await isPlainText(path);
  if (!text) {
    throw unsupported(
      mime === undefined ? 'The format of this file is not known' : `Files in ${mime} are not accepted`,
    );
  }
  const beginning = await beginningOf(path);
  if (beginning === '') throw new Refused('media-unreadable', 'This file is empty.');
  if (isSvg(beginning)) {
    if (acceptsSvg) return 'svg';
    throw new Refused('media-type-unsupported', svgRefusal);
  }
  if (/^<[a-z!?/]/i.test(beginning)) throw unsupported('HTML and XML can contain scripts, so they are not accepted');
  if (beginning.startsWith('#!')) throw unsupported('Programs are not accepted');
  const plain = formats.find((each) => each.mime === 'text/plain');
  if (plain === undefined) throw unsupported('Text is not accepted');
  return plain;
}

const unsupported = (reason: string): Refused => new Refused('media-type-unsupported', `${reason}.`);

/** Returns the media type of a file that is recognised by its first bytes; undefined for any other, such as a text. */
async function mimeOf(path: string): Promise<string | undefined> {
  const found = await fileTypeFromFile(path);
  if (found === undefined) return undefined;
  if (found.mime === 'application/x-cfb') return (await officeTypeOf(path)) ?? found.mime;
  // Two bytes are enough for the old formats of MPEG audio, so texts in UTF-16 look like them.
  if (found.mime === 'audio/mpeg' && found.ext !== 'mp3') return undefined;
  const [mime = ''] = found.mime.split(';');
  return otherNames[mime] ?? mime;
}

/** Whether the root element of an XML document is `svg`. Comments and declarations may come before it. */
const isSvg = (beginning: string): boolean =>
  /^(?:<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<![^>[]*(?:\[[^\]]*\]\s*)?>|\s)*<(?:[\w-]+:)?svg[\s/>]/i.test(beginning);
