import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { route, schema } from '@portcullis/adapters-http';
import { createClient } from '@portcullis/client';
import { expect } from 'chai';
import { pino } from 'pino';
import { declareEvent, declareSubject, recordedFields } from '@portcullis/domain';
import {
  ConfigError,
  defineResource,
  readConfig,
  resourceModule,
  startServer,
  variable,
  type ResourceModule,
} from '../src/index.ts';
import { errorMessageFor } from '../src/commands/command-failure.ts';
import { version } from '../src/config/version.ts';
import { checkModules } from '../src/wiring/check-modules.ts';
import { describedRoutesOf } from '../src/wiring/routes.ts';
import { runCommand, withDatabase } from './support/process.ts';
import { compile } from './support/readmes.ts';
import { root } from './architecture/files.ts';
import { notices } from './exercise/notices.ts';
import { administrator, aPerson, startService } from './support/service.ts';

const file = fileURLToPath(new URL('exercise/modules.js', import.meta.url));

/** The types that `portcullis client-types` would write for this module. */
interface NoticePaths {
  '/api/acme/notices': {
    parameters: { query?: never };
    get: {
      parameters: { query?: { to?: string } };
      responses: { 200: { content: { 'application/json': { code: 0; data: string[] } } } };
    };
  };
}

/** Returns the one line with which a module is refused. */
function refusalOf(check: () => unknown): string {
  try {
    check();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return expect.fail('The modules are not refused.');
}

const steps = defineResource({
  name: 'team.step',
  since: 1795281000010,
  namedBy: 'name',
  fields: {
    name: { type: 'text', max: 64 },
    owner: { type: 'reference', to: 'user', optional: true, onDelete: 'remove' },
    plan: { type: 'reference', to: 'self', optional: true, onDelete: 'remove' },
    after: { type: 'reference', to: 'self', optional: true },
  },
});
const stepNotes = defineResource({
  name: 'team.note',
  since: 1795281000011,
  namedBy: 'name',
  fields: {
    name: { type: 'text', max: 64 },
    plan: { type: 'reference', to: steps.resource, onDelete: 'remove' },
    step: { type: 'reference', to: steps.resource },
  },
});

describe('Modules of your own', () => {
  it('remove entries together, whatever they refer to among one another, or say what refers to them', async () => {
    const service = await startService({}, undefined, [steps, stepNotes]);
    const { admin, stop } = service;
    const create = async (path: string, body: object) => (await admin.post<{ id: string }>(path, body)).data.id;
    try {
      const step = (body: object) => create('/team/steps', { name: 'Step', ...body });
      // The order of random ids must not matter.
      for (let round = 0; round < 8; round += 1) {
        const plan = await step({});
        const first = await step({ plan });
        const second = await step({ plan, after: first });
        await admin.patch(`/team/steps/${first}`, { after: second });
        for (const each of [first, second]) await create('/team/notes', { name: 'Note', plan, step: each });
        expect((await admin.delete(`/team/steps/${plan}`)).status).to.equal(200);
      }
      for (const path of ['/team/steps', '/team/notes'])
        expect((await admin.get<{ total: number }>(path)).data.total).to.equal(0);

      // The client compares the refusals with the API document.
      const person = await aPerson(service);
      const owned = await step({ owner: person.id });
      const later = await step({ after: owned });
      expect(await admin.delete(`/users/${person.id}`)).to.include({ status: 409, reason: 'team-step-in-use' });
      await admin.delete(`/team/steps/${later}`);
      const note = await create('/team/notes', { name: 'Note', plan: await step({}), step: owned });
      expect(await admin.delete(`/users/${person.id}`)).to.include({ status: 409, reason: 'team-step-in-use' });
      await admin.delete(`/team/notes/${note}`);
      expect((await admin.delete(`/users/${person.id}`)).status).to.equal(200);
    } finally {
      await stop();
    }
  });

  it('have events that webhooks can name, unlike those that do not exist', async () => {
    const { admin, stop } = await startService({}, undefined, [steps]);
    const webhook = (type: string) => admin.post('/webhooks', { url: 'https://receiver.example.com/', types: [type] });
    try {
      for (const type of ['team.step.created', 'team.*']) expect((await webhook(type)).status, type).to.equal(201);
      expect((await webhook('team.steps.created')).reason).to.equal('unknown-event-types');
    } finally {
      await stop();
    }
  });

  const event = (type: `${string}.${string}`) =>
    declareEvent(
      declareSubject('x', () => null),
      type,
      recordedFields<{ readonly a: string }>()('a'),
    );
  const refused: readonly (readonly [line: string, ...modules: readonly ResourceModule[]])[] = [
    ['The module notices needs a name with a prefix in lower case, such as acme.labels.', { name: 'notices' }],
    ['The module user.notes uses the prefix user of the service.', { name: 'user.notes' }],
    ['The module acme.notices is listed twice.', notices, notices],
    ['The module acme.a fits Portcullis ^9.0.0, but this is 1.0.0.', { name: 'acme.a', fits: '^9.0.0' }],
    ["The module acme.a needs a semver range in `fits`, not 'new'.", { name: 'acme.a', fits: 'new' }],
    [
      "The module acme.a has the event label.created, whose type must begin with 'acme.'.",
      { name: 'acme.a', events: { created: event('label.created') } },
    ],
    [
      'The module acme.a has the console screen /users/mine, whose path must begin with /acme/.',
      {
        name: 'acme.a',
        console: { screens: [{ path: '/users/mine', anyOf: ['listUsers'], script: new URL('x.js', import.meta.url) }] },
      },
    ],
    [
      'The module acme.a has the command close, whose name must be acme. and a word.',
      { name: 'acme.a', commands: { close: { summary: '', run: () => async () => undefined } } },
    ],
    [
      'The module acme.a has the variable PORT, whose name must begin with ACME_.',
      { name: 'acme.a', variables: { port: { name: 'PORT', type: variable.anyText, help: '' } } },
    ],
  ];
  for (const [line, ...modules] of refused) {
    it(`are refused: ${line}`, () => expect(refusalOf(() => checkModules(modules))).to.equal(line));
  }

  it('are refused if a route or a service has the name of another one', async () => {
    const copy = { ...notices, name: 'acme.copies' };
    expect(refusalOf(() => describedRoutesOf([notices, copy]))).to.match(
      /have the route readGreeting: rename yours\.$/,
    );
    const named = resourceModule({ name: 'acme.clocks', useCases: { createTag: () => () => undefined } });
    const config = readConfig({ PORT: '0', DATA_DIR: join(tmpdir(), 'portcullis-never') });
    await startServer(config, pino({ level: 'silent' }), { modules: [named] }).then(
      () => expect.fail('The service has started.'),
      (error: Error) => expect(error.message).to.match(/use the name 'createTag': rename yours\.$/),
    );
  });

  it('have request bodies of their own in the API document, also if they are defined from fields', () => {
    const define = (noun: 'note' | 'topic', field: string) =>
      defineResource({ name: `acme.${noun}`, since: 1, namedBy: field, fields: { [field]: { type: 'text', max: 9 } } });
    const routes = describedRoutesOf([define('note', 'text'), define('topic', 'title')]);
    const names = routes.flatMap(({ path, body }) => (path.startsWith('/acme/') ? (body?.name ?? []) : []));
    expect(names).to.deep.equal(
      ['Note', 'Topic'].flatMap((noun) => [`Acme${noun}Body`, `ImportAcme${noun}Body`, `UpdateAcme${noun}Body`]),
    );
  });

  it('are refused if a request body has the name of another one', () => {
    class TagBody {
      name?: string;
    }
    const module = resourceModule({
      name: 'acme.tags',
      routes: [
        () => [
          route({
            method: 'POST',
            path: '/acme/tags',
            operation: 'createAcmeTag',
            summary: 'Create a tag',
            access: 'public',
            body: TagBody,
            data: schema.nothing,
            handle: async () => undefined,
          }),
        ],
      ],
    });
    expect(refusalOf(() => describedRoutesOf([module]))).to.equal(
      'Two request classes have the name TagBody: rename yours.',
    );
  });

  it('stop the start with one line if they fit only the next version', async () => {
    const next = `^${Number(version.split('.')[0]) + 1}.0.0`;
    const config = readConfig({ PORT: '0', DATA_DIR: join(tmpdir(), 'portcullis-never') });
    const late = { name: 'acme.late', fits: next };
    await startServer(config, pino({ level: 'silent' }), { modules: [late] }).then(
      () => expect.fail('The service has started.'),
      (error: unknown) =>
        expect(errorMessageFor(error)).to.deep.equal({
          text: `The module acme.late fits Portcullis ${next}, but this is ${version}.`,
          exitCode: 2,
        }),
    );
  });

  it('start if they fit this version, get the values of their variables, and name a variable with a bad value', async () => {
    const modules = [{ ...notices, fits: `^${version}` }];
    expect(refusalOf(() => readConfig({ ACME_MAX: '6' }, { modules }))).to.equal(
      "ACME_MAX takes a whole number from 1 to 5, not '6'.",
    );
    const service = await startService({ ACME_NOTICE: 'Welcome' }, undefined, modules);
    try {
      const client = createClient<NoticePaths>({ baseUrl: service.server.url });
      await client.login(administrator);
      const data = await client.get('/api/acme/notices', { params: { query: { to: 'Ada' } } });
      expect(data).to.deep.equal(['Welcome, Ada', 'Welcome, Ada', 'Welcome, Ada']);
    } finally {
      await service.stop();
    }
  });
});

/** Calls with the types that `client-types` prints for `exercise/modules.ts`. */
const typedCalls = `
import { createClient } from '@portcullis/client';
import type { operations, paths } from './types.js';

const portcullis = createClient<paths, operations>();
const { items } = await portcullis.get('/api/team/labels', { params: { query: { size: 'large' } } });
const names: readonly string[] = items.map(({ name }) => name);
const body = { name: 'Bug', colour: '#cc0000', rank: 1, isShown: true, size: 'small' } as const;
const { version }: { readonly version: number } = await portcullis.post('/api/team/labels', { body });
const may: boolean = portcullis.can('updateTeamLabel') && portcullis.can('updateUser');
console.log(names, version, may);
// @ts-expect-error The path is misspelt.
await portcullis.get('/api/team/label');
// @ts-expect-error The value is not one of the choice.
await portcullis.get('/api/team/labels', { params: { query: { size: 'medium' } } });
// @ts-expect-error The operation is misspelt.
portcullis.can('updateTeamLabels');
`;

/** Calls a function in a working directory. */
async function inFolder<T>(folder: string, use: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await use();
  } finally {
    process.chdir(before);
  }
}

describe('portcullis --modules', () => {
  it('adds the modules to the API document', async () => {
    const { code, stdout } = await runCommand(['openapi', '--modules', file]);
    expect(code).to.equal(0);
    const document: { readonly paths: object } = JSON.parse(stdout);
    expect(document.paths).to.include.keys('/api/labels', '/api/labels/{id}', '/api/users');
  });

  it('adds the modules to the types for the client, with which calls compile and misspelt ones do not', async () => {
    const types = () => runCommand(['client-types', '--modules', file]);
    const { code, stdout, stderr } = await inFolder(join(root, 'packages/client'), types);
    expect(code, stderr).to.equal(0);
    // The files are compiled inside the package, so that they can import the client by its name.
    const folder = await mkdtemp(join(root, 'apps/server/dist/client-types-'));
    try {
      await writeFile(join(folder, 'types.d.ts'), stdout);
      await writeFile(join(folder, 'calls.ts'), typedCalls);
      await compile(root, '--skipLibCheck', '--noEmit', join(folder, 'calls.ts'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('runs the examples of docs/extending.md', async () => {
    const page = await readFile(join(root, 'docs/extending.md'), 'utf8');
    const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].flatMap(([, text = '']) =>
      text.includes('export const modules') ? text : [],
    );
    // The examples are compiled inside the package, so that they can import the package by its name.
    const folder = await mkdtemp(join(root, 'apps/server/dist/extending-'));
    const files = examples.map((_text, index) => join(folder, `modules-${index}.ts`));
    try {
      await Promise.all(files.map((name, index) => writeFile(name, examples[index] ?? '')));
      await compile(root, '--skipLibCheck', ...files);
      const paths: string[] = [];
      for (const name of files) {
        const { code, stdout, stderr } = await runCommand(['openapi', '--modules', name.replace(/ts$/, 'js')]);
        expect(code, stderr).to.equal(0);
        const document: { readonly paths: object } = JSON.parse(stdout);
        paths.push(...Object.keys(document.paths).filter((path) => path.startsWith('/api/acme/')));
      }
      expect(paths).to.deep.equal(['/api/acme/notice']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('runs the commands of the modules, and lists them', () =>
    withDatabase(async (directory) => {
      const variables = { DATA_DIR: directory, ACME_MAX: '2' };
      const runOwn = (...args: readonly string[]) => runCommand(['run', '--modules', file, ...args], variables);
      const listed = await runOwn();
      expect(listed.stdout).to.equal('acme.countNotices <reason>  Print the number of notices, and who has asked.\n');
      const done = await runOwn('acme.countNotices', 'audit');
      expect(done).to.deep.equal({ code: 0, stdout: '2 notices, audit, system\n', stderr: '' });
      const refused = await runOwn('acme.countNotices', 'none');
      expect([refused.code, refused.stderr]).to.deep.equal([1, 'A reason is required.\n']);
      const unknown = await runOwn('acme.count');
      const line = 'There is no command acme.count. The commands of the modules: acme.countNotices.\n';
      expect([unknown.code, unknown.stderr]).to.deep.equal([2, line]);
      expect((await runOwn('acme.countNotices')).stderr).to.include('portcullis run acme.countNotices <reason>');
    }));

  it('adds the variables of the modules to the help', async () => {
    const { stdout } = await runCommand(['start', '--modules', file, '--help']);
    expect(stdout).to.include('ACME_MAX (3)');
  });

  it('refuses a file without modules with one line', async () => {
    const missing = await runCommand(['migrate', '--modules', '/nowhere/modules.js']);
    expect([missing.code, missing.stderr.trimEnd().split('\n').length]).to.deep.equal([2, 1]);
    expect(missing.stderr).to.include("The modules in '/nowhere/modules.js' cannot be loaded: ");
    const other = await runCommand(['openapi', '--modules', fileURLToPath(import.meta.url)]);
    expect(other.stderr).to.match(/^--modules takes a file that exports `modules`, a list of modules/);
  });
});
