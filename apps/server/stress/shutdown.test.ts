import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { unique } from '../test/support/service.ts';
import { tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster, type ServerProcess } from './support/processes.ts';

const rounds = 20;
const everyMs = 5;
const connections = 64;
const beforeMs = 1500;
const limitMs = 10_000;

/**
 * The result of a request. A request with a refused connection or a 503 does not count as lost, because a proxy would send
 * it to another server.
 */
type End = number | 'refused' | `lost: ${string}`;

/** Sends a request every 5 ms over keep-alive connections, without waiting for earlier responses. */
function loadOn({ url, api }: ServerProcess, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const ends: Promise<End>[] = [];
  const reads = ['/api/auth/permissions', '/api/menus/user-routes', '/api/tags/popular'];
  const send = (): Promise<End> =>
    new Promise((resolve) => {
      // Every fourth request writes.
      const path = reads[ends.length % 4];
      const body = path === undefined ? JSON.stringify({ name: unique() }) : '';
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      };
      const method = path === undefined ? 'POST' : 'GET';
      const sent = request(`${url}${path ?? '/api/tags'}`, { method, agent, headers }, (response) => {
        response.on('error', (error) => resolve(`lost: ${error.message}`));
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve(error.code === 'ECONNREFUSED' ? 'refused' : `lost: ${error.code ?? error.message}`),
      );
      sent.end(body);
    });
  const timer = setInterval(() => ends.push(send()), everyMs);
  return {
    api,
    end: async (): Promise<readonly End[]> => {
      clearInterval(timer);
      const all = await Promise.all(ends);
      agent.destroy();
      return all;
    },
  };
}

describe('SIGTERM under load', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it(`loses none of 200 requests per second, and ends the process with code 0 within 10 s (${rounds} times)`, async () => {
    const all: End[] = [];
    const codes: (number | string)[] = [];
    let longest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await cluster.start();
      const load = loadOn(server, cluster.admin.token ?? '');
      await sleep(beforeMs);
      const began = performance.now();
      codes.push((await server.stop()) ?? 'killed');
      longest = Math.max(longest, performance.now() - began);
      all.push(...(await load.end()));
    }
    const seen = tally(all);
    const lost = all.filter((end) => typeof end === 'string' && end !== 'refused');
    printMeasurement(`shutdown: ends of the requests of ${rounds} rounds`, JSON.stringify(seen));
    printMeasurement('shutdown: requests lost', lost.length);
    printMeasurement('shutdown: exit codes', JSON.stringify(tally(codes)));
    printMeasurement('shutdown: slowest end, ms', longest);
    expect(lost).to.deep.equal([]);
    expect(Object.keys(seen)).to.have.members(['200', '201', '503', 'refused']);
    expect(codes).to.deep.equal(codes.map(() => 0));
    expect(longest).to.be.below(limitMs);
  });
});
