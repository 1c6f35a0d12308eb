import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Suite } from 'mocha';
import { openDatabase, type Database, type DatabaseOptions } from '../../src/index.ts';
import {
  directoryWithDatabase,
  migratedDatabase,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../src/testing.ts';

/** URL of a server on which tests may create databases. If undefined, only the embedded database is tested. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** Like `describe`. If there is no server, the suite has one pending test, whose title says why. */
export const describeOnServer = (title: string, tests: (this: Suite) => void): Suite =>
  describe(title, serverUrl === undefined ? () => void it('needs PostgreSQL in TEST_DATABASE_URL') : tests);

/** Creates an empty database on the server. */
export function emptyDatabase(): Promise<TemporaryDatabase> {
  if (serverUrl === undefined) throw new Error('Set TEST_DATABASE_URL.');
  return temporaryDatabase(serverUrl);
}

const notOpen = (): never => {
  throw new Error('The database is open only while tests run.');
};

let shared: Promise<Database> | undefined;

/** Opens, before the tests of one `describe` block, the embedded database that all test files of a process share. */
export function embeddedDatabase(): () => Database {
  let opened: Database | undefined;
  before(async () => {
    opened = await (shared ??= openShared());
  });
  return () => opened ?? notOpen();
}

async function openShared(): Promise<Database> {
  const directory = await directoryWithDatabase();
  // No test file knows whether it is the last one that uses the database.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return openDatabase({ directory, poolSize: 10 });
}

/**
 * Opens a migrated database before the tests of one `describe` block, and removes the database afterwards. The database
 * is embedded if `adminUrl` is undefined.
 */
export function freshDatabase(
  adminUrl: string | undefined,
  options: Pick<DatabaseOptions, 'searchLanguage'> = {},
): () => Database {
  let opened: Database | undefined;
  let remove = async (): Promise<void> => undefined;
  before(async () => {
    if (adminUrl === undefined) {
      // Copying a migrated database is faster than creating and migrating one.
      const directory = await directoryWithDatabase();
      remove = () => rm(directory, { recursive: true, force: true });
      opened = await openDatabase({ ...options, directory, poolSize: 10 });
    } else {
      const { url, drop } = await migratedDatabase(adminUrl);
      remove = drop;
      opened = await openDatabase({ ...options, url, poolSize: 10 });
    }
  });
  after(async () => {
    await opened?.close();
    await remove();
  });
  return () => opened ?? notOpen();
}
