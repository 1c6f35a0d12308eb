import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../architecture/files.ts';
import { aPerson, sharedService, type Service } from '../support/service.ts';
import { typeormUnitOfWork, viewsOf } from '@portcullis/adapters-persistence';
import { anActor, InMemoryWorld } from '@portcullis/testing';
import { labelStore } from './labels/adapters-persistence/labels.ts';
import { createLabel, deleteLabel, updateLabel } from './labels/application/labels/labels.ts';
import * as labelFake from './labels/testing/resources/labels.ts';
import { ownModules } from './own-modules.ts';

const fakes = { labels: labelFake };
const contractFiles = await Promise.all(
  Object.values(fakes).flatMap(({ contracts: files }) => files.map((load) => load())),
);
const contracts = contractFiles.flatMap((file) => Object.values(file));

const folder = join(root, 'apps/server/test/exercise/labels');
const screenFiles = readdirSync(join(root, 'apps/console/test/exercise/labels'));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

interface LabelResponse {
  readonly status: number;
  readonly reason?: string;
  readonly code: number;
  readonly message: string;
  readonly data: Label & { readonly items: readonly Label[]; readonly total: number };
}

interface Label {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly description: string | null;
}

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const unknownId = '00000000-0000-4000-8000-00000000dead';

describe('The exercise of docs/architecture.md: the resource that the recipe adds', () => {
  let service: Service;

  before(async () => {
    service = await sharedService(ownModules);
  });

  /** Calls a label route, by default as the administrator. If `token` is empty, the request has no token. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    token = service.admin.token,
  ): Promise<LabelResponse> {
    const received = await fetch(`${service.server.url}/api/labels${path}`, {
      method,
      headers: {
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response: LabelResponse = JSON.parse(await received.text());
    return { ...response, status: received.status };
  }

  async function create(name: string, description?: string): Promise<Label> {
    const { status, message, data } = await call('POST', '', { name, colour: '#336699', description });
    expect(status, message).to.equal(201);
    return data;
  }

  afterEach(async () => {
    const { data } = await call('GET', '?pageSize=100');
    for (const { id } of data.items) await call('DELETE', `/${id}`);
  });

  it('creates, reads, changes and deletes', async () => {
    const label = await create('Urgent');
    expect(label).to.deep.include({ name: 'Urgent', colour: '#336699', description: null });
    expect((await call('GET', `/${label.id}`)).data).to.deep.equal(label);
    const changed = await call('PATCH', `/${label.id}`, { colour: '#ff0000' });
    expect(changed.data).to.deep.include({ id: label.id, name: 'Urgent', colour: '#ff0000' });
    expect((await call('GET', `/${label.id}`)).data).to.deep.equal(changed.data);
    expect((await call('DELETE', `/${label.id}`)).status).to.equal(200);
    expect((await call('GET', `/${label.id}`)).status).to.equal(404);
  });

  it('returns a sorted list, with the total on every page', async () => {
    for (const name of ['Beta', 'Gamma', 'Alpha']) await create(name);
    const names = async (query: string) => {
      const { data } = await call('GET', `?sortBy=name&pageSize=2${query}`);
      return [data.total, ...data.items.map(({ name }) => name)];
    };
    expect(await names('')).to.deep.equal([3, 'Alpha', 'Beta']);
    expect(await names('&page=2')).to.deep.equal([3, 'Gamma']);
    expect(await names('&page=3')).to.deep.equal([3]);
    expect(await names('&sortOrder=desc')).to.deep.equal([3, 'Gamma', 'Beta']);
  });

  it('searches name and description, ignoring case', async () => {
    await create('Bug', 'Something is broken');
    await create('Question');
    const found = async (text: string) => (await call('GET', `?search=${text}`)).data;
    expect((await found('BUG')).items.map(({ name }) => name)).to.deep.equal(['Bug']);
    expect((await found('broken')).total).to.equal(1);
    expect((await found('nothing')).total).to.equal(0);
  });

  it('refuses a name that differs from an existing name only in case: 409', async () => {
    await create('Häufig');
    const { id } = await create('Other');
    const expected = { status: 409, code: 1202, reason: 'label-name-taken' };
    const message = 'A label with this name already exists.';
    const duplicate = await call('POST', '', { name: 'HÄUFIG', colour: '#000000' });
    expect(duplicate).to.deep.include({ ...expected, message });
    expect(await call('PATCH', `/${id}`, { name: 'häufig' })).to.deep.include({ ...expected, message });
    expect((await call('GET', '')).data.total).to.equal(2);
  });

  it('returns 404 for a label that does not exist, and 400 for an invalid label', async () => {
    const missing = { status: 404, code: 1201, reason: 'label-not-found', message: 'This label does not exist.' };
    expect(await call('GET', `/${unknownId}`)).to.deep.include(missing);
    expect(await call('PATCH', `/${unknownId}`, { name: 'x' })).to.deep.include(missing);
    expect(await call('DELETE', `/${unknownId}`)).to.deep.include(missing);
    expect(await call('POST', '', { name: 'Red', colour: 'red' })).to.include({ status: 400, code: 1005 });
  });

  it('is allowed for administrators only', async () => {
    const user = await aPerson(service);
    for (const [method, path, body] of [
      ['POST', '', { name: 'Mine', colour: '#000000' }],
      ['GET', '', undefined],
      ['GET', `/${unknownId}`, undefined],
      ['PATCH', `/${unknownId}`, {}],
      ['DELETE', `/${unknownId}`, undefined],
    ] as const) {
      expect((await call(method, path, body, '')).reason, `${method} ${path}`).to.equal('token-missing');
      expect((await call(method, path, body, user.api.token)).reason, `${method} ${path}`).to.equal('role-required');
    }
  });

  it('records events', async () => {
    const { id } = await create('Recorded');
    await call('PATCH', `/${id}`, { colour: '#00ff00' });
    await call('DELETE', `/${id}`);
    const items = await viewsOf(service.server.database.reader).events.page({ limit: 10, subjectId: id });
    expect(items.map(({ type }) => type)).to.deep.equal([
      'acme.label.deleted',
      'acme.label.updated',
      'acme.label.created',
    ]);
    expect(items[1]?.changes).to.deep.equal({ colour: { before: '#336699', after: '#00ff00' } });
  });

  for (const contract of contracts)
    contract('the database', () => {
      const { database } = service.server;
      const stores = { labels: labelStore };
      return { work: typeormUnitOfWork(database, stores), ...viewsOf(database.reader, stores) };
    });

  it('is in the API document', async () => {
    const document: Document = JSON.parse(await (await fetch(`${service.server.url}/api/openapi.json`)).text());
    expect(Object.keys(document.paths['/api/labels'] ?? {})).to.have.members(['get', 'post']);
    expect(Object.keys(document.paths['/api/labels/{id}'] ?? {})).to.have.members(['get', 'patch', 'delete']);
    expect(document.tags.map(({ name }) => name)).to.include('Labels');
    expect(document.paths['/api/labels']?.['post']?.responses).to.include.keys('201', '409');
    expect(JSON.stringify(document)).to.include('"label-name-taken"').and.to.include('"label-not-found"');
    expect(JSON.stringify(document)).to.include('"acme.label.created"');
  });
});

describe('The use cases of labels on the in-memory world', () => {
  const world = InMemoryWorld.seeded(fakes);
  const actor = anActor();
  for (const contract of contracts) contract('the in-memory world', () => world);

  it('record events, and store nothing if they are refused', async () => {
    const draft = { name: 'Urgent', colour: '#ff0000', description: null };
    const label = await createLabel(world)({ actor, draft });
    await createLabel(world)({ actor, draft }).catch(() => undefined);
    const changed = await updateLabel(world)({ actor, id: label.id, change: { colour: '#00ff00' } });
    expect(await world.labels.find(label.id)).to.deep.equal(changed);
    await deleteLabel(world)({ actor, id: label.id });
    const events = await world.events.after(0, 10);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'acme.label.created',
      'acme.label.updated',
      'acme.label.deleted',
    ]);
  });
});

describe('The recipe of docs/architecture.md', () => {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const recipe = document.slice(document.indexOf('## Add a resource'), document.indexOf('## Tests'));
  const [created = '', touched = ''] = recipe.split('These files change');
  const pathsIn = (text: string) => [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);

  it('lists the new files of the exercise, at most 10', () => {
    const built = [
      ...files.map((path) => path.replace('/', '/src/').replace(/\d{13}/, '<timestamp>')),
      ...screenFiles.map((name) => `console/src/screens/labels/${name}`),
    ];
    expect(pathsIn(created)).to.have.members(built);
    expect(built.length).to.be.at.most(10);
  });

  it('lists five files of code and one document to change, and all of them exist', () => {
    const paths = pathsIn(touched);
    expect(paths.filter((path) => path.startsWith('docs/'))).to.have.lengthOf(1);
    expect(paths).to.have.lengthOf(6);
    for (const path of paths)
      expect(readdirSync(join(root, placeOf(path), '..')), path).to.include(path.split('/').at(-1));
  });

  it('needs only public entry points of the packages', () => {
    const imported = files.flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from = '']) => from),
    );
    const outside = imported.filter((from) => !/^(?:\.\.?\/)+(?!.*src\/)/.test(from));
    expect([...new Set(outside)]).to.have.members([
      '@portcullis/domain',
      '@portcullis/application',
      '@portcullis/adapters-http',
      '@portcullis/adapters-persistence',
      '@portcullis/testing',
      'chai',
      'typeorm',
      '../../../../../src/index.ts',
    ]);
  });
});

/**
 * Returns the repository path for a path in docs/architecture.md, which omits `packages/` and `apps/`, and leaves paths
 * of `docs` unchanged.
 */
const placeOf = (path: string): string => {
  if (path.startsWith('docs/')) return path;
  return /^(?:server|console)\//.test(path) ? `apps/${path}` : `packages/${path}`;
};
