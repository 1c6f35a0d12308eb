import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { temporaryDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { createClient, type Client } from '@portcullis/client';
import { expect } from 'chai';
import { launchBrowser, openMonitoredTab } from '../test/support/browser.ts';
import { heading, logIn, openScreen } from '../test/support/console.ts';
import { printMeasurement } from '../test/support/figure.ts';
import type { Process } from '../test/support/process.ts';
import { passed } from '../test/support/readmes.ts';
import { itOnPostgres, itWith } from '../test/support/requirements.ts';
import { run } from '../test/support/run.ts';
import { packPackages } from '../test/support/tarballs.ts';
import { createTwoRoles } from '../test/support/two-roles.ts';
import { install, startInstalled } from './support.ts';

const administrator = { username: 'admin', password: 'first-administrator-1' };
const modules = ['--modules', './dist/src/modules.js'];
const draft = { name: 'Website', status: 'planned', members: 2 };

interface Project {
  readonly id: string;
  readonly version: number;
}

async function logInAt(url: string): Promise<Client> {
  const client = createClient({ baseUrl: url });
  await client.login(administrator);
  return client;
}

describe('A project that create-portcullis makes outside the repository', () => {
  let parent: string;
  let project: string;
  let start: number;
  let service: Process;

  before(async () => {
    const tarballs = await packPackages();
    parent = await mkdtemp(join(tmpdir(), 'portcullis-'));
    start = performance.now();
    const create = ['-y', '-p', tarballs.of('packages/create-portcullis'), 'create-portcullis', 'shop-service'];
    await run(parent, 'npx', [...create, '--prefix', 'shop', '--packages', tarballs.folder]);
    project = join(parent, 'shop-service');
    await install(project);
    await run(project, 'npm', ['run', 'build']);
    service = startInstalled(project, { ADMIN_PASSWORD: administrator.password, DATA_DIR: 'data' }, ...modules);
    await service.listening;
  });
  after(async () => {
    await service?.stop();
    await rm(parent, { recursive: true });
  });

  itWith(['chromium'], 'shows an entry and its event in the console', async () => {
    const url = await service.listening;
    const { id } = await (await logInAt(url)).request<Project>('post', '/api/shop/projects', { body: draft });
    const browser = await launchBrowser();
    if (browser === undefined) return expect.fail('The browser is not installed.');
    const { page, complaints, close } = await openMonitoredTab(browser, url);
    try {
      await logIn(page, administrator);
      await openScreen(page, 'Projects');
      await page.getByRole('link', { name: draft.name }).waitFor();
      printMeasurement('seconds from npm create to the entry in the console', (performance.now() - start) / 1000);
      await page.getByRole('link', { name: draft.name }).click();
      await page.waitForURL(new RegExp(id));
      await heading(page, draft.name).waitFor();
      await page.getByText('Project created').waitFor();
      expect(complaints).to.deep.equal([]);
    } finally {
      await close();
      await browser.close();
    }
  });

  it('passes its own tests', async () => {
    expect(await run(project, 'npm', ['test'])).to.match(passed);
  });

  it('prints the types of its routes', async () => {
    await run(project, 'npm', ['run', 'types']);
    expect(await run(project, 'grep', ['--count', '/api/shop/projects', 'api-types.d.ts'])).to.match(/^[1-9]/);
  });

  itOnPostgres('runs as two processes with a role that owns no tables', async (adminUrl) => {
    const database: TemporaryDatabase = await temporaryDatabase(adminUrl);
    const roles = await createTwoRoles(database.url);
    const processes: Process[] = [];
    try {
      const owner = { DATABASE_URL: roles.asOwner(database.url) };
      expect(await run(project, 'npm', ['run', 'migrate'], owner)).to.match(/ShopProject/);
      await roles.restrict(database.url);
      const variables = {
        DATABASE_URL: roles.asService(database.url),
        ADMIN_PASSWORD: administrator.password,
        JWT_SECRET: 'a secret that only tests use, of 256 bits',
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      };
      processes.push(startInstalled(project, variables, ...modules));
      const first = await logInAt((await processes[0]?.listening) ?? '');
      processes.push(startInstalled(project, variables, ...modules));
      const second = await logInAt((await processes[1]?.listening) ?? '');

      const { id } = await first.request<Project>('post', '/api/shop/projects', { body: draft });
      const params = { path: { id }, header: { 'If-Match': '"1"' } };
      const change = { params, body: { status: 'active' } };
      const path = '/api/shop/projects/{id}';
      expect(await second.request<Project>('patch', path, change)).to.include({ status: 'active', version: 2 });
      const stale = await first.request('patch', path, change).catch((error: unknown) => error);
      expect(stale).to.include({ status: 412, reason: 'version-changed' });
      const { items } = await first.get('/api/events', { params: { query: { subjectId: id } } });
      expect(items.map(({ type }) => type)).to.deep.equal(['shop.project.updated', 'shop.project.created']);
    } finally {
      await Promise.all(processes.map(({ stop }) => stop()));
      await database.drop();
      await roles.drop();
    }
  });
});
