import { chmod, lstat, opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The permissions of the group and of all other users. */
const ofOthers = 0o077;

/** A directory in which all users may create files, such as /tmp, has this bit. */
const sticky = 0o1000;

interface OpenPath {
  readonly path: string;
  readonly mode: number;
}

/**
 * Lists files and folders to which other users have access: the folder itself, and all below it. Symbolic links are not
 * followed. Windows has no such permissions.
 */
export async function* openToOthers(folder: string): AsyncGenerator<OpenPath> {
  if (process.platform === 'win32') return;
  const isFolder = (await stat(folder).catch(undefinedIfMissing))?.isDirectory() === true;
  // The data directory itself may be a symbolic link.
  if (isFolder) yield* openIn(await realpath(folder));
}

async function* openIn(path: string): AsyncGenerator<OpenPath> {
  // Files of the database and of uploads may be removed meanwhile.
  const found = await lstat(path).catch(undefinedIfMissing);
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & ofOthers) !== 0) yield { path, mode: found.mode };
  if (!found.isDirectory()) return;
  const entries = await opendir(path).catch(undefinedIfMissing);
  for await (const entry of entries ?? []) yield* openIn(join(path, entry.name));
}

/**
 * Takes the rights of other users to a folder and to all below it away, if it exists.
 * @throws {Error} if this is not possible for some of them, such as files of another user, or if the folder is one that
 * all users share
 */
export async function makePrivate(folder: string): Promise<void> {
  const failures: unknown[] = [];
  for await (const { path, mode } of openToOthers(folder)) {
    if ((mode & sticky) !== 0) throw new Error(`${path} is shared by all users.`);
    await chmod(path, mode & 0o7777 & ~ofOthers)
      .catch(undefinedIfMissing)
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
