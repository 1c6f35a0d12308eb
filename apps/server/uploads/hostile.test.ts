import { expect } from 'chai';
import { startLatencyMonitor, summaryOf } from '../stress/support/latency-monitor.ts';
import { startCluster, type Cluster } from '../stress/support/processes.ts';
import { familyOf } from '../test/support/process-tree.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { testFiles } from './support/files.ts';
import { watchMemory } from './support/memory.ts';
import { allFiles, upload } from './support/upload.ts';

const count = Number(process.env['HOSTILE_FILES'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 38);
/** The most memory of a process that reads files, in megabytes. */
const mostMegabytes = 512;
/** The longest time of other requests beyond that of the machine itself, in milliseconds. */
const allowedMs = 50;

describe(`${count} hostile files that are uploaded`, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster({ MEDIA_MAX_BYTES: '40MB' });
  });
  after(() => cluster.stop());

  it('are stored or refused, within the memory bound, while other requests are served', async () => {
    const { servers, admin } = cluster;
    const [server] = servers;
    const { hostileFiles } = await testFiles();
    const monitor = await startLatencyMonitor();
    const memory = watchMemory(() => familyOf(server.pid).slice(1));
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    // Each file is made before it is sent, because making it keeps this process busy.
    const monitored = await monitor.during(server, admin.token ?? '', async () => {
      for await (const { name, content } of hostileFiles(count, seed)) {
        const { status, reason } = await upload(admin, content, name);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (![200, 201, 413, 415, 422].includes(status)) failures.push(`${name}: ${status} ${reason}`);
      }
    });
    monitor.stop();
    const { peakOfOneMegabytes } = await memory.end();
    const { p99, max, machineP99, machineMax, failures: others, requests } = summaryOf([monitored]);
    printMeasurement('statuses', [...statuses].map(([status, times]) => `${status}: ${times}`).join(', '));
    printMeasurement('most memory of a process for files, MB', peakOfOneMegabytes);
    printMeasurement('other requests: p99 and most ms', `${p99}, ${max}`);
    printMeasurement('requests to an idle process: p99 and most ms', `${machineP99}, ${machineMax}`);
    printMeasurement('other requests, failed ones', `${requests}, ${others}`);
    expect(failures).to.deep.equal([]);
    expect(peakOfOneMegabytes).to.be.at.most(mostMegabytes);
    expect(p99 - machineP99).to.be.at.most(allowedMs);
    expect(others).to.equal(0);
  });

  it('run nothing in Chromium, whether a page shows or includes them', async function () {
    const browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    const { admin } = cluster;
    const files = await allFiles(admin);
    const page = await browser.newPage();
    let executed = 0;
    await page.exposeFunction('report', () => (executed += 1));
    for (const { url } of files) {
      const address = new URL(url, admin.url).href;
      await page.goto(address).catch(() => undefined);
      if ((await page.title()) === 'executed') executed += 1;
    }
    await page.goto(`${admin.url}/api/health/live`);
    for (const { url } of files) {
      const address = new URL(url, admin.url).href;
      const title = await page.evaluate(includeEverywhere, address);
      if (title === 'executed') executed += 1;
    }
    await browser.close();
    printMeasurement('files that Chromium was given, executed ones', `${files.length}, ${executed}`);
    expect(executed).to.equal(0);
  });
});

/** The program of a page: includes a file as a script, a frame, a style sheet and a picture. Returns the page's title. */
const includeEverywhere = `async (address) => {
  const tags = { script: 'src', iframe: 'src', img: 'src', embed: 'src' };
  const elements = Object.entries(tags).map(([tag, attribute]) => {
    const element = document.createElement(tag);
    const loaded = new Promise((resolve) => { element.onload = element.onerror = resolve; setTimeout(resolve, 300); });
    element[attribute] = address;
    document.documentElement.append(element);
    return { element, loaded };
  });
  await Promise.all(elements.map(({ loaded }) => loaded));
  for (const { element } of elements) element.remove();
  return document.title;
}`;
