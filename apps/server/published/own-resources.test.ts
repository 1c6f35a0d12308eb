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
import { aRole, expectSuccess } from '../test/support/builders.ts';
import { logIn, openScreen } from '../test/support/console.ts';
import { documentServed } from '../test/support/contract.ts';
import { until } from '../test/support/machine.ts';
import type { Process } from '../test/support/process.ts';
import { passed } from '../test/support/readmes.ts';
import { expectEventsOfWrites } from '../test/support/recorded-writes.ts';
import { itOnPostgres, itWith } from '../test/support/requirements.ts';
import { run } from '../test/support/run.ts';
import {
  administrator,
  aPerson,
  aUserWithRoles,
  logInAs,
  unique,
  type ServiceClients,
} from '../test/support/service.ts';
import { aStream } from '../test/support/streams.ts';
import { packPackages } from '../test/support/tarballs.ts';
import { createTwoRoles } from '../test/support/two-roles.ts';
import { Receiver } from '../test/webhooks/receiver.ts';
import { install, startInstalled } from './support.ts';

const files = join(root, 'apps/server/test/exercise/shop');
const modules = ['--modules', './dist/src/modules.js'];
const hidden = 'Unseen';

interface Entry {
  readonly id: string;
  readonly version: number;
  readonly expanded?: { readonly picture?: { readonly url: string } };
  readonly [field: string]: unknown;
}

interface Page {
  readonly items: readonly Entry[];
  readonly total: number;
}

const add = (api: Api, path: string, body: object): Promise<Entry> =>
  expectSuccess(api.post<Entry>(`/shop/${path}`, body));
const list = (api: Api, query: string): Promise<Page> => expectSuccess(api.get<Page>(`/shop/${query}`));

const catalogue = [
  'code,name,description,price',
  'DESK,Desk,Made of **oak**.,249',
  'LAMP,Lamp,,39.5',
  'SOFA,Sofa,,much',
].join('\r\n');

/** A PNG of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Imports products from a file, which everybody may then read. */
async function importCatalogue(admin: Api, visitor: Api): Promise<void> {
  const send = (dryRun: boolean) => {
    const body = { format: 'csv', text: catalogue, by: 'code', dryRun };
    return expectSuccess(admin.post<object>('/shop/products/import', body));
  };
  const report = { added: 2, changed: 0, present: 0, refused: 1 };
  expect(await send(true)).to.deep.include(report);
  expect((await list(visitor, 'products')).total).to.equal(0);
  expect(await send(false)).to.deep.include(report);
  expect(await send(false)).to.deep.include({ ...report, added: 0, present: 2 });
  const { items } = await list(visitor, 'products?price.lt=300&sort=-price');
  expect(items.map(({ code, price }) => [code, price])).to.deep.equal([
    ['DESK', '249.00'],
    ['LAMP', '39.50'],
  ]);
  expect(items[0]?.['descriptionHtml']).to.equal('<p>Made of <strong>oak</strong>.</p>\n');
  const form = new FormData();
  form.append('file', new File([Buffer.from(picture, 'base64')], 'desk.png'));
  const headers = { Authorization: `Bearer ${admin.token}` };
  const uploaded = await fetch(`${admin.url}/api/media`, { method: 'POST', headers, body: form });
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await uploaded.text());
  await expectSuccess(admin.patch(`/shop/products/${items[0]?.id}`, { picture: data.id }));
  const [desk] = (await list(visitor, 'products?code=DESK&expand=picture')).items;
  expect((await fetch(`${visitor.url}${desk?.expanded?.picture?.url}`)).headers.get('Content-Type')).to.equal(
    'image/png',
  );
  expect((await visitor.get('/shop/orders')).status).to.equal(401);
  expect((await visitor.post('/shop/products', {})).status).to.equal(401);
}

/** Adds a customer with an order that has a line. */
async function anOrder(admin: Api, region: string, mark: string): Promise<Readonly<Record<'order' | 'line', Entry>>> {
  const [product] = (await list(admin, 'products?code=LAMP')).items;
  const email = `${unique('person')}@example.com`;
  const customer = await add(admin, 'customers', { name: `${mark} customer`, email, region });
  const order = await add(admin, 'orders', { number: mark, customer: customer.id, region });
  const line = { order: order.id, region, product: product?.id, name: `${mark} line`, quantity: 2, price: '39.5' };
  return { order, line: await add(admin, 'lines', line) };
}

/** Creates a clerk, who reaches the entries of one region. */
async function aClerk(service: ServiceClients, region: string): Promise<Api> {
  const { admin } = service;
  const attribute = { name: 'region', label: 'Region', type: 'string', readableBy: 'self', writableBy: 'admin' };
  await expectSuccess(admin.put('/user-attributes', { attributes: [attribute] }));
  const { items } = await expectSuccess(admin.get<Page>('/permissions?search=shop.&pageSize=100'));
  const condition = { attr: 'resource.region', eq: { ref: 'subject.region' } };
  const granted = /^shop\.(?:customer|line)\.read$|^shop\.order\.(?:read|create|update|ship)$/;
  const grants = items
    .filter(({ code }) => granted.test(String(code)))
    .map(({ id, code }) => ({ permissionId: id, condition: code === 'shop.order.ship' ? null : condition }));
  const role = await aRole(admin);
  await expectSuccess(admin.put(`/roles/${role.id}/permission-grants`, { grants }));
  const { id, api } = await aUserWithRoles(service, role);
  await expectSuccess(admin.patch(`/users/${id}`, { attributes: { region } }));
  return api;
}

/** Uses the shop at one or two processes of the service, and leaves one paid order. */
async function useShop(urls: readonly [string, string], receiver: Receiver): Promise<void> {
  for (const url of urls) await documentServed(url);
  const api = apiAt(urls[0]);
  const admin = await logInAs(api, administrator);
  const atOther = admin.at(urls[1]);
  await importCatalogue(admin, apiAt(urls[1]));
  const hook = { url: receiver.url, types: ['shop.order.shipped'], description: 'shipped orders' };
  expect((await admin.post('/webhooks', hook)).status).to.equal(201);

  const north = await anOrder(admin, 'north', unique('North '));
  const south = await anOrder(atOther, 'south', unique(`${hidden} `));
  const path = `/shop/orders/${north.order.id}`;
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...line } = north.line;
  const misplaced = await admin.post('/shop/lines', { ...line, region: 'south' });
  expect([misplaced.status, misplaced.errors]).to.have.nested.property('[1][0].field', 'region');

  const query = `order=${north.order.id}&expand=order.customer,product`;
  const [expanded] = (await list(atOther, `lines?${query}`)).items;
  expect(expanded).to.have.nested.property('expanded.product.code', 'LAMP');
  expect(expanded).to.have.nested.property('expanded.order.expanded.customer.region', 'north');
  const numbers = async (short: string) => (await list(atOther, `orders?${short}`)).items.map(({ number }) => number);
  expect(await numbers('customer.region=south')).to.deep.equal([south.order['number']]);
  expect(await numbers(`state.in=new,paid&customer=${String(north.order['customer'])}`)).to.deep.equal([
    north.order['number'],
  ]);
  expect(await expectSuccess(admin.get('/shop/orders/count?by=region&state=new'))).to.deep.equal({
    total: 2,
    counts: [
      { value: 'north', count: 1 },
      { value: 'south', count: 1 },
    ],
  });

  // The states of an order follow each other as the shop allows.
  const stream = await aStream(atOther);
  const state = (next: string) => admin.patch(path, { state: next });
  expect(await state('shipped')).to.include({ status: 409, reason: 'shop-order-wrong-step' });
  expect(await atOther.post(`${path}/ship`, {})).to.include({ status: 409, reason: 'shop-order-not-paid' });
  expect(await state('paid')).to.include({ status: 200 });
  expect(await atOther.post(`${path}/ship`, {}, { 'If-Match': '"1"' })).to.include({ status: 412 });
  const clerk = await aClerk({ api, admin }, 'north');
  expect(await clerk.post(`/shop/orders/${south.order.id}/ship`, {})).to.include({ status: 404 });
  expect(await clerk.at(urls[1]).post(`${path}/ship`, {}, { 'If-Match': '"2"' })).to.include({ status: 200 });
  expect(await state('cancelled')).to.include({ status: 409, reason: 'shop-order-closed' });
  const types = [(await stream.next())?.type, (await stream.next())?.type];
  while (types.at(-1) !== 'shop.order.shipped') types.push((await stream.next())?.type);
  expect(types[0]).to.equal('shop.order.updated');
  await stream.close();
  const isDelivered = async () => receiver.got.some(({ body }) => body.includes(north.order.id));
  await until('the event is delivered', isDelivered);

  // A clerk reaches the orders of one region.
  for (const each of ['orders', 'lines', 'customers']) {
    const seen = await list(clerk, each);
    expect([seen.total, seen.items.map((entry) => entry['region'])], each).to.deep.equal([1, ['north']]);
    expect(await list(clerk, `${each}/count`)).to.include({ total: 1 });
    const address = `${urls[1]}/api/shop/${each}/export`;
    const file = await fetch(address, { headers: { Authorization: `Bearer ${clerk.token}` } });
    expect((await file.text()).trimEnd().split('\r\n'), each).to.have.lengthOf(2);
  }
  expect(await clerk.get(`/shop/orders/${south.order.id}`)).to.include({ status: 404 });
  expect(await clerk.patch(`/shop/orders/${south.order.id}`, { state: 'paid' })).to.include({ status: 404 });
  const draft = { number: unique('New '), customer: north.order['customer'] };
  expect(await clerk.post('/shop/orders', { ...draft, region: 'south' })).to.include({ status: 403 });
  expect(await clerk.post('/shop/orders', { ...draft, region: 'north', state: 'paid' })).to.include({ status: 201 });
  const nobody = (await aPerson({ api, admin })).api;
  expect(await nobody.post(`${path}/ship`, {})).to.include({ status: 403, reason: 'permission-required' });
  await expectNothingHidden([clerk, clerk.at(urls[1]), nobody]);
}

/** Sends random requests of people who may not read all orders. No response may contain a hidden one. */
async function expectNothingHidden(people: readonly Api[]): Promise<void> {
  const paths = ['orders', 'lines', 'customers', 'orders/count', 'lines/count'].map((each) => `/shop/${each}`);
  const query = fc.record(
    {
      search: fc.constantFrom(hidden, 'unseen', '%', '_'),
      sort: fc.constantFrom('number', '-createdAt', 'name'),
      filter: fc.constantFrom(
        '{"not":{"attr":"resource.region","eq":"north"}}',
        '{"attr":"resource.customer.region","eq":"south"}',
      ),
      'order.number.gte': fc.constantFrom(hidden, 'A'),
      expand: fc.constantFrom('customer', 'order.customer', 'order,product'),
      by: fc.constantFrom('number', 'name', 'customer'),
      pageSize: fc.constantFrom('1', '100', '101'),
      page: fc.constantFrom('0', '1', '2'),
    },
    { requiredKeys: [] },
  );
  const requests = fc.tuple(fc.constantFrom(...people), fc.constantFrom(...paths, '/events', '/overview'), query);
  await fc.assert(
    fc.asyncProperty(requests, async ([api, path, parameters]) => {
      const response = await api.get(`${path}?${new URLSearchParams(parameters)}`);
      expect(JSON.stringify(response.data ?? null)).to.not.include(hidden);
    }),
    { numRuns: 300 },
  );
}

const linesOf = async (file: string): Promise<number> => (await readFile(file, 'utf8')).trimEnd().split('\n').length;

describe('The shop, in a project outside the repository', () => {
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
    await install(project, '--save-dev', 'preact@11.2.0', '@preact/signals@2.11.4', 'mocha@12.0.3', 'chai@6.3.0');
    await run(project, 'npx', ['tsc']);
    await cp(join(files, 'contracts.js'), join(project, 'dist/contracts.js'));
  });
  afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())));
  after(async () => {
    await receiver.stop();
    await rm(parent, { recursive: true });
  });

  it('need at most 9 files and 250 lines', async function () {
    const names = await readdir(files, { recursive: true });
    const own: number[] = [];
    for (const name of names) {
      const file = join(files, name);
      if ((await stat(file)).isFile() && name !== 'contracts.js') own.push(await linesOf(file));
    }
    const lines = own.reduce((sum, each) => sum + each, 0);
    if (this.test) this.test.title += ` (${own.length} files, ${lines} lines)`;
    expect(own.length).to.be.at.most(9);
    expect(lines).to.be.at.most(250);
  });

  it('pass their own tests, and the contracts in memory and in the embedded database', async () => {
    expect(await run(project, process.execPath, ['--test', 'dist/test/orders.test.js'])).to.match(passed);
    expect(await run(project, 'npx', ['mocha', '--timeout', '60000', 'dist/contracts.js'])).to.match(/passing/);
  });

  it('work with the embedded database, and their command too', async () => {
    const data = { DATA_DIR: 'data' };
    const url = await start(data);
    await useShop([url, url], receiver);
    await Promise.all(started.splice(0).map(({ stop }) => stop()));
    const command = ['portcullis', 'run', 'shop.shipPaid', ...modules];
    expect(await run(project, 'npx', command, data)).to.equal('1 shipped\n');
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
      await useShop(urls, receiver);
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

  itWith(['chromium'], 'have lists, pickers, an import and a screen with code in the console', async () => {
    const url = await start({ DATA_DIR: 'screens' });
    await documentServed(url);
    const admin = await logInAs(apiAt(url), administrator);
    for (const [name, region] of [
      ['Ada', 'north'],
      ['Grace', 'south'],
    ] as const)
      await add(admin, 'customers', { name, email: `${name}@example.com`, region });
    const browser = await launchBrowser();
    if (browser === undefined) return expect.fail('The browser is not installed.');
    const { page, complaints, close } = await openMonitoredTab(browser, url);
    const dialog = page.getByRole('dialog');
    try {
      await logIn(page, administrator);
      await openScreen(page, 'Products');
      const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(catalogue) };
      await page.getByLabel('Import').setInputFiles(file);
      await dialog.getByText('2 new, 0 changed, 0 unchanged, 1 refused').waitFor();
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('link', { name: 'Lamp' }).waitFor();

      await openScreen(page, 'Orders');
      await page.getByRole('button', { name: 'Create: Order' }).click();
      await dialog.first().getByLabel('Number').fill('A-1');
      await dialog
        .first()
        .getByRole('button', { name: /^Customer: / })
        .click();
      await dialog.last().getByRole('searchbox').fill('ad');
      await dialog.last().getByRole('button', { name: 'Ada', exact: true }).click();
      await dialog.first().getByLabel('Region').selectOption('north');
      await dialog.first().getByLabel('State').selectOption({ label: 'Paid' });
      await dialog.first().getByRole('button', { name: 'Create', exact: true }).click();
      await page.locator('tbody').getByText('Ada', { exact: true }).waitFor();
      await page.getByLabel('State').selectOption({ label: 'Shipped' });
      await page.getByText('Nothing found.').waitFor();

      await openScreen(page, 'To be shipped');
      await page.getByText('A-1: Ada').waitFor();
      await page.getByRole('button', { name: 'Ship: A-1' }).click();
      await page.getByText('There is no paid order.').waitFor();
      await openScreen(page, 'Orders');
      await page.locator('tbody').getByText('Shipped').waitFor();
      expect(complaints).to.deep.equal([]);
    } finally {
      await close();
      await browser.close();
    }
  });
});
