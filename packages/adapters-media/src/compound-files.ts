import { open } from 'node:fs/promises';

const [word, excel, powerPoint] = [
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
] as const;

/** The classes of documents (CLSID), as they are stored in a compound file, in hexadecimal. */
const classes = new Map<string, string>([
  ['0609020000000000c000000000000046', word],
  ['2008020000000000c000000000000046', excel],
  ['1008020000000000c000000000000046', excel],
  ['108d81649b4fcf1186ea00aa00b929e8', powerPoint],
]);

/** The streams that contain a document. Programs other than Microsoft Office often store no class. */
const streams = new Map<string, string>([
  ['WordDocument', word],
  ['Workbook', excel],
  ['Book', excel],
  ['PowerPoint Document', powerPoint],
]);

/** The bytes before the first sector, and the least size of a sector. */
const headerBytes = 512;
const entryBytes = 128;

/**
 * Returns the media type of a document of Microsoft Office before 2007, which is a compound file ([MS-CFB]); undefined
 * for another compound file, such as an installation package.
 */
export async function officeTypeOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const header = await read(0, headerBytes);
    if (header.length < headerBytes) return undefined;
    const sectorBytes = header.readUInt16LE(30) === 12 ? 4096 : 512;
    // The first sector follows the header, which fills a whole sector.
    const directory = await read((header.readUInt32LE(48) + 1) * sectorBytes, sectorBytes);
    const found = classes.get(directory.toString('hex', 80, 96));
    return found ?? streamNames(directory).flatMap((name) => streams.get(name) ?? [])[0];
  } finally {
    await file.close();
  }
}

/** Returns the names in a sector of the directory. Each entry has a name of up to 64 bytes, and its length. */
function streamNames(directory: Buffer): readonly string[] {
  const names: string[] = [];
  for (let start = 0; start + entryBytes <= directory.length; start += entryBytes) {
    const length = Math.min(directory.readUInt16LE(start + 64), 64);
    names.push(directory.toString('utf16le', start, start + Math.max(0, length - 2)));
  }
  return names;
}
