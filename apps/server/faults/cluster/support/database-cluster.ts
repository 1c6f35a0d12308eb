import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createTestHost, postgresPrograms, until, waitForExit, type TestHost } from '../../../test/support/machine.ts';
import { runProgram } from '../../../test/support/process.ts';
import { databaseNode, keepLog, passwords, type DatabaseNode } from './database-node.ts';
import { Addresses, shipped } from './shipped-files.ts';

/** A server of the cluster, as Patroni describes it. */
interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
}

/** HAProxy on a machine of the service. */
interface Balancer {
  /** The URL of the primary, for a role of PostgreSQL. */
  readonly primaryUrl: (role: 'owner' | 'service') => string;
  /** The URLs of the standbys through this HAProxy and the other one. */
  readonly standbysUrls: string;
  readonly kill: () => Promise<void>;
  readonly start: () => void;
}

/** Three database servers with Patroni and etcd, and HAProxy for each machine of the service. */
export interface DatabaseCluster {
  readonly machine: TestHost;
  readonly nodes: readonly DatabaseNode[];
  readonly balancers: readonly [Balancer, Balancer];
  /** Waits until a server has this role, and returns it. */
  readonly nodeWith: (role: Member['role']) => Promise<DatabaseNode>;
  /**
   * Waits until one server leads, another one has every commit, and the third one follows. A server that does not manage
   * that by itself is made anew, as an operator does.
   * @returns how many servers were made anew
   */
  readonly becomeComplete: (what: string) => Promise<number>;
  /** Executes a statement as the superuser on the primary, and returns its result as text. */
  readonly ask: (sql: string) => Promise<string>;
  readonly etcdLeader: () => Promise<DatabaseNode>;
  readonly dismantle: () => Promise<void>;
}

const patienceMs = 2000;
/** How long the servers may take to work again by themselves, and after an operator's help, in milliseconds. */
const [ownRecoveryMs, recoveryMs] = [90_000, 180_000];

const fetchJson = async <Result>(url: string, options: RequestInit = {}): Promise<Result> => {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(patienceMs) });
  const result: Result = JSON.parse(await response.text());
  return result;
};

export const clusterPrograms = [
  ...postgresPrograms,
  ...(['etcd', 'patroni', 'haproxy', 'nginx', 'env', 'pg_dump', 'pg_restore'] as const),
] as const;

interface ClusterOptions {
  /** Changes the file patroni.yml of all servers. */
  readonly patroni?: (file: string) => string;
  /** Whether to create the roles of the service, and its database. */
  readonly createsRoles?: boolean;
  /** Whether to create the tables of the service. */
  readonly migrates?: boolean;
}

/** Starts the servers with the files of deploy/cluster. */
export async function startDatabaseCluster({
  patroni = (file) => file,
  createsRoles = true,
  migrates = true,
}: ClusterOptions = {}): Promise<DatabaseCluster> {
  const machine = createTestHost(...clusterPrograms);
  const addresses = new Addresses();
  const nodes: DatabaseNode[] = [];
  const endNodes = (): void => {
    for (const node of nodes) node.dismantle();
  };
  process.once('exit', endNodes);
  const dismantle = async (): Promise<void> => {
    process.off('exit', endNodes);
    endNodes();
    await machine.dismantle();
  };

  const members = async (): Promise<readonly Member[]> => {
    const known = nodes.map(({ patroniUrl }) => fetchJson<{ members: readonly Member[] }>(`${patroniUrl}/cluster`));
    return (await Promise.any(known)).members;
  };
  const nodeWith = async (role: Member['role']): Promise<DatabaseNode> => {
    let node: DatabaseNode | undefined;
    await until(`a server has the role ${role}`, async () => {
      const member = (await members()).find((each) => each.role === role && each.state !== 'stopped');
      node = nodes.find(({ name }) => name === member?.name);
      return node !== undefined;
    });
    return node ?? expect.fail();
  };
  const primaryOf = async (): Promise<DatabaseNode> =>
    Promise.any(
      nodes.map(async (node) => {
        const url = `${node.patroniUrl}/primary`;
        const { ok } = await fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(patienceMs) });
        if (!ok) throw new Error(`${node.name} is not the primary.`);
        return node;
      }),
    );
  const askIn = async (database: string, sql: string): Promise<string> => {
    const url = (await primaryOf()).url.replace(/\w+$/, database);
    return (await machine.run('psql', url, '-Atqc', sql)).trim();
  };
  const ask = (sql: string): Promise<string> => askIn('portcullis', sql);

  const streaming = `SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db-_'`;
  const isComplete = async (): Promise<boolean> => {
    const roles = (await members()).map(({ role }) => role).toSorted();
    return roles.join() === 'leader,replica,sync_standby' && (await askIn('postgres', streaming)) === '2';
  };

  const becomeComplete = async (what: string): Promise<number> => {
    const wait = (ms: number) => until(`all servers work after ${what}`, isComplete, ms);
    let renewed = 0;
    await wait(ownRecoveryMs).catch(async () => {
      const following = (await askIn('postgres', 'SELECT application_name FROM pg_stat_replication')).split('\n');
      const leader = await nodeWith('leader');
      for (const node of nodes) {
        if (node === leader || following.includes(node.name)) continue;
        renewed += 1;
        await fetch(`${node.patroniUrl}/reinitialize`, { method: 'POST', body: '{"force": true}' });
      }
      await wait(recoveryMs);
    });
    return renewed;
  };

  try {
    for (const name of ['db-1', 'db-2', 'db-3']) nodes.push(await databaseNode(machine, addresses, name, patroni));
    await until('etcd has a leader', async () => (await etcdLeaderOf(addresses, nodes)) !== undefined);
    for (const node of nodes) await node.start();
    await becomeComplete('the start');
    const balancers = [await startBalancer(machine, 1, addresses), await startBalancer(machine, 2, addresses)] as const;
    if (createsRoles) await createRoles(machine, await primaryOf());
    if (migrates) {
      // HAProxy leads to any of the servers until it has checked them.
      const variables = { DATABASE_URL: balancers[0].primaryUrl('owner') };
      await until('the tables are created', async () => (await runProgram(['migrate'], variables)).code === 0);
      await machine.run('psql', (await primaryOf()).url, '-qf', fileOf('restrict.sql'));
    }
    return {
      machine,
      nodes,
      balancers,
      nodeWith,
      becomeComplete,
      ask,
      etcdLeader: async () => {
        const leader = await etcdLeaderOf(addresses, nodes);
        if (leader === undefined) throw new Error('etcd has no leader.');
        return leader;
      },
      dismantle,
    };
  } catch (error) {
    await dismantle();
    throw error;
  }
}

async function etcdLeaderOf(addresses: Addresses, nodes: readonly DatabaseNode[]): Promise<DatabaseNode | undefined> {
  for (const node of nodes) {
    const url = `http://127.0.0.1:${await addresses.port(`${node.name}:2379`)}/v3/maintenance/status`;
    const status = await fetchJson<{ leader?: string; header?: { member_id: string } }>(url, {
      method: 'POST',
      body: '{}',
    }).catch(() => undefined);
    if (status?.leader !== undefined && status.leader === status.header?.member_id) return node;
  }
  return undefined;
}

/** Each machine of the service has an HAProxy of its own, and thus ports of its own. */
async function startBalancer(machine: TestHost, number: number, addresses: Addresses): Promise<Balancer> {
  const own = `app-${number}`;
  const here = (address: string): string => address.replace('127.0.0.1', own);
  const path = join(machine.directory, `haproxy-${number}.cfg`);
  const file = (await shipped('cluster/haproxy.cfg')).replaceAll('app-1', own);
  await writeFile(path, await addresses.fillIn(file.replace(/^#.*$/gm, ''), here));
  const url = async (role: 'owner' | 'service', address: string): Promise<string> => {
    const name = role === 'owner' ? 'portcullis_owner' : 'portcullis';
    return `postgres://${name}:${passwords[role]}@127.0.0.1:${await addresses.port(address)}/portcullis`;
  };
  const primary = { owner: await url('owner', `${own}:5000`), service: await url('service', `${own}:5000`) };
  let running: ChildProcess | undefined;
  const start = (): void => {
    running = keepLog(machine.start('haproxy', '-db', '-f', path), `haproxy-${number}`);
  };
  start();
  return {
    primaryUrl: (role) => primary[role],
    standbysUrls: `${await url('service', 'app-1:5001')},${await url('service', 'app-2:5001')}`,
    kill: async () => {
      running?.kill('SIGKILL');
      if (running !== undefined) await waitForExit(running);
    },
    start,
  };
}

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../../../deploy/postgres/${name}`, import.meta.url));

/** Creates the database and the roles that own its tables and use them. */
async function createRoles(machine: TestHost, { url }: DatabaseNode): Promise<void> {
  await machine.run('psql', url.replace(/portcullis$/, 'postgres'), '-qc', 'CREATE DATABASE portcullis');
  const variables = [`OWNER_PASSWORD=${passwords.owner}`, `SERVICE_PASSWORD=${passwords.service}`];
  await machine.run('env', ...variables, 'psql', url, '-qf', fileOf('roles.sql'));
}
