import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@portcullis/adapters-persistence';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { apiAt, type Api } from '../../test/support/api.ts';
import { administrator, logInAs, signingSecret, type ServiceClients } from '../../test/support/service.ts';
import type { LoopDelay } from './loop-delay.ts';

/** One process of the service. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly api: Api;
  /** Sends SIGTERM, and resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  /**
   * Starts measuring the delay of the event loop. The returned function ends the measurement and returns the result.
   */
  readonly watchLoop: () => Promise<() => Promise<LoopDelay>>;
  /** Returns the memory in use after a garbage collection, in bytes. */
  readonly memory: () => Promise<number>;
}

/** Several processes on one PostgreSQL database. */
export interface Cluster extends ServiceClients {
  readonly servers: readonly [ServerProcess, ServerProcess];
  /** Starts another process, with these variables in addition to those of the cluster. */
  readonly start: (variables?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly stop: () => Promise<void>;
}

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const watcher = new URL('loop-delay.js', import.meta.url).href;

export async function startCluster(environment: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) throw new Error('The stress tests need a PostgreSQL server in TEST_DATABASE_URL.');
  const database = await temporaryDatabase(adminUrl);
  const children: ChildProcess[] = [];
  const start: Cluster['start'] = async (variables) => {
    const child = spawn(process.execPath, ['--import', watcher, main], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        // Each database has a folder of files of its own, which all processes share.
        DATA_DIR: join(tmpdir(), 'portcullis-stress', new URL(database.url).pathname),
        ADMIN_PASSWORD: administrator.password,
        JWT_SECRET: signingSecret,
        REGISTER_RATE_LIMIT: '1000000',
        ...environment,
        ...variables,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    children.push(child);
    const url = await addressOf(child);
    return {
      url,
      pid: child.pid ?? 0,
      api: apiAt(url),
      stop: () => ended(child),
      watchLoop: () => watchLoop(child),
      memory: () => told<number>(child, 'memory'),
    };
  };
  const { pool, close } = await openDatabase({ url: database.url, poolSize: 2 });
  const servers = [await start(), await start()] as const;
  const [{ api }] = servers;
  return {
    servers,
    start,
    api,
    admin: await logInAs(api, administrator),
    query: async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(sql, [...values])).rows,
    stop: async () => {
      await close();
      await Promise.all(children.map(ended));
      await database.drop();
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The process has no standard error.');
  for await (const line of createInterface({ input: stderr })) {
    const [, url] = /listens on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The service did not start.');
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  return child.exitCode;
}

async function watchLoop(child: ChildProcess): Promise<() => Promise<LoopDelay>> {
  await told<LoopDelay>(child, 'watch');
  return () => told<LoopDelay>(child, 'tell');
}

async function told<Result>(child: ChildProcess, question: 'watch' | 'tell' | 'memory'): Promise<Result> {
  const message = once(child, 'message');
  child.send(question);
  const [result]: Result[] = await message;
  if (result === undefined) throw new Error('The process reported nothing.');
  return result;
}
