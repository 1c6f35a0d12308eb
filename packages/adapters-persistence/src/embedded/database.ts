import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { lockDirectory } from './directory-lock.ts';
import { pgliteStreams } from './pglite-stream.ts';

/** An embedded PostgreSQL: `connect` makes the socket of one connection. */
export interface Embedded {
  readonly connect: () => Duplex;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded database below `directory`, which is made where missing; in memory when `undefined`.
 * For trying out and development: it does not force its writes to the disk, has one connection and runs on the event loop.
 * Throws `DirectoryInUse` when another living process uses the directory: two would corrupt it.
 */
export async function openEmbedded(directory: string | undefined): Promise<Embedded> {
  const unlock = directory === undefined ? () => undefined : lockDirectory(directory);
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
