import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown when another running process uses the data directory. The message names the process and says what to do. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Creates a lock file that contains the id of this process. A lock file with the same id, or with the id of a process
 * that no longer runs, is replaced. The directory is created if it does not exist.
 * @returns a function that removes the lock file
 * @throws {DirectoryInUse} when another running process has locked the directory
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'database.lock');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const owner = lockOwner(file);
  if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
    throw new DirectoryInUse(
      `Process ${owner} is using the embedded database in ${directory}. Stop it, or set DATA_DIR.`,
    );
  }
  if (owner !== undefined) rmSync(file, { force: true });
  writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function lockOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the process with this id is running. If the lock file is empty, the id is 0, with which
 * `process.kill` would check the process group of this process. The result for 0 is therefore always false.
 */
function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
