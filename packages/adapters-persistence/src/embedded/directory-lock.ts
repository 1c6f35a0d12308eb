import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another living process uses the data directory. The message is one line that says which, and what to do. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/**
 * Takes a lock file that holds our process id, and answers how to give it back; one left by a process that is gone is taken
 * over. The directory is made where missing. Throws `DirectoryInUse`.
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'database.lock');
  mkdirSync(directory, { recursive: true });
  const owner = lockOwner(file);
  if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
    throw new DirectoryInUse(
      `Process ${owner} is using the embedded database in ${directory}. Stop it, or set DATA_DIR.`,
    );
  }
  if (owner !== undefined) rmSync(file, { force: true });
  writeFileSync(file, String(process.pid), { flag: 'wx' });
  return () => rmSync(file, { force: true });
}

function lockOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** An empty file reads as process 0, which would ask about our own process group: nobody got as far as to own it. */
function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
