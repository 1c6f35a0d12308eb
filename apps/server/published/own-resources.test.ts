import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@portcullis/adapters-persistence';
import { connectDatabase } from '@portcullis/adapters-persistence/internal/database';
import { temporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { root } from '../test/architecture/files.ts';
import { apiAt, type Api } from '../test/support/api.ts';
import { launchBrowser, openMonitoredTab } from '../test/support/browser.ts';
import { aRole } from '../test/support/builders.ts';
import { logIn, openScreen } from '../test/support/console.ts';
import { documentServed } from '../test/support/contract.ts';
import { until } from '../test/support/machine.ts';
import type { Process } from '../test/support/process.ts';
import { passed } from '../test/support/readmes.ts';
import { expectEventsOfWrites } from '../test/support/recorded-writes.ts';
import { itOnPostgres, itWith } from '../test/support/requirements.ts';
import { run } from '../test/support/run.ts';
import { administrator, aPerson, aUserWithRoles, logInAs, unique } from '../test/support/service.ts';
import { aStream } from '../test/support/streams.ts';
import { packPackages } from '../test/support/tarballs.ts';
import { createTwoRoles } from '../test/support/two-roles.ts';
import { Receiver } from '../test/webhooks/receiver.ts';
import { install, startInstalled } from './support.ts';

const exercise = join(root, 'apps/server/test/exercise');
const files = join(exercise, 'shop');
const modules = ['--modules', './dist/src/modules.js'];
const hidden = 'Unseen project';

interface Project {
  readonly id: string;
  readonly version: number;
}

const draftOf = (ownerId: string, name = unique('Project ')) => ({ name, ownerId, status: 'active', members: 2 });

/** Uses the resources of the project at one or two processes of the service. */
async function useResources(urls: readonly [string, string], receiver: Receiver): Promise<void> {
  for (const url of urls) await documentServed(url);
  const [api, other] = [apiAt(urls[0]), apiAt(urls[1])];
  const admin = await logInAs(api, administrator);
  const atOther = admin.at(urls[1]);
  const { data: self } = await admin.get<{ id: string }>('/auth/profile');
  const hook = { url: receiver.url, types: ['shop.project.closed'], description: 'closed projects' };
  expect((await admin.post('/webhooks', hook)).status).to.equal(201);
  const stream = await aStream(atOther);

  const created = await admin.post<Project>('/shop/projects', draftOf(self.id));
  expect(created.status, created.message).to.equal(201);
  const path = `/shop/projects/${created.data.id}/close`;
  expect(await atOther.post(path, {}, { 'If-Match': '"1"' })).to.include({ status: 200 });
  expect(await admin.post(path, {}, { 'If-Match': '"1"' })).to.include({ status: 412, reason: 'version-changed' });
  const { data: own } = await atOther.get<{ items: readonly { id: string; status: string }[] }>('/shop/own-projects');
  expect(own.items.map(({ id, status }) => [id, status])).to.deep.equal([[created.data.id, 'closed']]);
  const types = [(await stream.next())?.type, (await stream.next())?.type];
  expect(types).to.deep.equal(['shop.project.created', 'shop.project.closed']);
  await stream.close();
  const isDelivered = async () => receiver.got.some(({ body }) => body.includes('shop.project.closed'));
  await until('the event is delivered', isDelivered);

  const label = { name: unique('Label '), colour: '#336699', rank: 1, isShown: true, size: 'small' };
  expect((await admin.post('/team/labels', label)).status).to.equal(201);
  expect((await atOther.post('/team/labels', { ...label, name: label.name.toUpperCase() })).status).to.equal(409);

  // A member sees own projects only, and closes none.
  const { data: found } = await admin.get<{ items: { id: string; code: string }[] }>(
    '/permissions?search=shop.project',
  );
  const readOwn = found.items.filter(({ code }) => code === 'shop.project.readOwn').map(({ id }) => id);
  const member = await aUserWithRoles({ api, admin }, await aRole(admin, { permissionIds: readOwn }));
  expect((await admin.post('/shop/projects', draftOf(self.id, hidden))).status).to.equal(201);
  expect((await admin.post('/shop/projects', draftOf(member.id))).status).to.equal(201);
  const { data: seen } = await member.api.get<{ total: number }>('/shop/own-projects');
  expect(seen.total).to.equal(1);
  expect(await member.api.post(path, {})).to.include({ status: 403, reason: 'permission-required' });
  await expectNothingHidden([other, member.api.at(urls[1]), (await aPerson({ api, admin })).api]);
}

/** Sends random requests of people who may not read all projects. No response may contain a hidden one. */
async function expectNothingHidden(people: readonly Api[]): Promise<void> {
  const paths = ['/shop/projects', '/shop/own-projects', '/team/labels', '/events', '/overview'];
  const query = fc.record(
    {
      search: fc.constantFrom(hidden, 'unseen', '%', '_'),
      sortBy: fc.constantFrom('name', 'members', 'ownerId'),
      status: fc.constantFrom('active', 'closed'),
      pageSize: fc.constantFrom('1', '100', '101'),
      page: fc.constantFrom('0', '1', '2'),
    },
    { requiredKeys: [] },
  );
  const requests = fc.tuple(fc.constantFrom(...people), fc.constantFrom(...paths), query);
  await fc.assert(
    fc.asyncProperty(requests, async ([api, path, parameters]) => {
      const response = await api.get(`${path}?${new URLSearchParams(parameters)}`);
      expect(JSON.stringify(response.data ?? null)).to.not.include(hidden);
    }),
    { numRuns: 200 },
  );
}

const linesOf = async (file: string): Promise<number> => (await readFile(file, 'utf8')).trimEnd().split('\n').length;

describe('Resources of a team, in a project outside the repository', () => {
  let parent: string;
  let project: string;
  let receiver: Receiver;
  const started: Process[] = [];
  const variables = () => ({
    ADMIN_PASSWORD: administrator.password,
    DELIVERIES: 'true',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
  });
  const start = async (further: Readonly<Record<string, string>>): Promise<string> => {
    const service = startInstalled(project, { ...variables(), ...further }, ...modules);
    started.push(service);
    return service.listening;
  };

  before(async () => {
    receiver = await Receiver.start();
    const tarballs = await packPackages();
    parent = await mkdtemp(join(tmpdir(), 'portcullis-'));
    const create = ['-y', '-p', tarballs.of('packages/create-portcullis'), 'create-portcullis', 'shop-service'];
    await run(parent, 'npx', [...create, '--prefix', 'shop', '--packages', tarballs.folder]);
    project = join(parent, 'shop-service');
    for (const name of ['src/projects.ts', 'test/projects.test.ts', 'test/http.test.ts']) await rm(join(project, name));
    await cp(files, project, { recursive: true });
    await cp(join(exercise, 'own-labels.ts'), join(project, 'src/own-labels.ts'));
    await install(project, '--save-dev', 'preact@11.2.0', '@preact/signals@2.11.4', 'mocha@12.0.3', 'chai@6.3.0');
    await run(project, 'npx', ['tsc']);
    await run(project, 'npx', ['tsc', '-p', 'screens']);
    await cp(join(files, 'contracts.js'), join(project, 'dist/contracts.js'));
  });
  afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())));
  after(async () => {
    await receiver.stop();
    await rm(parent, { recursive: true });
  });

  it('need at most 9 files and 250 lines, and a resource without code one file of at most 60 lines', async function () {
    const ofLabels = await linesOf(join(exercise, 'own-labels.ts'));
    const names = await readdir(files, { recursive: true });
    const own: number[] = [];
    for (const name of names) {
      const file = join(files, name);
      if ((await stat(file)).isFile() && name !== 'contracts.js') own.push(await linesOf(file));
    }
    const lines = own.reduce((sum, each) => sum + each, 0);
    if (this.test) this.test.title += ` (${own.length} files, ${lines} lines; ${ofLabels} lines)`;
    expect(own.length).to.be.at.most(9);
    expect(lines).to.be.at.most(250);
    expect(ofLabels).to.be.at.most(60);
  });

  it('pass their own tests, and the contracts in memory and in the embedded database', async () => {
    expect(await run(project, process.execPath, ['--test', 'dist/test/close-project.test.js'])).to.match(passed);
    expect(await run(project, 'npx', ['mocha', '--timeout', '60000', 'dist/contracts.js'])).to.match(/passing/);
  });

  it('work with the embedded database, and their command too', async () => {
    const data = { DATA_DIR: 'data' };
    const url = await start(data);
    await useResources([url, url], receiver);
    await Promise.all(started.splice(0).map(({ stop }) => stop()));
    const command = ['portcullis', 'run', 'shop.closeProjects', ...modules];
    expect(await run(project, 'npx', command, data)).to.equal('2 closed\n');
  });

  itOnPostgres('work in two processes with two database roles, and each write is one event', async (adminUrl) => {
    const database = await temporaryDatabase(adminUrl);
    const roles = await createTwoRoles(database.url);
    let opened: Database | undefined;
    try {
      const owner = { DATABASE_URL: roles.asOwner(database.url) };
      await run(project, 'npx', ['portcullis', 'migrate', ...modules], owner);
      await roles.restrict(database.url);
      const service = {
        DATABASE_URL: roles.asService(database.url),
        JWT_SECRET: 'a secret that only tests use, of 256 bits',
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      };
      const urls = [await start(service), await start(service)] as const;
      await useResources(urls, receiver);
      opened = await connectDatabase({ url: database.url, poolSize: 3 });
      for (const url of urls) await expectEventsOfWrites({ url, database: opened });
      await run(project, 'npx', ['mocha', '--timeout', '60000', 'dist/contracts.js'], owner);
    } finally {
      await Promise.all(started.splice(0).map(({ stop }) => stop()));
      await opened?.close();
      await database.drop();
      await roles.drop();
    }
  });

  itWith(['chromium'], 'have a screen with code of its own in the console', async () => {
    const url = await start({ DATA_DIR: 'screens' });
    await documentServed(url);
    const admin = await logInAs(apiAt(url), administrator);
    const { data: self } = await admin.get<{ id: string }>('/auth/profile');
    await admin.post('/shop/projects', draftOf(self.id, 'Website'));
    const browser = await launchBrowser();
    if (browser === undefined) return expect.fail('The browser is not installed.');
    const { page, complaints, close } = await openMonitoredTab(browser, url);
    try {
      await logIn(page, administrator);
      await openScreen(page, 'Board');
      await page.getByText('Website: active').waitFor();
      await page.getByRole('button', { name: 'Close: Website' }).click();
      await page.getByText('Website: closed').waitFor();
      expect(complaints).to.deep.equal([]);
    } finally {
      await close();
      await browser.close();
    }
  });
});
