import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { apiAt, type Api } from '../../test/support/api.ts';
import { administrator, loggedIn, signingSecret, type Entrance } from '../../test/support/service.ts';
import { cpuMs } from './cpu.ts';
import { startPrimary, startReplica, type DatabaseServer } from './database-servers.ts';
import { freePort, gone, setUpMachine, until, type Machine } from './programs.ts';

/** One process of the service. */
interface Server {
  readonly api: Api;
  readonly start: () => Promise<void>;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  readonly cpuMs: () => number;
}

/** Two servers behind nginx, a primary with a streaming replica, and Redis for the limits: on one machine, as on many. */
export interface Installation extends Entrance {
  readonly servers: readonly [Server, Server];
  readonly primary: DatabaseServer;
  readonly replica: DatabaseServer;
  /** The service through another nginx, which knows the first server only. */
  readonly throughOne: Api;
  /** Has nginx send nothing to one of the servers, or to all again: how a server is replaced. */
  readonly leaveOut: (server: Server | undefined) => Promise<void>;
  /** CPU time that each part has used so far, in milliseconds. */
  readonly cpu: () => Readonly<Record<'servers' | 'nginx' | 'primary' | 'replica' | 'redis', number>>;
  readonly stop: () => Promise<void>;
}

const program = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const nginxConfiguration = fileURLToPath(new URL('../../../../../deploy/nginx/portcullis.conf', import.meta.url));

export async function install(): Promise<Installation> {
  const machine = setUpMachine();
  try {
    const primary = await startPrimary(machine);
    const replica = await startReplica(machine, primary);
    const redis = await startRedis(machine);
    const environment = {
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: replica.url,
      REDIS_URL: redis.url,
      TRUST_PROXY: '1',
      ADMIN_PASSWORD: administrator.password,
      JWT_SECRET: signingSecret,
      REGISTER_RATE_LIMIT: '1000000',
    };
    const servers = [await startServer(machine, environment), await startServer(machine, environment)] as const;
    const nginx = await startNginx(machine, 'nginx', servers);
    const nginxOfOne = await startNginx(machine, 'nginx-of-one', servers.slice(0, 1));
    const api = apiAt(nginx.url);
    const admin = await loggedIn(api, administrator);
    const cpu = () => ({
      servers: sum(servers.map((server) => server.cpuMs())),
      nginx: nginx.cpuMs() + nginxOfOne.cpuMs(),
      primary: primary.cpuMs(),
      replica: replica.cpuMs(),
      redis: redis.cpuMs(),
    });
    const { leaveOut } = nginx;
    const throughOne = apiAt(nginxOfOne.url);
    return { api, throughOne, admin, servers, primary, replica, leaveOut, cpu, stop: machine.dismantle };
  } catch (error) {
    await machine.dismantle();
    throw error;
  }
}

async function startServer(machine: Machine, environment: Readonly<Record<string, string>>): Promise<Server> {
  const port = await freePort();
  const api = apiAt(`http://127.0.0.1:${port}`);
  let running: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    running = machine.startNode(program, { ...environment, PORT: `${port}` });
    let said = '';
    running.stderr?.on('data', (text: Buffer) => (said += text.toString()));
    const isReady = async () => (await api.get('/health/ready')).status === 200;
    await until('a server is ready', isReady).catch((cause: unknown) => {
      throw new Error(said, { cause });
    });
  };
  await start();
  return {
    api,
    start,
    end: async (signal) => {
      running?.kill(signal);
      if (running !== undefined) await gone(running);
    },
    cpuMs: () => cpuOf(running),
  };
}

const cpuOf = (child: ChildProcess | undefined): number => (child?.pid === undefined ? 0 : cpuMs(child.pid));
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Something that runs, and where. */
interface Running {
  readonly url: string;
  readonly cpuMs: () => number;
}

async function startRedis(machine: Machine): Promise<Running> {
  const port = await freePort();
  const running = machine.start(
    'redis-server',
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    machine.directory,
  );
  running.stderr?.resume();
  return { url: `redis://127.0.0.1:${port}`, cpuMs: () => cpuOf(running) };
}

interface Proxy extends Running {
  readonly leaveOut: (server: Server | undefined) => Promise<void>;
}

const reloadMs = 1000;

/** Runs the configuration that is shipped, with the addresses of these servers. */
async function startNginx(machine: Machine, name: string, servers: readonly Server[]): Promise<Proxy> {
  const port = await freePort();
  const shipped = await readFile(nginxConfiguration, 'utf8');
  const addresses = /server server-(\d):3000 (.*);/g;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = temporary.map((each) => `${each}_temp_path ${name}-${each};`);
  const file = join(machine.directory, `${name}.conf`);
  const configure = (leftOut?: Server): Promise<void> => {
    const site = shipped
      .replace(addresses, (_line, number: string, options: string) => {
        const server = servers[Number(number) - 1];
        if (server === undefined) return '';
        return `server ${new URL(server.api.url).host} ${options}${server === leftOut ? ' down' : ''};`;
      })
      .replace('listen 8080', `listen 127.0.0.1:${port}`);
    return writeFile(
      file,
      `daemon off; worker_processes 1; pid ${name}.pid; error_log stderr crit;
       events { worker_connections 1024; }
       http { access_log off; ${folders.join(' ')} ${site} }`,
    );
  };
  await configure();
  const running = machine.start('nginx', '-p', machine.directory, '-c', file, '-e', 'stderr');
  running.stderr?.pipe(process.stderr);
  const url = `http://127.0.0.1:${port}`;
  await until('nginx passes requests on', async () => (await apiAt(url).get('/health/ready')).status === 200);
  return {
    url,
    cpuMs: () => cpuOf(running),
    leaveOut: async (server) => {
      await configure(server);
      running.kill('SIGHUP');
      // The old process finishes what it has begun.
      await sleep(reloadMs);
    },
  };
}
