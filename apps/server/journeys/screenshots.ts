import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { readConfig } from '../src/config/config.ts';
import { startServer } from '../src/server.ts';
import { root } from '../test/architecture/files.ts';
import { launchBrowser, openMonitoredTab } from '../test/support/browser.ts';
import { printMeasurement } from '../test/support/figure.ts';
import { scannedLog } from '../test/support/scanned-log.ts';
import { settled } from './support/screens.ts';
import { setUp } from './support/set-up.ts';

/** The time at which the service starts, so that pictures of different days show the same dates. */
const start = Date.parse('2026-11-21T09:00:00Z');

const largestBytes = 200_000;

/** Moves the clock of this process or of a page by a number of milliseconds. */
function moveClock(offset: number): void {
  const real = Date;
  const now = (): number => real.now() + offset;
  const construct = (target: DateConstructor, given: readonly unknown[]): Date => {
    const made: unknown = Reflect.construct(target, given.length === 0 ? [now()] : given);
    return made instanceof target ? made : new target(now());
  };
  const get = (target: DateConstructor, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name);
    return name === 'now' ? now : value;
  };
  globalThis.Date = new Proxy(real, { construct, get });
}

/** For each picture in the docs, opens what it shows. */
const pictures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'console-overview': (page) => page.goto('/admin/overview'),
  'console-role': async (page) => {
    await page.goto('/admin/roles');
    await page.getByRole('link', { name: 'Editor (demo)' }).click();
  },
  'console-content': async (page) => {
    await page.goto('/admin/contents?search=Measuring+webhooks');
    await page.getByRole('link', { name: 'Measuring webhooks' }).click();
    await page.getByRole('button', { name: 'Side by side' }).click();
  },
};

const offset = start - Date.now();
moveClock(offset);
const directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
const server = await startServer(readConfig({ PORT: '0', DATA_DIR: directory }), scannedLog());
const browser = (await launchBrowser()) ?? expect.fail('The pictures need Chromium.');
try {
  const visit = await openMonitoredTab(browser, server.url, {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    timezoneId: 'UTC',
  });
  const { page } = visit;
  page.setDefaultTimeout(60_000);
  await page.addInitScript(moveClock, offset);
  await page.goto(`/admin/#setup=${server.setupToken}`);
  await setUp(page, { demoData: true });
  for (const [name, open] of Object.entries(pictures)) {
    await open(page);
    await settled(page);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(1_000);
    const path = join(root, 'docs/images', `${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    const { size } = await stat(path);
    printMeasurement(name, `${Math.ceil(size / 1000)} KB`);
    expect(size, path).to.be.below(largestBytes);
  }
  expect(visit.complaints).to.deep.equal([]);
} finally {
  await browser.close();
  await server.close();
  await rm(directory, { recursive: true });
}
