import sharp from 'sharp';
import { ascii, be16, be32, box, le16, le32, riff, riffChunk, zip } from './chunks.ts';

/** The document types of Office Open XML, by extension. */
const openXml: Readonly<Record<string, readonly [folder: string, type: string]>> = {
  docx: ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
  docm: ['word/document.xml', 'application/vnd.ms-word.document.macroEnabled.main+xml'],
  xlsx: ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
  pptx: ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml'],
};

function officeOpenXml(extension: string): Buffer {
  const [name = '', type = ''] = openXml[extension] ?? [];
  const types = `<?xml version="1.0"?><Types><Override PartName="/${name}" ContentType="${type}"/></Types>`;
  return zip([
    { name: '[Content_Types].xml', content: ascii(types) },
    { name, content: ascii('<document/>') },
  ]);
}

const openDocument = (kind: string): Buffer =>
  zip([{ name: 'mimetype', content: ascii(`application/vnd.oasis.opendocument.${kind}`) }]);

/** A compound file whose directory contains one stream. */
function compoundFile(stream: string): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  const entry = (name: string): Buffer => {
    const bytes = Buffer.alloc(128);
    bytes.write(name, 'utf16le');
    bytes.writeUInt16LE(2 * name.length + 2, 64);
    return bytes;
  };
  return Buffer.concat([header, entry('Root Entry'), entry(stream), Buffer.alloc(256)]);
}

/** One second of silence. */
export const wav = (): Buffer =>
  riff(
    'WAVE',
    riffChunk('fmt ', Buffer.concat([le16(1), le16(1), le32(8000), le32(8000), le16(1), le16(8)])),
    riffChunk('data', Buffer.alloc(8000, 128)),
  );

/** An MP4 file with a movie header: 1,500 units of a thousandth of a second. */
export const mp4 = (brand = 'isom'): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.concat([ascii(brand), be32(512), ascii('isom')])),
    box(
      'moov',
      box('mvhd', Buffer.concat([Buffer.alloc(12), be32(1000), be32(1500), be32(65_536), be16(256), Buffer.alloc(70)])),
    ),
    box('mdat', Buffer.alloc(8)),
  ]);

const webm = (): Buffer =>
  Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  );

/** A page of an Ogg file. */
const ogg = (codec: Buffer): Buffer =>
  Buffer.concat([ascii('OggS'), Buffer.from([0, 2]), Buffer.alloc(20), Buffer.from([1, codec.length]), codec]);

/** Frames of MP3 with silence: 128 kbit/s, 44.1 kHz. */
const mp3 = (): Buffer =>
  Buffer.concat(Array.from({ length: 40 }, () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])));

const colours = { width: 64, height: 48, channels: 3, background: { r: 200, g: 80, b: 40 } } as const;

/** A file of each accepted format, by its media type. */
export async function acceptedFiles(): Promise<Readonly<Record<string, Buffer>>> {
  const picture = sharp({ create: colours });
  return {
    'image/jpeg': await picture.clone().jpeg().toBuffer(),
    'image/png': await picture.clone().png().toBuffer(),
    'image/gif': await picture.clone().gif().toBuffer(),
    'image/webp': await picture.clone().webp().toBuffer(),
    'image/avif': await picture.clone().avif({ effort: 0 }).toBuffer(),
    'video/mp4': mp4(),
    'video/webm': webm(),
    'video/ogg': ogg(Buffer.concat([Buffer.from([0x80]), ascii('theora'), Buffer.alloc(36)])),
    'audio/mp4': mp4('M4A '),
    'audio/mpeg': mp3(),
    'audio/ogg': ogg(Buffer.concat([Buffer.from([1]), ascii('vorbis'), Buffer.alloc(24)])),
    'audio/wav': wav(),
    'application/pdf': ascii('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n'),
    'application/zip': zip([{ name: 'notes.txt', content: ascii('text') }]),
    'application/msword': compoundFile('WordDocument'),
    'application/vnd.ms-excel': compoundFile('Workbook'),
    'application/vnd.ms-powerpoint': compoundFile('PowerPoint Document'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': officeOpenXml('docx'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': officeOpenXml('xlsx'),
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': officeOpenXml('pptx'),
    'application/vnd.oasis.opendocument.text': openDocument('text'),
    'application/vnd.oasis.opendocument.spreadsheet': openDocument('spreadsheet'),
    'application/vnd.oasis.opendocument.presentation': openDocument('presentation'),
    'text/plain': Buffer.from('Notes: naïve café, 日本\n'),
  };
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script><rect width="40" height="30" fill="red"/></svg>';

/** Files that are refused because of their format, by what they are. */
export const unsupportedFiles: Readonly<Record<string, Buffer>> = {
  'an SVG picture': ascii(svg),
  'an SVG picture after a declaration, a comment and a document type': ascii(
    `<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY a "b"> ]>\n${svg}`,
  ),
  'an SVG picture with a prefix': ascii('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
  HTML: ascii('<!doctype html><script>alert(1)</script>'),
  'HTML after white space': ascii('\n\t  <script>alert(1)</script>'),
  'HTML after a byte order mark': Buffer.from('\ufeff<html></html>'),
  XML: ascii('<?xml version="1.0"?><a/>'),
  'a program of PHP': ascii('<?php phpinfo();'),
  'a shell script': ascii('#!/bin/sh\nrm -rf /\n'),
  'a program of Linux': Buffer.concat([ascii('\x7fELF\x02\x01\x01'), Buffer.alloc(64)]),
  'a program of Windows': Buffer.concat([ascii('MZ'), Buffer.alloc(126)]),
  'an installation package of Windows': compoundFile('SummaryInformation'),
  'a document with macros': officeOpenXml('docm'),
  'a Java archive': zip([{ name: 'META-INF/MANIFEST.MF', content: ascii('Manifest-Version: 1.0') }]),
  'text with NUL': ascii('text\0text'),
  'text in Latin-1': ascii('na\xefve'),
  'text in UTF-16': Buffer.from('\ufefftext', 'utf16le'),
  'HTML before a PDF document': ascii('<html>\n%PDF-1.7\n\xe2\xe3'),
  'random bytes': Buffer.from('00ff00fe01020380', 'hex'),
};
