import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { pgliteStreams } from './pglite-stream.ts';

/** An embedded PostgreSQL: `connect` makes the socket of one connection. */
export interface Embedded {
  readonly connect: () => Duplex;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded database below `directory`, which is made where missing; in memory when `undefined`.
 * For trying out and development: it does not force its writes to the disk, has one connection and runs on the event loop.
 * Throws when another living process uses the directory: two would corrupt it.
 */
export async function openEmbedded(directory: string | undefined): Promise<Embedded> {
  const unlock = directory === undefined ? () => undefined : lock(join(directory, 'database.lock'));
  try {
    const dataDir = directory === undefined ? 'memory://' : join(directory, 'database');
    const database = await PGlite.create({ dataDir, extensions: { pg_trgm } });
    return {
      connect: pgliteStreams(database),
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Takes a lock file that holds our process id; one left by a process that is gone is taken over. */
function lock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const owner = lockOwner(file);
  if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
    throw new Error(`Process ${owner} is using the embedded database in ${dirname(file)}. Stop it, or set DATA_DIR.`);
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
