import pg from 'pg';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { auditRecords } from './audit.ts';
import { categories } from './categories.ts';
import { contents } from './contents.ts';
import { menus } from './menus.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { sessions } from './sessions.ts';
import { reader, snakeCase, type Reader } from './statements.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';

export interface DatabaseOptions {
  /** `postgres://…`; absent: the embedded database. */
  readonly url?: string | undefined;
  /** Where the embedded database lies; absent: in memory. */
  readonly directory?: string | undefined;
  /** Connections of this process; the embedded database has one. */
  readonly poolSize: number;
}

/** Bounds on what a request may wait for, so that an answer comes within 5 s whatever the database does. */
export const databaseTimeouts = { connectMs: 3000, statementMs: 4500, lockMs: 4000, idleInTransactionMs: 30_000 };

export interface Database {
  readonly dataSource: DataSource;
  readonly reader: Reader;
  /** The connection pool, for what speaks to PostgreSQL by itself. */
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string): string {
    return snakeCase(propertyName);
  }
}

/** Opens the database, migrated. Several processes may do so at once. */
export async function openDatabase({ url, directory, poolSize }: DatabaseOptions): Promise<Database> {
  // Loaded only where it is used: it is large.
  const embedded = url === undefined ? await (await import('./embedded.ts')).openEmbedded(directory) : undefined;
  const { connectMs, statementMs, lockMs, idleInTransactionMs } = databaseTimeouts;
  const settings = {
    // A named statement is planned once: with LIMIT and OFFSET as parameters PostgreSQL would plan it anew each time.
    plan_cache_mode: 'force_generic_plan',
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const dataSource = new DataSource({
    type: 'postgres',
    ...(url === undefined ? { username: 'postgres', database: 'postgres', password: '-' } : { url }),
    driver: pg,
    entities: [users, sessions, roles, permissions, menus, contents, categories, tags, auditRecords],
    migrations,
    namingStrategy: new SnakeCaseColumns(),
    installExtensions: false,
    poolSize: embedded === undefined ? poolSize : 1,
    connectTimeoutMS: connectMs,
    applicationName: 'portcullis',
    extra: { options: options.join(' '), ...(embedded && { stream: embedded.connect }) },
  });
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await embedded?.close();
  };
  try {
    await dataSource.initialize();
    await migrate(dataSource);
  } catch (error) {
    await close();
    throw error;
  }
  const pool = poolOf(dataSource);
  return {
    dataSource,
    pool,
    reader: reader(pool),
    close,
  };
}

function poolOf({ driver }: DataSource): pg.Pool {
  if ('master' in driver && driver.master instanceof pg.Pool) return driver.master;
  throw new Error('TypeORM did not open a pool of the pg driver.');
}
