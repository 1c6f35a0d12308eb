import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { figure } from '../test/support/figure.ts';
import { aPerson } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { askOn, largeContent, readOn } from './support/large-readers.ts';
import { quantile } from './support/load.ts';
import { startCluster, type Cluster } from './support/processes.ts';
import type { Reading } from './support/reader.ts';

const seconds = 20;
const megabyte = 2 ** 20;
/** What requests may take longer than those of an idle process on the same machine meanwhile. */
const beyondMachineMs = 50;
const residentLimitMb = 400;

describe('Readers of large contents (§8)', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  /** Times of requests to some addresses, each asked by a thread of its own. */
  async function meanwhile(urls: readonly string[], token: string): Promise<readonly (readonly number[])[]> {
    return Promise.all(
      urls.map(async (url) => {
        const workerData: Reading = { url, token, seconds };
        const [times]: number[][] = await once(
          new Worker(new URL('support/reader.js', import.meta.url), { workerData }),
          'message',
        );
        return times ?? [];
      }),
    );
  }

  it('and clients that do not read hold nobody up', async () => {
    const [server, idle] = cluster.servers;
    const { accessToken: token } = await openSession(cluster.api, await aPerson(cluster));
    const path = await largeContent(cluster.admin.at(idle.url), 20 * megabyte);
    const readers = { url: server.url, path, addresses: 4 };
    const end = new AbortController();
    const reading = readOn({ ...readers, count: 100 }, end.signal);
    const asking = askOn({ ...readers, count: 300 }, end.signal);
    let resident = 0;
    const watching = setInterval(() => (resident = Math.max(resident, server.residentMb())), 200);
    const stopWatching = await server.watchLoop();
    const [permissions = [], ready = [], machine = []] = await meanwhile(
      [`${server.url}/api/auth/permissions`, `${server.url}/api/health/ready`, `${idle.url}/api/auth/permissions`],
      token,
    );
    const { p99, max } = await stopWatching();
    clearInterval(watching);
    end.abort();
    const [{ outcomes, bytes }, cut] = await Promise.all([reading, asking]);
    const own = quantile(machine, 0.99);
    figure('100 readers of 20 MB, by outcome', JSON.stringify(outcomes));
    figure('what they read: MB/s', bytes / megabyte / seconds);
    figure('connections of 300 who do not read that were closed', cut);
    figure('median, p99 ms of an idle process meanwhile', `${quantile(machine, 0.5).toFixed(1)}, ${own.toFixed(1)}`);
    for (const [name, times] of [
      ['access checks', permissions],
      ['looks at the readiness', ready],
    ] as const) {
      const [half, most] = [quantile(times, 0.5), quantile(times, 0.99)];
      figure(`median, p99 ms of ${times.length} ${name} meanwhile`, `${half.toFixed(1)}, ${most.toFixed(1)}`);
    }
    figure('event loop delay: p99, max ms', `${p99.toFixed(1)}, ${max.toFixed(1)}`);
    figure('most resident memory: MB', resident);
    for (const times of [permissions, ready]) {
      expect(quantile(times, 0.99)).to.be.below(own + beyondMachineMs);
      expect(times.filter((time) => time === Infinity)).to.deep.equal([]);
    }
    expect(outcomes['200']).to.be.above(0);
    expect(resident).to.be.below(residentLimitMb);
  });
});
