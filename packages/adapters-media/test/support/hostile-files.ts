import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ascii, be16, be32, box, gif, jpegSegment, le16, le32, png, pngChunk, riff, riffChunk, zip } from './chunks.ts';
import { acceptedFiles, mp4, svg, unsupportedFiles, wav } from './files.ts';

/** A file that is damaged, or made to exploit a decoder or to need much time or memory. */
export interface HostileFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Returns numbers from 0 to below 1, always the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    // The generator Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const script = '<script>document.title="executed"</script>';

/** Text that is compressed to a thousandth. */
const deflatedZeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** The marker, the length and the fields of a frame in a JPEG picture. */
const jpegFrame = (marker: number, width: number, height: number, components = 3): Buffer =>
  jpegSegment(
    marker,
    Buffer.concat([
      Buffer.from([8]),
      be16(height),
      be16(width),
      Buffer.from([components]),
      ...Array.from({ length: components }, (_, index) => Buffer.from([index + 1, 0x11, 0])),
    ]),
  );

const jpegScan = jpegSegment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0]));

/** Replaces the size in the first frame of a JPEG picture. */
function resizedJpeg(content: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(content);
  const frame = [0xc0, 0xc2].map((marker) => copy.indexOf(Buffer.from([0xff, marker]))).find((index) => index > 0) ?? 0;
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** Repeats the scans of a progressive JPEG picture, each of which a decoder applies to all pixels. */
function repeatedScans(content: Buffer, times: number): Buffer {
  const start = content.indexOf(Buffer.from([0xff, 0xda]));
  const next = content.indexOf(Buffer.from([0xff, 0xc4]), start);
  const scan = content.subarray(start, next > start ? next : content.length - 2);
  return Buffer.concat([
    content.subarray(0, start),
    ...Array.from({ length: times }, () => scan),
    content.subarray(start),
  ]);
}

const exif = (data: Buffer): Buffer => jpegSegment(0xe1, Buffer.concat([ascii('Exif\0\0'), data]));

/** Metadata whose directory refers to itself. */
const endlessExif = exif(
  Buffer.concat([ascii('MM\0*'), be32(8), be16(1), be16(0x8769), be16(4), be32(1), be32(8), be32(8)]),
);

/** Puts bytes after the first two of a JPEG picture. */
const afterStart = (jpeg: Buffer, inserted: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), inserted, jpeg.subarray(2)]);

/** Puts chunks before the pixels of a PNG picture. */
function beforePixels(content: Buffer, ...chunks: readonly Buffer[]): Buffer {
  const start = content.indexOf('IDAT') - 4;
  return Buffer.concat([content.subarray(0, start), ...chunks, content.subarray(start)]);
}

/** A WebP picture with a canvas of 24 bits for each side, and empty frames. */
const webpBomb = (frames: number): Buffer =>
  riff(
    'WEBP',
    riffChunk('VP8X', Buffer.concat([le32(0x12), le32(0xffffff).subarray(0, 3), le32(0xffffff).subarray(0, 3)])),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => riffChunk('ANMF', Buffer.alloc(32))),
  );

/** Replaces the size in an AVIF picture. */
function resizedAvif(content: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(content);
  const at = copy.indexOf('ispe');
  copy.writeUInt32BE(width, at + 8);
  copy.writeUInt32BE(height, at + 12);
  return copy;
}

/** A comment that contains a script, in a file of another format, and a script after the end of the file. */
export function polyglots(files: Readonly<Record<string, Buffer>>): readonly HostileFile[] {
  const of = (mime: string): Buffer => files[mime] ?? Buffer.alloc(0);
  const gifWithScript = Buffer.from(of('image/gif'));
  gifWithScript.write('/*', 6, 'latin1');
  const wavWithScript = Buffer.from(wav());
  wavWithScript.write('=1/*', 4, 'latin1');
  return [
    {
      name: 'GIF that is JavaScript',
      content: Buffer.concat([gifWithScript, ascii('*/=1;document.title="executed"')]),
    },
    { name: 'WAV that is JavaScript', content: Buffer.concat([wavWithScript, ascii('*/;document.title="executed"')]) },
    {
      name: 'JPEG that is HTML',
      content: afterStart(of('image/jpeg'), jpegSegment(0xfe, ascii(`--><html>${script}<!--`))),
    },
    { name: 'PNG that is HTML', content: beforePixels(of('image/png'), pngChunk('tEXt', ascii(`a\0<html>${script}`))) },
    {
      name: 'PNG that is a ZIP',
      content: Buffer.concat([of('image/png'), zip([{ name: 'a.html', content: ascii(script) }])]),
    },
    { name: 'PDF that is HTML', content: ascii(`%PDF-1.7\n<html>${script}\xe2\xe3`) },
    { name: 'HTML that is a PDF', content: ascii(`<html>${script}\n%PDF-1.7\n\xe2\xe3`) },
    { name: 'MP4 that is HTML', content: Buffer.concat([mp4(), box('free', ascii(`<html>${script}`))]) },
    { name: 'ZIP that is HTML', content: zip([{ name: 'a', content: ascii(`<html>${script}`) }]) },
    {
      name: 'MP3 that is HTML',
      content: Buffer.concat([ascii(`ID3\x03\0\0\0\0\0\0`), ascii(`<html>${script}`), of('audio/mpeg')]),
    },
    { name: 'SVG after a JPEG signature', content: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), ascii(svg)]) },
    { name: 'SVG', content: ascii(svg) },
    { name: 'SVG after a comment', content: ascii(`<!-- ${'-'.repeat(9000)}>${svg}`) },
    { name: 'SVG with entities', content: ascii(entities(svg)) },
    { name: 'text that looks like HTML later', content: ascii(`Notes\n<html>${script}`) },
  ];
}

/** Declares entities that each contain the previous one ten times. */
const entities = (picture: string): string => {
  const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<!DOCTYPE svg [<!ENTITY e0 "lol">${levels.join('')}]>${picture.replace('<rect', '<text>&e12;</text><rect')}`;
};

/** A file whose content is made when it is needed, because making it takes much memory. */
interface Bomb {
  readonly name: string;
  readonly content: () => Buffer;
}

/** Files that need far more time or memory than their size suggests. */
async function bombs(random: () => number): Promise<readonly Bomb[]> {
  const some = (most: number): number => 1 + Math.floor(random() * most);
  const flat = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const tiny = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .avif({ effort: 0 })
    .toBuffer();
  const noise = png({ width: 20, height: 20 });
  const profile = Buffer.concat([ascii('icc\0\0'), deflatedZeros(some(60) * 1_000_000)]);
  return [
    { name: 'PNG of 10 billion pixels', content: () => png({ width: 100_000, height: 100_000, bytes: some(100_000) }) },
    { name: 'PNG of 99 million pixels', content: () => png({ width: 9900 + some(50), height: 9900, colour: 2 }) },
    {
      name: 'PNG of 80 million pixels with 16 bits, interlaced',
      content: () => png({ width: 9000, height: 8800 + some(90), depth: 16, isInterlaced: true, bytes: 300_000_000 }),
    },
    {
      name: 'PNG of 50 million pixels, interlaced',
      content: () => png({ width: 8000, height: 6200 + some(50), isInterlaced: true }),
    },
    { name: 'PNG with a long row', content: () => png({ width: 90_000_000, height: 1, colour: 2 }) },
    { name: 'PNG with a high column', content: () => png({ width: 1, height: 5_000_000 + some(1000), colour: 2 }) },
    { name: 'PNG with a profile of megabytes', content: () => beforePixels(noise, pngChunk('iCCP', profile)) },
    { name: 'PNG with a text of megabytes', content: () => beforePixels(noise, pngChunk('zTXt', profile)) },
    {
      name: 'PNG with many texts',
      content: () =>
        beforePixels(noise, ...Array.from({ length: 20_000 }, () => pngChunk('tEXt', ascii(`key${some(1000)}\0text`)))),
    },
    { name: 'PNG with a chunk of 2 GB', content: () => beforePixels(noise, be32(0x7fffffff), ascii('tEXt')) },
    { name: 'GIF of 4 billion pixels', content: () => gif(65_535, 65_535, some(3), 65_535, 65_535) },
    { name: 'GIF with many frames', content: () => gif(1000, 900 + some(99), 100, 1000, 900) },
    { name: 'GIF with very many frames', content: () => gif(10, 10, 200_000 + some(1000)) },
    { name: 'GIF with many small frames', content: () => gif(300, 300, 1000 + some(100), 300, 300) },
    { name: 'JPEG of 4 billion pixels', content: () => resizedJpeg(flat, 65_500, 65_500) },
    { name: 'JPEG of 99 million pixels', content: () => resizedJpeg(flat, 9900 + some(50), 9950) },
    { name: 'JPEG with many scans', content: () => repeatedScans(flat, 1000 + some(1000)) },
    { name: 'JPEG with many large scans', content: () => repeatedScans(resizedJpeg(flat, 9000, 9000 + some(99)), 300) },
    { name: 'JPEG with metadata that refer to themselves', content: () => afterStart(flat, endlessExif) },
    {
      name: 'JPEG with a profile in many parts',
      content: () =>
        afterStart(
          flat,
          Buffer.concat(
            Array.from({ length: 255 }, (_, index) =>
              jpegSegment(
                0xe2,
                Buffer.concat([ascii('ICC_PROFILE\0'), Buffer.from([index + 1, 255]), Buffer.alloc(60_000)]),
              ),
            ),
          ),
        ),
    },
    {
      name: 'JPEG with 12 components',
      content: () => Buffer.concat([be16(0xffd8), jpegFrame(0xc0, 9000, 9000, 12), jpegScan]),
    },
    {
      name: 'JPEG without scans',
      content: () => Buffer.concat([be16(0xffd8), jpegFrame(0xc2, 9000 + some(99), 9000), be16(0xffd9)]),
    },
    { name: 'WebP with a canvas of 2^48 pixels', content: () => webpBomb(some(1000)) },
    { name: 'AVIF of 4 billion pixels', content: () => resizedAvif(tiny, 65_535, 65_535) },
    { name: 'AVIF of another size', content: () => resizedAvif(tiny, 9000 + some(99), 9000) },
    {
      name: 'ZIP that looks like a document, with a large entry',
      content: () => zip([{ name: '[Content_Types].xml', content: Buffer.alloc(some(5) * 1_000_000, '<a>') }]),
    },
    {
      name: 'ZIP with many entries',
      content: () =>
        zip(Array.from({ length: 20_000 }, (_, index) => ({ name: `file${index}`, content: Buffer.alloc(0) }))),
    },
    { name: 'MP4 with a box of 4 GB', content: () => Buffer.concat([mp4(), box('moov', Buffer.alloc(8), 0xffffffff)]) },
    { name: 'MP4 with boxes in boxes', content: () => Buffer.concat([mp4(), nested(3000)]) },
    { name: 'WAV with a chunk of 4 GB', content: () => riff('WAVE', riffChunk('LIST', Buffer.alloc(64), 0xfffffff0)) },
    {
      name: 'MP3 with large tags',
      content: () =>
        Buffer.concat([ascii('ID3\x04\0\0'), Buffer.from([0x7f, 0x7f, 0x7f, 0x7f]), Buffer.alloc(100_000, 'TXXX')]),
    },
    { name: 'a compound file with a far directory', content: () => farDirectory(some(2 ** 31)) },
  ];
}

function nested(depth: number): Buffer {
  let content: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) content = box(level % 2 === 0 ? 'trak' : 'moov', content);
  return content;
}

function farDirectory(sector: number): Buffer {
  const header = Buffer.alloc(1024);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  le16(9).copy(header, 30);
  le32(sector).copy(header, 48);
  return header;
}

/** Damages a file: cuts it off, changes some of its bytes, or repeats or removes a part. */
function damage(content: Buffer, random: () => number): Buffer {
  const at = (): number => Math.floor(random() * content.length);
  switch (Math.floor(random() * 4)) {
    case 0:
      return content.subarray(0, at());
    case 1: {
      const copy = Buffer.from(content);
      for (let changes = 1 + Math.floor(random() * 20); changes > 0; changes -= 1) {
        copy[at()] = Math.floor(random() * 256);
      }
      return copy;
    }
    case 2: {
      const [start, end] = [at(), at()].toSorted((left, right) => left - right);
      return Buffer.concat([content.subarray(0, end), content.subarray(start)]);
    }
    default: {
      const [start, end] = [at(), at()].toSorted((left, right) => left - right);
      return Buffer.concat([content.subarray(0, start), content.subarray(end)]);
    }
  }
}

/** Pictures with much detail, which are then damaged. */
async function detailedPictures(random: () => number): Promise<readonly HostileFile[]> {
  const [width, height] = [300, 200];
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)));
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const frames = [picture.clone().png().toBuffer(), picture.clone().negate().png().toBuffer()];
  const animation = sharp(await Promise.all(frames), { join: { animated: true } });
  return [
    { name: 'JPEG', content: await picture.clone().jpeg().toBuffer() },
    { name: 'progressive JPEG', content: await picture.clone().jpeg({ progressive: true }).toBuffer() },
    { name: 'JPEG in CMYK', content: await picture.clone().toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'PNG', content: await picture.clone().png().toBuffer() },
    { name: 'interlaced PNG', content: await picture.clone().png({ progressive: true }).toBuffer() },
    { name: 'PNG with a palette', content: await picture.clone().png({ palette: true }).toBuffer() },
    { name: 'PNG with a profile', content: await picture.clone().withIccProfile('p3').png().toBuffer() },
    { name: 'GIF', content: await animation.clone().gif().toBuffer() },
    { name: 'WebP', content: await picture.clone().webp().toBuffer() },
    { name: 'lossless WebP', content: await picture.clone().webp({ lossless: true }).toBuffer() },
    { name: 'animated WebP', content: await animation.clone().webp().toBuffer() },
    { name: 'AVIF', content: await picture.clone().avif({ effort: 0 }).toBuffer() },
  ];
}

/**
 * Makes hostile files one after another: first each polyglot and each bomb, and then damaged files. Every fifth file
 * after the first round is a polyglot or a bomb with other numbers.
 * @param seed the same files are made for the same seed
 */
export async function* hostileFiles(count: number, seed: number): AsyncGenerator<HostileFile> {
  const random = randomNumbers(seed);
  const special = specialFiles(random);
  const damaged = damagedFiles(random);
  const first = new Set<string>();
  for (let made = 0; made < count; made += 1) {
    const isSpecial = made === 0 || first.size === made || made % 5 === 0;
    const { value } = await (isSpecial ? special : damaged).next();
    if (isSpecial) first.add(value.name);
    yield value;
  }
}

/** Makes the polyglots and the bombs again and again. */
async function* specialFiles(random: () => number): AsyncGenerator<HostileFile, never> {
  const files = await acceptedFiles();
  for (;;) {
    yield* polyglots(files);
    for (const { name, content } of await bombs(random)) yield { name, content: content() };
  }
}

/** Makes damaged files. */
export async function* damagedFiles(random: () => number): AsyncGenerator<HostileFile, never> {
  const others = Object.entries({ ...(await acceptedFiles()), ...unsupportedFiles });
  const bases = [...(await detailedPictures(random)), ...others.map(([name, content]) => ({ name, content }))];
  for (;;) {
    for (const { name, content } of bases) yield { name: `damaged ${name}`, content: damage(content, random) };
  }
}
