import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** The permissions of the group and of all other users. */
const ofOthers = 0o077;

/** A directory in which all users may create files, such as /tmp, has this bit. */
const sticky = 0o1000;

/**
 * Lists files and folders to which other users have access: the folder itself, and all below it. Symbolic links are not
 * followed. Windows has no such permissions.
 */
export async function* openToOthers(path: string): AsyncGenerator<{ readonly path: string; readonly mode: number }> {
  if (process.platform === 'win32') return;
  // Files of the database and of uploads may be removed meanwhile.
  const found = await lstat(path).catch(undefinedIfMissing);
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & ofOthers) !== 0) yield { path, mode: found.mode };
  if (!found.isDirectory()) return;
  const entries = await opendir(path).catch(undefinedIfMissing);
  for await (const entry of entries ?? []) yield* openToOthers(join(path, entry.name));
}

/**
 * Takes the rights of other users to a folder and to all below it away, if it exists.
 * @throws {Error} if this is not possible, or if the folder is one that all users share
 */
export async function makePrivate(folder: string): Promise<void> {
  for await (const { path, mode } of openToOthers(folder)) {
    if ((mode & sticky) !== 0) throw new Error(`${path} is shared by all users.`);
    await chmod(path, mode & 0o7777 & ~ofOthers).catch(undefinedIfMissing);
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
