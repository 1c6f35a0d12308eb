import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { apiAt, type Api } from '../../test/support/api.ts';
import { startPrimary, startReplica, type DatabaseServer } from '../../test/support/database-servers.ts';
import { freePort, postgresPrograms, createTestHost, until, type TestHost } from '../../test/support/machine.ts';
import { cpuMs } from '../../test/support/process-tree.ts';
import { startServer, type Server } from '../../test/support/server.ts';
import { administrator, logInAs, signingSecret, type ServiceClients } from '../../test/support/service.ts';

/** Two servers behind nginx, a primary with a streaming replica, and Redis for the rate limits, all on one machine. */
export interface Installation extends ServiceClients {
  readonly servers: readonly [Server, Server];
  readonly primary: DatabaseServer;
  readonly replica: DatabaseServer;
  /** A client of a second nginx, which passes requests only to the first server. */
  readonly throughOne: Api;
  /**
   * Reloads nginx without this server, so that the server can be replaced. With `undefined`, nginx uses all servers
   * again.
   */
  readonly leaveOut: (server: Server | undefined) => Promise<void>;
  /** Returns the CPU time that each part has used since its start, in milliseconds. */
  readonly cpu: () => Readonly<Record<'servers' | 'nginx' | 'primary' | 'replica' | 'redis', number>>;
  readonly stop: () => Promise<void>;
}

const nginxConfiguration = fileURLToPath(new URL('../../../../../deploy/nginx/portcullis.conf', import.meta.url));

export async function install(): Promise<Installation> {
  const machine = createTestHost(...postgresPrograms, 'nginx', 'redis-server');
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
    const admin = await logInAs(api, administrator);
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

const cpuOf = ({ pid }: ChildProcess): number => (pid === undefined ? 0 : cpuMs(pid));
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** The URL of a process, and a function that returns its CPU time in milliseconds. */
interface Running {
  readonly url: string;
  readonly cpuMs: () => number;
}

async function startRedis(machine: TestHost): Promise<Running> {
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

/** A running nginx. */
export interface Proxy extends Running {
  readonly leaveOut: (server: Server | undefined) => Promise<void>;
}

const reloadMs = 1000;

/** Runs nginx with the configuration file of the repository, but with the addresses and ports of `servers`. */
export async function startNginx(machine: TestHost, name: string, servers: readonly Server[]): Promise<Proxy> {
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
      .replace('listen 127.0.0.1:8080', `listen 127.0.0.1:${port}`);
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
      // Give the old worker process of nginx time to finish its requests.
      await sleep(reloadMs);
    },
  };
}
