import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { freePort, waitForExit, until, type TestHost } from './machine.ts';
import { cpuMs, familyOf } from './process-tree.ts';

/** A PostgreSQL server with its own data directory. */
export interface DatabaseServer {
  readonly url: string;
  /** Returns the result of a statement as text: a line for each row, with `|` between the columns. */
  readonly ask: (sql: string) => Promise<string>;
  readonly start: () => Promise<void>;
  /** Stops the server and its connections immediately, as `pg_ctl stop -m immediate` does. */
  readonly stop: () => Promise<void>;
  /** Ends all connections and shuts the server down, as `pg_ctl stop -m fast` does. */
  readonly stopFast: () => Promise<void>;
  /** Kills all processes of the server with SIGKILL, as when the server crashes. */
  readonly kill: () => Promise<void>;
  /**
   * Suspends all processes of the server: connections stay open but get no data. Returns a function that resumes them.
   */
  readonly freeze: () => () => void;
  /** Returns the CPU time since the start of the server, in milliseconds. */
  readonly cpuMs: () => number;
}

const database = 'portcullis';

/** Starts a server with a new data directory and an empty database. */
export async function startPrimary(machine: TestHost): Promise<DatabaseServer> {
  const folder = join(machine.directory, 'primary');
  await machine.run('initdb', '-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C');
  const primary = await databaseServer(machine, folder);
  await machine.run('psql', urlAt(primary.url, 'postgres'), '-qc', `CREATE DATABASE ${database}`);
  return primary;
}

/** Starts a streaming replica with a copy of the primary's data. */
export function startReplica(machine: TestHost, primary: DatabaseServer): Promise<DatabaseServer> {
  const folder = join(machine.directory, 'replica');
  return machine
    .run('pg_basebackup', '-d', urlAt(primary.url, 'postgres'), '-D', folder, '-R', '-X', 'stream', '-c', 'fast')
    .then(() => databaseServer(machine, folder));
}

async function databaseServer(machine: TestHost, folder: string): Promise<DatabaseServer> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${machine.directory}`,
    'shared_buffers=128MB',
  ];
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    running = machine.start('postgres', '-D', folder, '-p', `${port}`, ...settings.flatMap((each) => ['-c', each]));
    running.stderr?.resume();
    const responds = () => machine.run('psql', urlAt(url, 'postgres'), '-qc', 'SELECT 1').then(() => true);
    await until('PostgreSQL responds', responds);
  };
  const family = (): readonly number[] => (running?.pid === undefined ? [] : familyOf(running.pid));
  const ending = async (by: 'SIGQUIT' | 'SIGINT' | 'SIGKILL'): Promise<void> => {
    if (running === undefined) return;
    if (by === 'SIGKILL') signal(family(), by);
    else running.kill(by);
    await waitForExit(running);
  };
  await start();
  return {
    url,
    start,
    ask: async (sql) => (await machine.run('psql', url, '-Atqc', sql)).trim(),
    stop: () => ending('SIGQUIT'),
    stopFast: () => ending('SIGINT'),
    kill: () => ending('SIGKILL'),
    freeze: () => {
      const frozen = family();
      signal(frozen, 'SIGSTOP');
      return () => signal(frozen, 'SIGCONT');
    },
    cpuMs: () => (running?.pid === undefined ? 0 : cpuMs(running.pid)),
  };
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  }
}

function urlAt(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
