import { rm } from 'node:fs/promises';
import type { Suite } from 'mocha';
import { openDatabase, type Database } from '../../src/index.ts';
import { directoryWithDatabase, temporaryDatabase, type TemporaryDatabase } from '../../src/testing.ts';

/** A server on which tests may make databases; without it only the embedded database is tested. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** `describe` for what needs a server: skipped, and so reported, where there is none. */
export const describeOnServer = (title: string, tests: (this: Suite) => void): Suite | void =>
  // Mocha sets its functions anew for each file of a process, so none of them is kept.
  serverUrl === undefined ? describe.skip(title, tests) : describe(title, tests);

/** An empty database on the server. */
export function emptyDatabase(): Promise<TemporaryDatabase> {
  if (serverUrl === undefined) throw new Error('Set TEST_DATABASE_URL.');
  return temporaryDatabase(serverUrl);
}

const notOpen = (): never => {
  throw new Error('The database is open only while tests run.');
};

/** An embedded database for the tests of one `describe`, opened before them and removed after them. */
export const embeddedDatabase = (): (() => Database) => freshDatabase(undefined);

/** A migrated database for the tests of one `describe`, opened before them and removed after them; embedded without `adminUrl`. */
export function freshDatabase(adminUrl: string | undefined): () => Database {
  let opened: Database | undefined;
  let remove = async (): Promise<void> => undefined;
  before(async () => {
    if (adminUrl === undefined) {
      // To copy a database is faster than to make and migrate one.
      const directory = await directoryWithDatabase();
      remove = () => rm(directory, { recursive: true, force: true });
      opened = await openDatabase({ directory, poolSize: 10 });
    } else {
      const { url, drop } = await temporaryDatabase(adminUrl);
      remove = drop;
      opened = await openDatabase({ url, poolSize: 10 });
    }
  });
  after(async () => {
    await opened?.close();
    await remove();
  });
  return () => opened ?? notOpen();
}
