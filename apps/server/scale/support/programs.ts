import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Programs of the system that the installation is built from, and the Debian package that brings each. */
const needed = {
  initdb: 'postgresql',
  pg_basebackup: 'postgresql',
  postgres: 'postgresql',
  psql: 'postgresql',
  nginx: 'nginx-light',
  'redis-server': 'redis-server',
};

type Program = keyof typeof needed;

/** Someone else than root: PostgreSQL refuses to run as root. Nobody else when we are not. */
type Account = { readonly uid: number; readonly gid: number } | undefined;

/** A folder of its own, and what runs in it. */
export interface Machine {
  readonly directory: string;
  /** Runs a program to its end; answers what it printed. */
  readonly run: (program: Program, ...args: readonly string[]) => Promise<string>;
  /** Starts a program that goes on. */
  readonly start: (program: Program, ...args: readonly string[]) => ChildProcess;
  /** Starts another process of Node. */
  readonly startNode: (file: string, environment: Readonly<Record<string, string>>) => ChildProcess;
  /** Kills all that was started, and removes the folder. */
  readonly dismantle: () => Promise<void>;
}

/** Throws when a program is missing, and says how to get it. */
export function setUpMachine(): Machine {
  const paths = locateAll();
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-scale-'));
  const account = accountOf('postgres');
  if (account !== undefined) chownSync(directory, account.uid, account.gid);
  const children: ChildProcess[] = [];
  const started = (child: ChildProcess): ChildProcess => {
    children.push(child);
    return child;
  };
  const killAll = (): void => {
    for (const child of children) if (isRunning(child)) child.kill('SIGKILL');
  };
  // However the tests end, nothing is left.
  const clean = (): void => {
    killAll();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', clean);
  return {
    directory,
    run: async (program, ...args) =>
      (await promisify(execFile)(paths[program], args, { cwd: directory, ...account })).stdout,
    start: (program, ...args) =>
      started(spawn(paths[program], args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], ...account })),
    startNode: (file, env) =>
      started(spawn(process.execPath, [file], { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] })),
    dismantle: async () => {
      killAll();
      await Promise.all(children.map(gone));
      process.off('exit', clean);
      clean();
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Waits until a process has ended. */
export async function gone(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await once(child, 'exit');
}

function locateAll(): Readonly<Record<Program, string>> {
  const versions = '/usr/lib/postgresql';
  const servers = listing(versions).toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    ...servers.map((version) => join(versions, version, 'bin')),
  ];
  const names = Object.keys(needed).filter((name): name is Program => name in needed);
  const found = names.map((name) => [name, folders.map((folder) => join(folder, name)).find(isProgram)] as const);
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name);
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((name) => needed[name]))].join(' ');
    throw new Error(`test:scale needs ${missing.join(', ')}. On Debian: apt-get install ${packages}`);
  }
  return Object.fromEntries(found) as Record<Program, string>;
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

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}

/** Waits until `holds`; throws when it did not within `patienceMs`. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 60_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`It did not come about in ${patienceMs} ms that ${what}.`);
    await sleep(50);
  }
}
