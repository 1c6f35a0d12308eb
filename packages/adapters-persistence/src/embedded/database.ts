import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { lockDirectory } from './directory-lock.ts';
import { pgliteStreams } from './pglite-stream.ts';

/** An embedded PostgreSQL. `connect` opens a connection and returns its stream. */
export interface Embedded {
  readonly connect: () => Duplex;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded database in `directory`, which is created if it does not exist. If `directory` is undefined, the
 * database is in memory. The embedded database is for evaluation and development: it does not sync writes to disk, has
 * one connection, and blocks the event loop while it executes statements.
 * @throws {DirectoryInUse} when another running process uses the directory, because two processes would corrupt the
 * database
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
