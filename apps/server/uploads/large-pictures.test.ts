import { expect } from 'chai';
import { startLatencyMonitor, summaryOf } from '../stress/support/latency-monitor.ts';
import { inParallel } from '../stress/support/load.ts';
import { startCluster, type Cluster } from '../stress/support/processes.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { until } from '../test/support/machine.ts';
import { familyOf } from '../test/support/process-tree.ts';
import { testFiles } from './support/files.ts';
import { residentMegabytes, watchMemory } from './support/memory.ts';
import { allFiles, uploadPatiently } from './support/upload.ts';

const count = Number(process.env['LARGE_PICTURES'] ?? 100);
const mostMegabytes = 1.2 * 1024;
/** The longest time of other requests beyond that of the machine itself, in milliseconds. */
const allowedMs = 50;

describe(`${count} pictures of 40 megapixels that are uploaded at once`, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster.stop());

  it('need at most 1.2 GB of memory above rest, and delay other requests by at most 50 ms', async () => {
    const { servers, admin } = cluster;
    const [server] = servers;
    const { photograph } = await testFiles();
    const picture = await photograph(7300, 5480);
    const rest = residentMegabytes(familyOf(server.pid));
    const monitor = await startLatencyMonitor();
    const memory = watchMemory(() => familyOf(server.pid));
    const start = performance.now();
    const monitored = await monitor.during(server, admin.token ?? '', async () => {
      const responses = await inParallel(count, count, (index) =>
        uploadPatiently(admin, Buffer.concat([picture, Buffer.from(`picture ${index}`)]), `photo-${index}.jpg`),
      );
      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([201]));
      await until(
        'every picture has its variants',
        async () => (await allFiles(admin)).every(({ variants }) => variants.length === 5),
        900_000,
      );
    });
    const seconds = (performance.now() - start) / 1000;
    monitor.stop();
    const { peakOfAllMegabytes } = await memory.end();
    const { p99, max, machineP99, machineMax, failures, requests } = summaryOf([monitored]);
    printMeasurement('seconds until all variants were made', seconds);
    printMeasurement('most memory above rest, MB', peakOfAllMegabytes - rest);
    printMeasurement('other requests: p99 and most ms', `${p99}, ${max}`);
    printMeasurement('requests to an idle process: p99 and most ms', `${machineP99}, ${machineMax}`);
    printMeasurement('other requests, failed ones', `${requests}, ${failures}`);
    expect(peakOfAllMegabytes - rest).to.be.at.most(mostMegabytes);
    expect(p99 - machineP99).to.be.at.most(allowedMs);
  });
});
