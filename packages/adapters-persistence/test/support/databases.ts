import { openDatabase, type Database } from '../../src/index.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../src/testing.ts';

/** A server on which tests may make databases; without it only the embedded database is tested. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** `describe` for what needs a server: skipped, and so reported, where there is none. */
export const describeOnServer = serverUrl === undefined ? describe.skip : describe;

/** An empty database on the server. */
export function emptyDatabase(): Promise<TemporaryDatabase> {
  if (serverUrl === undefined) throw new Error('Set TEST_DATABASE_URL.');
  return temporaryDatabase(serverUrl);
}

const notOpen = (): never => {
  throw new Error('The database is open only while tests run.');
};

let embedded: Promise<Database> | undefined;

after(async () => {
  await (await embedded)?.close();
});

/** The embedded database, which all tests of one process share: each makes what it looks at. */
export function embeddedDatabase(): () => Database {
  let opened: Database | undefined;
  before(async () => {
    opened = await (embedded ??= openDatabase({ poolSize: 1 }));
  });
  return () => opened ?? notOpen();
}

/** A database for the tests of one `describe`, opened before them and gone after them; embedded where no server is given. */
export function freshDatabase(adminUrl: string | undefined): () => Database {
  let opened: Database | undefined;
  let drop = async (): Promise<void> => undefined;
  before(async () => {
    const temporary = adminUrl === undefined ? undefined : await temporaryDatabase(adminUrl);
    if (temporary !== undefined) drop = temporary.drop;
    opened = await openDatabase({ url: temporary?.url, poolSize: 10 });
  });
  after(async () => {
    await opened?.close();
    await drop();
  });
  return () => opened ?? notOpen();
}
