import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inParallel, quantile } from '../stress/support/load.ts';
import { startCluster, type Cluster } from '../stress/support/processes.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { testFiles } from './support/files.ts';
import { allFiles, readFile, upload } from './support/upload.ts';

const rounds = 9;
const requests = 3000;
const connections = 16;
/** The share of the speed of a plain file server. */
const leastShare = 0.8;

describe('A variant of a picture', () => {
  let cluster: Cluster;
  let folder: string;
  before(async () => {
    cluster = await startCluster();
    folder = await mkdtemp(join(tmpdir(), 'portcullis-files-'));
  });
  after(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  it('is served at least 0.8 times as fast as a plain file server serves it', async () => {
    const { admin } = cluster;
    const { photograph } = await testFiles();
    await upload(admin, await photograph(1600, 1200), 'photo.jpg');
    await until('the picture has its variants', async () => (await allFiles(admin))[0]?.variants.length === 5);
    const [file] = await allFiles(admin);
    const small = file?.variants.find(({ preset }) => preset === 'small')?.url ?? '';
    const path = join(folder, 'small.jpg');
    const { bytes } = await readFile(admin.url, small);
    await writeFile(path, bytes);
    // The simplest server that streams a file with the headers of a file server.
    const plain = createServer((_request, response) => {
      void (async () => {
        const { size, mtime } = await stat(path);
        response.setHeader('Content-Type', 'image/jpeg');
        response.setHeader('Content-Length', size);
        response.setHeader('Last-Modified', mtime.toUTCString());
        createReadStream(path).pipe(response);
      })();
    }).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const address = plain.address();
    const plainUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const url = new URL(small, admin.url).href;
    const speeds: { readonly service: number; readonly plain: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const measured = { service: await speedOf(url, bytes.length), plain: await speedOf(plainUrl, bytes.length) };
      // The first round warms up.
      if (round > 0) speeds.push(measured);
    }
    plain.closeAllConnections();
    plain.close();
    const share = quantile(
      speeds.map((each) => each.service / each.plain),
      0.5,
    );
    printMeasurement('bytes of the variant', bytes.length);
    printMeasurement(
      'requests per second',
      quantile(
        speeds.map(({ service }) => service),
        0.5,
      ),
    );
    printMeasurement(
      'requests per second of a plain file server',
      quantile(
        speeds.map((each) => each.plain),
        0.5,
      ),
    );
    printMeasurement('share of the plain file server', share);
    expect(share).to.be.at.least(leastShare);
  });
});

/** Returns how many requests per second are served. */
async function speedOf(url: string, size: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  await inParallel(requests, connections, async () => {
    const received = await new Promise<number>((resolve, reject) => {
      get(url, { agent }, (response) => {
        let count = 0;
        response.on('data', (chunk: Buffer) => (count += chunk.length));
        response.once('end', () => resolve(count));
        response.once('error', reject);
      }).once('error', reject);
    });
    expect(received).to.equal(size);
  });
  agent.destroy();
  return (requests * 1000) / (performance.now() - start);
}
