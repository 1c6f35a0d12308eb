import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, until, waitForExit, type TestHost } from '../../../test/support/machine.ts';
import { familyOf } from '../../../test/support/process-tree.ts';
import { replaced, shipped, variablesIn, type Addresses } from './shipped-files.ts';

export const passwords = {
  superuser: 'superuser-1',
  replication: 'replication-1',
  owner: 'owner-1',
  service: 'service-1',
};

/** A database server: PostgreSQL with Patroni, a member of etcd, and the network between it and all others. */
export interface DatabaseNode {
  readonly name: string;
  /** The URL of PostgreSQL for the superuser, which does not use the network between the servers. */
  readonly url: string;
  /** The URL of the API of Patroni, which does not use the network either. */
  readonly patroniUrl: string;
  readonly start: () => Promise<void>;
  readonly startEtcd: () => Promise<void>;
  /** Suspends all processes of PostgreSQL. Patroni goes on. Returns a function that resumes them. */
  readonly freezePostgres: () => () => void;
  readonly killPostgres: () => void;
  /** Kills PostgreSQL and Patroni, as if the machine lost power. */
  readonly kill: () => Promise<void>;
  /** Drops everything between this server and others. Returns a function that ends the cut. */
  readonly cutNetwork: () => () => void;
  readonly killEtcd: () => Promise<void>;
  /** Kills everything. */
  readonly dismantle: () => void;
}

const names = ['db-1', 'db-2', 'db-3'];

/** Sends a signal to processes, except those that have ended. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

/** Set to a folder, in which the programs then write their logs. */
const logFolder = process.env['CLUSTER_LOGS'];

/** Writes what a program says to a file, or discards it. */
export function keepLog(child: ChildProcess, name: string): ChildProcess {
  if (logFolder === undefined) child.stderr?.resume();
  else {
    mkdirSync(logFolder, { recursive: true });
    child.stderr?.pipe(createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' }));
  }
  return child;
}

const pidOf = (child: ChildProcess | undefined): readonly number[] =>
  child?.pid !== undefined && isRunning(child) ? familyOf(child.pid) : [];

const suspend = (pids: readonly number[]) => {
  signalAll(pids, 'SIGSTOP');
  return () => signalAll(pids, 'SIGCONT');
};
const ended = async (child: ChildProcess | undefined): Promise<void> => {
  child?.kill('SIGKILL');
  if (child !== undefined) await waitForExit(child);
};

/**
 * Prepares a database server with the files of deploy/cluster. Its PostgreSQL, its Patroni and its way to etcd lie behind
 * an HAProxy of its own: while this HAProxy is suspended, everything that is sent is dropped.
 * @param patroniFile changes the file patroni.yml
 */
export async function databaseNode(
  machine: TestHost,
  addresses: Addresses,
  name: string,
  patroniFile: (file: string) => string,
): Promise<DatabaseNode> {
  const folder = join(machine.directory, name);
  // The programs run as another user than root, who must own the folder.
  await machine.run('env', 'mkdir', folder);
  const own = (file: string): string => file.replaceAll('db-1', name);
  const inside = (address: string): string => `${name} inside ${address}`;
  const port = await addresses.port(inside(`${name}:5432`));
  const patroniPort = await addresses.port(inside(`${name}:8008`));
  const dataDirectory = join(folder, 'data');

  const etcdVariables = async (): Promise<readonly string[]> => {
    const file = `${own(await shipped('cluster/server.env'))}\n${await shipped('cluster/etcd.env')}`;
    const filled = await addresses.fillIn(replaced(file, { '/var/lib/etcd/portcullis': join(folder, 'etcd') }));
    return variablesIn(filled).filter((line) => line.startsWith('ETCD_'));
  };
  const patroniVariables = async (): Promise<readonly string[]> => {
    const file = replaced(own(await shipped('cluster/server.env')), {
      [`LISTEN=${name}:8008`]: `LISTEN=127.0.0.1:${patroniPort}`,
      [`LISTEN=${name}:5432`]: `LISTEN=127.0.0.1:${port}`,
      'SUPERUSER_PASSWORD=change-me': `SUPERUSER_PASSWORD=${passwords.superuser}`,
      'REPLICATION_PASSWORD=change-me': `REPLICATION_PASSWORD=${passwords.replication}`,
    });
    return variablesIn(await addresses.fillIn(file)).filter((line) => line.startsWith('PATRONI_'));
  };
  const writePatroniFile = async (): Promise<string> => {
    const file = replaced(patroniFile(await shipped('cluster/patroni.yml')), {
      '/var/lib/postgresql/15/portcullis': dataDirectory,
      'bin_dir: /usr/lib/postgresql/15/bin': `bin_dir: ${machine.folderOf('postgres')}`,
      '/var/lib/postgresql/pgpass-portcullis': join(folder, 'pgpass'),
      '/var/run/postgresql': folder,
      // Tests have no watchdog device.
      'mode: required': 'mode: off',
      // Otherwise Patroni would ask etcd for its addresses, which do not lead through the network that is cut.
      'etcd:\n': 'etcd:\n  use_proxies: true\n',
    });
    const path = join(folder, 'patroni.yml');
    await writeFile(path, await addresses.fillIn(file, inside));
    return path;
  };

  let [network, etcd, patroni]: (ChildProcess | undefined)[] = [];
  const startNetwork = async (): Promise<void> => {
    const ways: Readonly<Record<string, string>> = {
      [`${name}:5432`]: inside(`${name}:5432`),
      [`${name}:8008`]: inside(`${name}:8008`),
      ...Object.fromEntries(names.map((each) => [inside(`${each}:2379`), `${each}:2379`])),
    };
    let file =
      'global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 5s\n  timeout client 1h\n  timeout server 1h\n';
    for (const [index, [from, to]] of Object.entries(ways).entries())
      file += `listen way-${index}\n  bind 127.0.0.1:${await addresses.port(from)}\n  server to 127.0.0.1:${await addresses.port(to)}\n`;
    const path = join(folder, 'network.cfg');
    await writeFile(path, file);
    network = keepLog(machine.start('haproxy', '-db', '-f', path), `${name}-network`);
  };
  const startEtcd = async (): Promise<void> => {
    etcd = keepLog(machine.start('env', ...(await etcdVariables()), 'etcd'), `${name}-etcd`);
  };
  const startPatroni = async (): Promise<void> => {
    const path = await writePatroniFile();
    patroni = keepLog(machine.start('env', ...(await patroniVariables()), 'patroni', path), `${name}-patroni`);
  };
  /** PostgreSQL does not end with Patroni, so its processes are found through its own file. */
  const postgres = (): readonly number[] => {
    try {
      const pid = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? familyOf(pid) : [];
    } catch {
      return [];
    }
  };
  await startNetwork();
  await startEtcd();
  return {
    name,
    url: `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/portcullis`,
    patroniUrl: `http://127.0.0.1:${patroniPort}`,
    start: async () => {
      if (network === undefined || !isRunning(network)) await startNetwork();
      await startPatroni();
    },
    startEtcd,
    freezePostgres: () => suspend(postgres()),
    killPostgres: () => signalAll(postgres(), 'SIGKILL'),
    kill: async () => {
      const pids = postgres();
      await Promise.all([ended(network), ended(patroni)]);
      signalAll(pids, 'SIGKILL');
      await until('PostgreSQL has ended', async () => postgres().length === 0);
    },
    cutNetwork: () => suspend(pidOf(network)),
    killEtcd: () => ended(etcd),
    dismantle: () => {
      const pids = [...pidOf(patroni), ...pidOf(etcd), ...pidOf(network), ...postgres()];
      signalAll(pids, 'SIGKILL');
    },
  };
}
