import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { lockDirectory } from './directory-lock.ts';
import { pgliteStreams } from './pglite-stream.ts';
import { makePrivate } from './private-files.ts';

/** An embedded PostgreSQL. `connect` opens a connection and returns its stream. */
export interface Embedded {
  readonly connect: () => Duplex;
  readonly close: () => Promise<void>;
}

/**
 * PGlite clears the buffers when it opens a database. With its default of 128 MB, this takes half of the time of
 * opening, and a process needs 100 MB more. The operating system also keeps the files in memory.
 */
const memory = { shared_buffers: '32MB' };

/**
 * Opens the embedded database in `directory`, which is created if it does not exist. If `directory` is undefined, the
 * database is in memory. The embedded database is for evaluation and development: it does not sync writes to disk, has
 * one connection, and blocks the event loop while it executes statements.
 * @param settings configuration parameters of PostgreSQL, which every session has from its start. PGlite ignores the
 * parameters that a client sends when it connects. Timeouts are not allowed: PGlite never interrupts a statement, and a
 * timeout during a transaction makes it allocate memory until the process ends.
 * @throws {DirectoryInUse} when another running process uses the directory, because two processes would corrupt the
 * database
 */
export async function openEmbedded(
  directory: string | undefined,
  settings: Readonly<Record<string, string | number>>,
): Promise<Embedded> {
  const unlock = directory === undefined ? () => undefined : lockDirectory(directory);
  try {
    const dataDir = directory === undefined ? 'memory://' : join(directory, 'database');
    const startParams = [
      ...PGlite.defaultStartParams,
      ...Object.entries({ ...memory, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    // PGlite gives all users the right to write to files of a new database, and to some later ones, whatever the umask.
    const tighten = () => (directory === undefined ? Promise.resolve() : makePrivate(dataDir).catch(() => undefined));
    const database = await PGlite.create({ dataDir, extensions: { pg_trgm }, startParams });
    await tighten();
    return {
      connect: pgliteStreams(database),
      close: async () => {
        await database.close();
        await tighten();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
