import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { aPerson } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { quantile, tally } from './support/load.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { startCluster, type Cluster } from './support/processes.ts';
import type { Reading } from './support/reader.ts';

const seconds = 30;
const megabyte = 2 ** 20;

const paragraph = 'Some *text* with `code`, [a link](https://example.com) and 中文, enough of it to fill a line.\n\n';
const repeated = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));

/** Large and slow documents, some of them of the maximum size. */
const documents: readonly string[] = [
  repeated(paragraph, 10 * megabyte),
  '['.repeat(200_000),
  repeated('# same\n', megabyte),
  `${'*a **a '.repeat(30_000)}${' a** a*'.repeat(30_000)}`,
  repeated('```ts\nconst answer: number = 42;\n```\n\n', 10 * megabyte),
  '`'.repeat(100_000),
  repeated('| a | b |\n|---|---|\n| 1 | 2 |\n\n', megabyte),
];

describe('Large and slow Markdown', () => {
  let cluster: Cluster;

  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it('does not delay other requests while it is converted', async () => {
    const [server] = cluster.servers;
    const { accessToken: token } = await openSession(cluster.api, await aPerson(cluster));
    const workerData: Reading = { url: `${server.url}/api/auth/permissions`, token, seconds };
    const writer = (await aPerson(cluster, ['MODERATOR'])).api.at(server.url);
    const stopWatching = await server.watchLoop();
    const end = performance.now() + seconds * 1000;
    const statuses: number[] = [];
    const write = async (first: number): Promise<void> => {
      for (let turn = first; performance.now() < end; turn += 1) {
        const contentMd = documents[turn % documents.length];
        statuses.push((await writer.post('/contents', { title: `Document ${turn}`, contentMd })).status);
      }
    };
    const reader = new Worker(new URL('support/reader.js', import.meta.url), { workerData });
    const [[times]] = await Promise.all([once(reader, 'message'), write(0), write(4)]);
    const { p99, max } = await stopWatching();
    printMeasurement('documents posted by two clients', JSON.stringify(tally(statuses)));
    const readP99 = quantile(times, 0.99);
    printMeasurement(`${times.length} reads meanwhile: p99 ms`, readP99);
    printMeasurement('event loop delay meanwhile: p99 ms', p99);
    printMeasurement('event loop delay meanwhile: max ms', max);
    expect(Object.keys(tally(statuses))).to.deep.equal(['201']);
    expect(p99).to.be.at.most(30);
    expect(readP99).to.be.at.most(50);
  });
});
