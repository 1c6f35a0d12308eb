import { crc32, deflateSync } from 'node:zlib';

export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

export function be32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function le32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

export const be16 = (value: number): Buffer => be32(value).subarray(2);
export const le16 = (value: number): Buffer => le32(value).subarray(0, 2);

/** A chunk of a PNG picture. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([ascii(name), data]);
  return Buffer.concat([be32(data.length), body, be32(crc32(body))]);
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);

interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly depth?: 8 | 16;
  /** 2 for RGB, 6 for RGB with transparency. */
  readonly colour?: 2 | 6;
  readonly isInterlaced?: boolean;
  /** The decompressed pixels, in bytes; by default, all of them. They are zeros. */
  readonly bytes?: number;
  readonly extra?: readonly Buffer[];
}

/** A PNG picture whose pixels are zeros, which compress to a thousandth. */
export function png({
  width,
  height,
  depth = 8,
  colour = 6,
  isInterlaced = false,
  bytes,
  extra = [],
}: PngOptions): Buffer {
  const header = Buffer.concat([be32(width), be32(height), Buffer.from([depth, colour, 0, 0, isInterlaced ? 1 : 0])]);
  const rowBytes = 1 + width * (colour === 6 ? 4 : 3) * (depth / 8);
  const pixels = deflateSync(Buffer.alloc(bytes ?? rowBytes * height), { level: 9 });
  const chunks = [pngChunk('IHDR', header), ...extra, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([pngSignature, ...chunks]);
}

/** A GIF picture with frames of one colour. */
export function gif(width: number, height: number, frames: number, frameWidth = 1, frameHeight = 1): Buffer {
  const header = Buffer.concat([
    ascii('GIF89a'),
    le16(width),
    le16(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const frame = Buffer.concat([
    control,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    le16(frameWidth),
    le16(frameHeight),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A box of a file in the format of ISO base media, such as MP4 and AVIF. */
export const box = (name: string, data: Buffer, length = data.length + 8): Buffer =>
  Buffer.concat([be32(length), ascii(name), data]);

/** A chunk of a RIFF file, such as WAV and WebP. */
export const riffChunk = (name: string, data: Buffer, length = data.length): Buffer =>
  Buffer.concat([ascii(name), le32(length), data, Buffer.alloc(data.length % 2)]);

export const riff = (form: string, ...chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([ascii(form), ...chunks]));

/** A segment of a JPEG picture. */
export const jpegSegment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data]);

interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** A ZIP archive whose entries are not compressed. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const common = Buffer.concat([
      Buffer.alloc(8),
      le32(crc32(content)),
      le32(content.length),
      le32(content.length),
      le16(name.length),
      le16(0),
    ]);
    const file = Buffer.concat([ascii('PK\x03\x04'), le16(20), common, ascii(name), content]);
    const listed = [ascii('PK\x01\x02'), le16(20), le16(20), common, Buffer.alloc(10), le32(offset), ascii(name)];
    files.push(file);
    directory.push(Buffer.concat(listed));
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const count = le16(entries.length);
  const end = [ascii('PK\x05\x06'), Buffer.alloc(4), count, count, le32(listing.length), le32(offset), le16(0)];
  return Buffer.concat([...files, listing, ...end]);
}
