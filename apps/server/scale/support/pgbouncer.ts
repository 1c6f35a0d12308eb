import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, until, type TestHost } from '../../test/support/machine.ts';

/**
 * The names of the database in PgBouncer, by pool mode. They have the same length, because `startListenProxy` replaces
 * one name by the other in a message that contains its own length.
 */
export const pooled = { session: 'pooled_s', transaction: 'pooled_t' } as const;

/** Starts PgBouncer in front of a database. Returns its URL without the name of a database. */
export async function startPgBouncer(machine: TestHost, databaseUrl: string): Promise<string> {
  const { port, pathname } = new URL(databaseUrl);
  const listenPort = await freePort();
  const databases = Object.entries(pooled).map(
    ([mode, name]) =>
      `${name} = host=127.0.0.1 port=${port} dbname=${pathname.slice(1)} user=postgres pool_mode=${mode}`,
  );
  const file = join(machine.directory, 'pgbouncer.ini');
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'ignore_startup_parameters = options',
    'default_pool_size = 100',
    'max_client_conn = 400',
  ];
  await writeFile(file, ['[databases]', ...databases, '[pgbouncer]', ...settings, ''].join('\n'));
  machine.start('pgbouncer', '-q', file).stderr?.resume();
  const url = `postgres://postgres@127.0.0.1:${listenPort}`;
  await until('PgBouncer responds', async () => {
    await machine.run('psql', `${url}/${pooled.session}`, '-qc', 'SELECT 1');
    return true;
  });
  return url;
}
