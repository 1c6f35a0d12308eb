import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LocalFiles } from '@portcullis/application/internal/ports/media-files';

const prefix = 'upload-';

/**
 * Creates folders for files that are being received or prepared.
 * @param root the folder in which they are created. If it is on the disk of `diskStore`, files are stored without being
 * copied.
 * @example
 * const files = localFiles('/var/lib/portcullis/media/tmp');
 * const checksum = (bytes: AsyncIterable<Uint8Array>) => files.checksum(bytes);
 */
export function localFiles(root: string): LocalFiles {
  return {
    useFolder: async (work) => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(root, prefix));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    save: async (folder, bytes) => {
      const path = join(folder, randomUUID());
      await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
      return path;
    },
    checksum: async (bytes) => {
      const hash = createHash('sha256');
      for await (const chunk of bytes) hash.update(chunk);
      return hash.digest('hex');
    },
    removeOlder: async (at) => {
      const names = await readdir(root).catch(() => []);
      let removed = 0;
      for (const name of names) {
        const path = join(root, name);
        // The time at which a file was last created in the folder. Not every file system knows when the folder was.
        const { mtime } = await stat(path).catch(() => ({ mtime: at }));
        if (!name.startsWith(prefix) || mtime >= at) continue;
        await rm(path, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
