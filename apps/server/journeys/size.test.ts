import { expect } from 'chai';
import { openMonitoredTab } from '../test/support/browser.ts';
import { useServiceAndBrowser } from './support/stage.ts';

const allowedBytes = 80 * 1024;
const allowedMs = 1_000;
const attempts = 5;

describe('The first page of the console', () => {
  const stage = useServiceAndBrowser();

  it('loads at most 80 KB with gzip before the first interaction', async () => {
    const { page } = await stage.open();
    const loaded = new Set<string>();
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/admin')) loaded.add(response.url());
    });
    await page.goto('/admin/', { waitUntil: 'networkidle' });
    await page.getByLabel('Username or e-mail').waitFor();
    let bytes = 0;
    for (const url of loaded) {
      const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } });
      bytes += Number(response.headers.get('Content-Length'));
      await response.arrayBuffer();
    }
    console.log(`      ${loaded.size} files, ${(bytes / 1024).toFixed(1)} KB as gzip`);
    expect(loaded.size).to.be.greaterThan(2);
    expect(bytes).to.be.greaterThan(0).and.below(allowedBytes);
  });

  it('is painted within 1 s on a processor at a quarter of its speed', async () => {
    const times: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Each page is closed after its measurement, because an open page uses processor time.
      const { page, close } = await openMonitoredTab(stage.browser(), stage.service().api.url);
      const tools = await page.context().newCDPSession(page);
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto('/admin/');
      await page.getByLabel('Username or e-mail').waitFor();
      times.push(
        await page.evaluate<number>(
          `new Promise((resolve) => new PerformanceObserver((list) => {
            for (const entry of list.getEntriesByName('first-contentful-paint')) resolve(entry.startTime);
          }).observe({ type: 'paint', buffered: true }))`,
        ),
      );
      await close();
    }
    console.log(`      first contentful paint: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    expect(Math.min(...times)).to.be.below(allowedMs);
  });
});
