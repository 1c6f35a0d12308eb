import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../test/support/machine.ts';
import { workersOf } from '../../../test/support/workers.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { DatabaseNode } from './database-node.ts';
import type { Site } from './site.ts';

/** A fault of one part of the installation. It lasts until `strike` resolves, and may have effects after that. */
interface Fault {
  readonly name: string;
  readonly strike: (site: Site) => Promise<void>;
}

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** Power is back after this time, in milliseconds. */
const powerMs = (): number => between(2000, 8000);
/**
 * How long something hangs, in milliseconds: sometimes so short that the primary remains the primary, sometimes so long
 * that another server takes over.
 */
const hangMs = (): number => (Math.random() < 0.4 ? between(2000, 12_000) : between(30_000, 40_000));

async function losePower(nodes: readonly DatabaseNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await sleep(powerMs());
  for (const node of nodes) await node.start();
}

async function hang(begin: () => () => void): Promise<void> {
  const end = begin();
  try {
    await sleep(hangMs());
  } finally {
    end();
  }
}

/** Changes the primary as an operator does. */
const switchOver = ({ nodeWith }: DatabaseCluster): Promise<void> =>
  until('the primary is another server', async () => {
    const [leader, candidate] = [await nodeWith('leader'), await nodeWith('sync_standby')];
    const body = JSON.stringify({ leader: leader.name, candidate: candidate.name });
    return (await fetch(`${leader.patroniUrl}/switchover`, { method: 'POST', body })).ok;
  });

const fault = (name: string, strike: Fault['strike']): Fault => ({ name, strike });

const faults: readonly Fault[] = [
  fault('switch-over', ({ databases }) => switchOver(databases)),
  fault('PostgreSQL of the primary killed', async ({ databases }) =>
    (await databases.nodeWith('leader')).killPostgres(),
  ),
  fault('primary without power', async ({ databases }) => losePower([await databases.nodeWith('leader')])),
  fault('primary and a standby without power', async ({ databases: { nodeWith } }) =>
    losePower([await nodeWith('leader'), await nodeWith(Math.random() < 0.5 ? 'sync_standby' : 'replica')]),
  ),
  fault('PostgreSQL of the primary frozen', async ({ databases }) =>
    hang((await databases.nodeWith('leader')).freezePostgres),
  ),
  fault('network of the primary cut', async ({ databases }) => hang((await databases.nodeWith('leader')).cutNetwork)),
  fault('HAProxy killed', async ({ databases: { balancers } }) => {
    const balancer = balancers[Math.random() < 0.5 ? 0 : 1];
    await balancer.kill();
    await sleep(1000);
    balancer.start();
  }),
  fault('worker killed', async ({ servers }) => {
    const pid = servers[Math.random() < 0.5 ? 0 : 1].pid();
    const [worker] = pid === undefined ? [] : workersOf({ pid });
    if (worker !== undefined) process.kill(worker, 'SIGKILL');
  }),
  fault('etcd without its leader', async ({ databases }) => {
    const leader = await databases.etcdLeader();
    await leader.killEtcd();
    await sleep(powerMs());
    await leader.startEtcd();
  }),
];

/** Returns all faults in a random order, again and again. */
export function* randomFaults(): Generator<Fault, never> {
  for (;;) {
    const rest = [...faults];
    while (rest.length > 0) {
      const [next] = rest.splice(Math.floor(Math.random() * rest.length), 1);
      if (next !== undefined) yield next;
    }
  }
}
