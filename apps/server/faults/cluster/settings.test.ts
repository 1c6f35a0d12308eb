import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { printMeasurement } from '../../test/support/figure.ts';
import { startDatabaseCluster, type DatabaseCluster } from './support/database-cluster.ts';
import { replaced } from './support/shipped-files.ts';

/** How long a plain client waits for a commit, in milliseconds. */
const patienceMs = 4000;

async function withCluster(
  changed: Readonly<Record<string, string>>,
  use: (cluster: DatabaseCluster) => Promise<void>,
): Promise<void> {
  const cluster = await startDatabaseCluster({ migrates: false, patroni: (file) => replaced(file, changed) });
  try {
    await cluster.ask('CREATE TABLE written (n serial)');
    await use(cluster);
  } finally {
    await cluster.dismantle();
  }
}

const writes = async ({ ask }: DatabaseCluster): Promise<boolean> =>
  Promise.race([
    ask('INSERT INTO written DEFAULT VALUES').then(
      () => true,
      () => false,
    ),
    sleep(patienceMs, false),
  ]);

/** Waits until the primary has noticed a fault. */
const notice = (): Promise<void> => sleep(25_000);

/** The settings of deploy/cluster/patroni.yml, and what other values would change (docs/cluster.md). */
describe('Settings of Patroni', function () {
  this.timeout(400_000);

  for (const [strict, remains] of [
    ['false', true],
    ['true', false],
  ] as const) {
    it(`synchronous_mode_strict: ${strict}: the last server ${remains ? 'goes on' : 'commits nothing'}`, () =>
      withCluster({ 'synchronous_mode_strict: false': `synchronous_mode_strict: ${strict}` }, async (cluster) => {
        const leader = await cluster.nodeWith('leader');
        for (const node of cluster.nodes) if (node !== leader) await node.kill();
        await notice();
        expect(await writes(cluster)).to.equal(remains);
      }));
  }

  for (const [failsafe, remains] of [
    ['false', false],
    ['true', true],
  ] as const) {
    it(`failsafe_mode: ${failsafe}: without etcd, the primary ${remains ? 'goes on' : 'accepts no writes'}`, () =>
      withCluster({ 'failsafe_mode: false': `failsafe_mode: ${failsafe}` }, async (cluster) => {
        expect(await writes(cluster)).to.equal(true);
        for (const node of cluster.nodes) await node.killEtcd();
        await notice();
        expect(await writes(cluster)).to.equal(remains);
        for (const node of cluster.nodes) await node.startEtcd();
        await cluster.becomeComplete('the return of etcd');
        expect(await writes(cluster)).to.equal(true);
      }));
  }

  for (const [ttl, loopWait, retryTimeout] of [
    [20, 3, 8],
    [12, 2, 5],
  ] as const) {
    it(`ttl: ${ttl}: a primary that is cut off is replaced after about that time`, () =>
      withCluster(
        {
          'ttl: 20': `ttl: ${ttl}`,
          'loop_wait: 3': `loop_wait: ${loopWait}`,
          'retry_timeout: 8': `retry_timeout: ${retryTimeout}`,
        },
        async (cluster) => {
          const former = await cluster.nodeWith('leader');
          const began = performance.now();
          const end = former.cutNetwork();
          try {
            while ((await cluster.nodeWith('leader')) === former || !(await writes(cluster))) await sleep(200);
            printMeasurement(`seconds until another primary writes, ttl ${ttl}`, (performance.now() - began) / 1000);
          } finally {
            end();
          }
        },
      ));
  }
});
