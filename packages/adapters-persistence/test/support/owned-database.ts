import { readFileSync } from 'node:fs';
import { connectDatabase, openDatabase, type Database } from '../../src/database.ts';
import { temporaryRole } from '../../src/testing.ts';
import { emptyDatabase } from './databases.ts';

/** Two connections to one database, each with a different database role. */
interface OwnedDatabase {
  /** The connection with the role that owns the tables. */
  readonly owner: Database;
  /** The connection with the role of the service, which owns nothing. */
  readonly service: Database;
}

/**
 * Prepares a database as described in docs/operations.md before the tests of one `describe` block, and removes it
 * afterwards.
 */
export function ownedDatabase(): () => OwnedDatabase {
  let opened: OwnedDatabase | undefined;
  const cleanUp: (() => Promise<void>)[] = [];
  before(async () => {
    const temporary = await emptyDatabase();
    const [owning, serving] = [await temporaryRole(temporary.url), await temporaryRole(temporary.url)];
    cleanUp.push(temporary.drop, owning.drop, serving.drop);
    const named = (sql: string) =>
      sql.replace(/\bportcullis_owner\b/g, owning.name).replace(/\bportcullis\b/g, serving.name);
    await owning.takeOver();
    const owner = await connectDatabase({ url: owning.url, poolSize: 1 });
    await owner.pool.query(named(statements('roles.sql', /^ALTER DEFAULT PRIVILEGES.*/ms)));
    await (await openDatabase({ url: owning.url, poolSize: 1 })).close();
    await owner.pool.query(named(statements('restrict.sql')));
    opened = { owner, service: await openDatabase({ url: serving.url, poolSize: 2 }) };
  });
  after(async () => {
    await opened?.owner.close();
    await opened?.service.close();
    for (const step of cleanUp) await step();
  });
  return () => {
    if (opened === undefined) throw new Error('The database is open only while tests run.');
    return opened;
  };
}

/** Reads the SQL of a file in `deploy/postgres`, or the first match of `part` in the file. */
function statements(file: string, part = /.*/s): string {
  const text = readFileSync(new URL(`../../../../../deploy/postgres/${file}`, import.meta.url), 'utf8');
  return part.exec(text)?.[0] ?? '';
}
