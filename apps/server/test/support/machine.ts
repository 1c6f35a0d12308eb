import { execFile, execFileSync, spawn, type ChildProcess, type SpawnOptionsWithStdioTuple } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';

/** Programs that tests start, and the Debian package of each. */
const packageOf = {
  initdb: 'postgresql',
  pg_basebackup: 'postgresql',
  postgres: 'postgresql',
  psql: 'postgresql',
  pg_dump: 'postgresql',
  pg_restore: 'postgresql',
  nginx: 'nginx-light',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  env: 'coreutils',
};

type Program = keyof typeof packageOf;

/** The programs with which a test runs a PostgreSQL server and a replica. */
export const postgresPrograms = ['initdb', 'postgres', 'psql', 'pg_basebackup'] as const;

/**
 * The account of the started programs, except Node, if the tests run as root, because PostgreSQL does not run as root.
 * Otherwise undefined.
 */
type Account = { readonly uid: number; readonly gid: number } | undefined;

/** A temporary folder, and the processes that run in it. */
export interface TestHost {
  readonly directory: string;
  /** Runs a program to its end and returns its standard output. */
  readonly run: (program: Program, ...args: readonly string[]) => Promise<string>;
  /** Returns the folder in which a program and those of its package are, not that of a link to it. */
  readonly folderOf: (program: Program) => string;
  /** Starts a program in the background. */
  readonly start: (program: Program, ...args: readonly string[]) => ChildProcess;
  /** Starts another process of Node. */
  readonly startNode: (
    file: string,
    environment: Readonly<Record<string, string>>,
    args?: readonly string[],
  ) => ChildProcess;
  /** Kills all started processes, and removes the folder. */
  readonly dismantle: () => Promise<void>;
}

/** Maximum size of the output of a program that runs to its end, in bytes. */
const maxOutput = 64 * 1024 * 1024;

/** @throws {Error} if a program is missing. The message names the Debian package of the program. */
export function createTestHost(...programs: readonly Program[]): TestHost {
  const pathOf = locateAll(programs);
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-machine-'));
  const account = accountOf('postgres');
  if (account !== undefined) chownSync(directory, account.uid, account.gid);
  const children: ChildProcess[] = [];
  const started = (child: ChildProcess): ChildProcess => {
    children.push(child);
    return child;
  };
  // The whole process group is killed: nginx's worker processes would survive their master and keep its pipes open.
  const killAll = (): void => {
    for (const child of children) if (isRunning(child) && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  // The processes are killed and the folder is removed, whether the tests succeed, fail or are interrupted.
  const clean = (): void => {
    killAll();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', clean);
  const options: SpawnOptionsWithStdioTuple<'ignore', 'ignore', 'pipe'> = {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  };
  return {
    directory,
    run: async (program, ...args) =>
      (await promisify(execFile)(pathOf(program), args, { cwd: directory, maxBuffer: maxOutput, ...account })).stdout,
    folderOf: (program) => dirname(realpathSync(pathOf(program))),
    start: (program, ...args) => started(spawn(pathOf(program), args, { ...options, ...account })),
    startNode: (file, env, args = []) => started(spawn(process.execPath, [file, ...args], { ...options, env })),
    dismantle: async () => {
      killAll();
      await Promise.all(children.map(waitForExit));
      process.off('exit', clean);
      clean();
    },
  };
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Waits until a process has ended. */
export async function waitForExit(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await once(child, 'exit');
}

function locateAll(programs: readonly Program[]): (program: Program) => string {
  const versions = '/usr/lib/postgresql';
  const servers = listing(versions).toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    ...servers.map((version) => join(versions, version, 'bin')),
  ];
  const paths = new Map(programs.map((name) => [name, folders.map((folder) => join(folder, name)).find(isProgram)]));
  const missing = programs.filter((name) => paths.get(name) === undefined);
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((name) => packageOf[name]))].join(' ');
    throw new Error(`These tests need ${missing.join(', ')}. On Debian: apt-get install ${packages}`);
  }
  return (program) => paths.get(program) ?? expect.fail(`${program} was not requested.`);
}

function listing(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function accountOf(name: string): Account {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns a free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}

/** Waits until `holds` returns true. @throws {Error} after `timeoutMs` milliseconds. */
export async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`The condition was not met within ${timeoutMs} ms: ${what}.`);
    await sleep(50);
  }
}
