import { close, createReadStream, fstat, open as openCallback, read as readCallback } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { randomUUID } from 'node:crypto';
import {
  MediaStoreFailure,
  type MediaStore,
  type StoredObject,
} from '@portcullis/application/internal/ports/media-files';

/** The names of stored files: `original`, or a preset and an extension. */
const keyForm = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([\w-]+(?:\.[a-z]+)?)$/;

const openFile = promisify<string, number>(openCallback);
const statistics = promisify(fstat);
const readFrom = promisify(readCallback);

/** Number of bytes that are read at once. Most variants of pictures are smaller, and are read without a stream. */
const highWaterMark = 256 * 1024;

const markName = 'store-id';
const temporarySuffix = '.tmp';

/**
 * Creates a store in a folder of this host. The files of a key `<id>/<name>` are in `<first two digits of the id>/<id>`,
 * so that no folder has more than a few thousand entries. A file is written to a temporary name in its folder, flushed
 * to the disk, and renamed. Then the folder is flushed.
 * @param root the folder, which is created when the first file is stored
 * @example
 * const store = diskStore('/var/lib/portcullis/media');
 * const read = (id: string) => store.read(`${id}/original`);
 */
export function diskStore(root: string): MediaStore {
  const folderOf = (id: string): string => join(root, id.slice(0, 2), id);
  const pathOf = (key: string): string => {
    const [, id, name] = keyForm.exec(key) ?? [];
    // Keys are made of ids and of the names of presets, so this would be an error in the program.
    if (id === undefined || name === undefined) throw new TypeError(`This is not the key of a stored file: ${key}`);
    return join(folderOf(id), name);
  };

  return {
    write: (key, path) =>
      storing(async () => {
        const target = pathOf(key);
        await makeFolder(dirname(target), root);
        await moveDurably(path, target);
      }),
    read: (key, range) =>
      storing(async () => {
        const file = await openFile(pathOf(key)).catch(undefinedIfMissing);
        if (file === undefined) return undefined;
        const { size } = await statistics(file);
        const { start, end } = range ?? { start: 0, end: size - 1 };
        if (end - start < highWaterMark) {
          const whole = await readWhole(file, start, end - start + 1);
          return { size, bytes: one(whole), whole };
        }
        // Streams of numbers of files are faster than streams of `FileHandle`, and few large reads than many small ones.
        return { size, bytes: createReadStream('', { fd: file, start, end, highWaterMark }) };
      }),
    remove: (id) => storing(() => rm(dirname(pathOf(`${id}/original`)), { recursive: true, force: true })),
    removeKey: (key) => storing(() => rm(pathOf(key), { force: true })),
    list: (id) => (id === undefined ? listFiles(root) : filesIn(folderOf(id), id)),
    mark: {
      read: () => storing(() => readFile(join(root, markName), 'utf8').catch(undefinedIfMissing)),
      write: (text) =>
        storing(async () => {
          await mkdir(root, { recursive: true, mode: 0o700 });
          const temporary = join(root, `${randomUUID()}${temporarySuffix}`);
          await writeDurably(temporary, text);
          await renameDurably(temporary, join(root, markName));
        }),
    },
  };
}

/** Reads a part of a file, and closes the file. */
async function readWhole(file: number, start: number, length: number): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafe(length);
  try {
    for (let count = 0; count < length; ) {
      const { bytesRead } = await readFrom(file, whole, count, length - count, start + count);
      // The bytes of a key never change, so this file is damaged.
      if (bytesRead === 0) throw new MediaStoreFailure('A stored file ends too early.');
      count += bytesRead;
    }
    return whole;
  } finally {
    close(file);
  }
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Converts errors of the file system, such as a full disk. */
async function storing<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new MediaStoreFailure(`The folder of uploaded files cannot be used: ${error.message}`, { cause: error });
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Creates a folder and flushes the folders above it, up to `root`, so that it survives a crash. */
async function makeFolder(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = folder; created.length >= root.length; created = dirname(created))
    await flushFolder(dirname(created));
}

/**
 * Moves a file to a name in a folder of the store. The file is first flushed, and copied if it is on another disk, so
 * that the name never refers to a part of it.
 */
async function moveDurably(path: string, target: string): Promise<void> {
  await flushFile(path);
  try {
    await renameDurably(path, target);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const temporary = `${target}.${randomUUID()}${temporarySuffix}`;
    await copyFile(path, temporary);
    await flushFile(temporary);
    await renameDurably(temporary, target);
  }
}

async function renameDurably(path: string, target: string): Promise<void> {
  await rename(path, target);
  await flushFolder(dirname(target));
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes the entries of a folder to the disk. Windows cannot open folders, and writes their entries by itself. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Lists the files with the form of a key. Others are temporary files, or do not belong to the store. */
async function* listFiles(root: string): AsyncIterable<StoredObject> {
  for (const group of await entriesOf(root)) {
    for (const id of await entriesOf(join(root, group))) {
      yield* filesIn(join(root, group, id), id);
    }
  }
}

/** Lists the files of one id. */
async function* filesIn(folder: string, id: string): AsyncIterable<StoredObject> {
  for (const name of await entriesOf(folder)) {
    const key = `${id}/${name}`;
    const found = keyForm.test(key) ? await stat(join(folder, name)).catch(undefinedIfMissing) : undefined;
    if (found !== undefined) yield { key, size: found.size, writtenAt: found.mtime };
  }
}

/** Returns the names in a folder; none for a file, and for a folder that was removed meanwhile. */
async function entriesOf(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
