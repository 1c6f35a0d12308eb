import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The password of all users. */
export const password = 'a-password-of-the-bench';

/** A running service. `pid` and `database` are absent if the bench did not start it or the database is embedded. */
export interface Service {
  readonly name: string;
  readonly url: string;
  readonly pid?: number | undefined;
  readonly database?: pg.Client | undefined;
}

export interface StartOptions {
  /** The PostgreSQL server on which a database is created; if undefined, the service uses its embedded database. */
  readonly adminUrl: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives functions that end the process and remove its data. They must be called in reverse order. */
  readonly onEnd: (end: () => Promise<unknown>) => void;
}

const startLimitMs = 60_000;

/** Starts a program on an empty database, and waits until it serves requests. */
export async function start(name: string, program: string, options: StartOptions): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  options.onEnd(() => rm(folder, { recursive: true }));
  const database = options.adminUrl === undefined ? undefined : await createDatabase(options.adminUrl, options);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: password,
    JWT_SECRET: 'a-secret-of-the-bench-with-32-bytes',
    ACCESS_TOKEN_TTL: '12h',
    ...(database !== undefined && { DATABASE_URL: database.url }),
    ...options.environment,
  };
  const child = spawn(process.execPath, [program], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  options.onEnd(async () => child.kill('SIGTERM') && once(child, 'exit'));
  const isReady = () =>
    fetch(`${url}/api/tags`).then(
      (response) => response.ok,
      () => false,
    );
  for (const until = performance.now() + startLimitMs; !(await isReady()); await sleep(100)) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${name} does not start.`);
  }
  return { name, url, pid: child.pid, database: database?.client };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port }: AddressInfo = Object(server.address());
  await once(server.close(), 'close');
  return port;
}

async function createDatabase(adminUrl: string, { onEnd }: StartOptions) {
  const name = `portcullis_bench_${process.pid}_${Date.now()}`;
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  onEnd(() => admin.end());
  await admin.query(`CREATE DATABASE ${name}`);
  onEnd(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  onEnd(() => client.end());
  return { url, client };
}

const tickMs = 10;

/** Returns the user and system time of a process so far, in milliseconds; 0 if it has ended. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}

export const residentMb = ({ pid }: Service): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the CPU time so far of the server and of each of its backends of PostgreSQL, in milliseconds by process. */
export async function cpuTimes({ pid, database }: Service): Promise<{ server: number; database: Map<number, number> }> {
  const backends = await database?.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return {
    server: pid === undefined ? Number.NaN : cpuMs(pid),
    database: new Map(backends?.rows.map((row) => [row.pid, cpuMs(row.pid)])),
  };
}
