import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { head, openSocket } from '../test/support/raw-socket.ts';
import { inParallel, quantile, timed } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';

const sockets = 2000;
const everyMs = 5000;
const limitMs = 20_000;
/** Delays below this value, in milliseconds, are too small for a comparison. */
const noticeableMs = 10;

describe('Slow clients', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  /** Sends requests of other clients, and returns their response times, in milliseconds. */
  const others = (times: number): Promise<readonly number[]> =>
    inParallel(times, 4, () => timed(() => cluster.admin.get('/auth/permissions')));

  const kinds: Readonly<Record<string, string>> = {
    headers: 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
    bodies: head('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000'),
  };

  for (const [kind, begin] of Object.entries(kinds)) {
    it(`that send a byte of their ${kind} every 5 s are disconnected within 20 s and do not delay other clients`, async () => {
      const { url } = cluster.servers[0];
      await others(500);
      const baseline = quantile(await others(3000), 0.99);
      const slow = await inParallel(sockets, 100, () => openSocket(url));
      const start = performance.now();
      const lifetimes = slow.map((socket) => lifetimeOf(socket, begin));
      const meanwhile = quantile(await others(3000), 0.99);
      const closed = await Promise.race([Promise.all(lifetimes), sleep(limitMs + 5000)]);
      for (const socket of slow) socket.destroy();
      const longest = closed === undefined ? performance.now() - start : Math.max(...closed);
      printMeasurement(`slow ${kind}: last of ${sockets} closed after s`, longest / 1000);
      printMeasurement(
        `slow ${kind}: p99 ms of the others, before and meanwhile`,
        `${baseline.toFixed(1)}, ${meanwhile.toFixed(1)}`,
      );
      expect(longest).to.be.below(limitMs);
      expect(meanwhile).to.be.below(Math.max(2 * baseline, noticeableMs));
    });
  }
});

/** Sends a byte every 5 s. Returns the time until the service closes the connection, in milliseconds. */
async function lifetimeOf(socket: Socket, begin: string): Promise<number> {
  const start = performance.now();
  socket.resume();
  socket.write(begin);
  const timer = setInterval(() => socket.write('x'), everyMs);
  await once(socket, 'close');
  clearInterval(timer);
  return performance.now() - start;
}
