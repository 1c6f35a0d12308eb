import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { administratorRole, builtInPermissions, contentPermissions } from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import type { Api } from './support/api.ts';
import { anAssistant, type Assistant, type Era, type Tool, type ToolResult } from './support/assistant.ts';
import { contentPermissionIds, createResource, expectSuccess } from './support/builders.ts';
import { ownLabels } from './exercise/own-labels.ts';
import { until } from './support/machine.ts';
import { anAdministrator, aPerson, aUserWithRoles, startService, unique, type Service } from './support/service.ts';

const origin = 'https://assistant.example.com';
const unknownId = '00000000-0000-4000-8000-00000000dead';
const allCodes = [...builtInPermissions, ...contentPermissions].map(({ code }) => code);

/** A message that the command writes. */
interface Answer {
  readonly id: number;
  readonly result: ToolResult & { readonly tools: readonly Tool[]; readonly protocolVersion: string };
}

interface Event {
  readonly type: string;
  readonly actor: { readonly apiKey: unknown; readonly agent: unknown };
}

const textOf = ({ content }: ToolResult): string => content.map(({ text }) => text).join('\n');
const reasonOf = (result: ToolResult): string =>
  result.isError === true ? (/Reason: (\S+)/.exec(textOf(result))?.[1] ?? textOf(result)) : 'success';

describe('The endpoint for assistants', () => {
  let service: Service;
  before(async () => {
    service = await startService({ MCP: 'on', MCP_RATE: '1000000', CORS_ORIGINS: origin }, undefined, [ownLabels]);
    await contentPermissionIds(service.admin);
  });
  after(() => service.stop());

  const assistantOf = (api: Api, era?: Era): Assistant => anAssistant(service.server.url, api.token, era);

  /** Creates a key, whose owner is an administrator with all permissions. */
  async function aKey(values: object = {}) {
    const draft = { code: unique('R').toUpperCase(), name: unique() };
    const role = await createResource<{ id: string }>(service.admin, '/roles', draft);
    const permissionIds = await contentPermissionIds(service.admin);
    await expectSuccess(service.admin.post(`/roles/${role.id}/permissions`, { permissionIds }));
    const { api } = await aUserWithRoles(service, administratorRole, role);
    const body = { name: unique(), permissions: allCodes, ...values };
    const { apiKey, key } = await createResource<{ apiKey: { id: string; name: string }; key: string }>(
      api,
      '/api-keys',
      body,
    );
    return { id: apiKey.id, name: apiKey.name, api: api.as(key), owner: api };
  }

  for (const era of ['2025-11-25', '2026-07-28'] as const) {
    it(`works for clients of the version ${era}`, async () => {
      const { api } = await aKey();
      const assistant = assistantOf(api, era);
      const title = unique('Title ');
      const made = await assistant.call('create', { type: 'content', fields: { title, contentMd: '# Hi' } });
      const { id, version } = made.structuredContent;
      const read = await assistant.call('read', { type: 'content', id });
      expect(read.structuredContent).to.include({ id, version: 1 });
      expect(read.structuredContent.entry).to.include({ title, contentMd: '# Hi', status: 'DRAFT' });
      const changed = await assistant.call('update', { type: 'content', id, version, fields: { title: `${title}!` } });
      expect(changed.structuredContent).to.include({ id, version: 2 });
      const draft = { type: 'content', action: 'draft', id, fields: { summary: 'Later' } };
      const begun = await assistant.call('update', { ...draft, version: 0 });
      expect(begun.structuredContent).to.include({ version: 1 });
      expect(textOf(await assistant.call('update', { ...draft, version: 0 }))).to.include('working copy already');
      const blind = await assistant.call('update', { type: 'content', id, fields: { title: 'blind' } });
      expect(textOf(blind)).to.include('Read the entry first');
      const stale = await assistant.call('publish', { type: 'content', id, version });
      expect(textOf(stale)).to.include('version-changed').and.include('The present version is 2.');
      expect(reasonOf(await assistant.call('publish', { type: 'content', id, version: 2 }))).to.equal('success');
      const listed = await assistant.call('list', { type: 'content', parameters: { status: 'PUBLISHED' } });
      expect(listed.structuredContent.entries.map((entry) => entry['id'])).to.include(id);
      const found = await assistant.call('search', { type: 'content', text: title });
      expect(found.structuredContent.entries).to.have.lengthOf(1);
      expect(await service.admin.get(`/contents/${id}`)).to.have.nested.include({
        'data.title': `${title}!`,
        'data.status': 'PUBLISHED',
      });
    });
  }

  it('tells the name of an older client from the id of its session, which only its first answer has', async () => {
    const { api } = await aKey();
    const assistant = assistantOf(api, '2025-11-25');
    const clientInfo = { name: 'Ünïque', version: '1' };
    const first = await assistant.send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    const session = first.headers.get('Mcp-Session-Id') ?? '';
    await first.text();
    const call = { name: 'create', arguments: { type: 'tag', fields: { name: unique() } } };
    const later = await assistant.send('tools/call', call, { 'Mcp-Session-Id': session });
    expect(later.headers.get('Mcp-Session-Id')).to.equal(null);
    await later.text();
    const { data } = await service.admin.get<{ items: Event[] }>('/events?via=mcp&limit=1');
    expect(data.items[0]?.actor.agent).to.deep.equal({ via: 'mcp', tool: 'create', client: 'Ünïque' });
  });

  it('records the key, the tool and the client, by which lists of events can be filtered', async () => {
    const { id, name, api, owner } = await aKey();
    const tag = unique();
    await assistantOf(api).call('create', { type: 'tag', fields: { name: tag } });
    await expectSuccess(owner.patch('/auth/profile', { nickName: unique() }));
    const { data: me } = await owner.get<{ id: string }>('/auth/profile');
    for (const list of [`/events?actorId=${me.id}&`, `/users/${me.id}/activity?`]) {
      const { data } = await service.admin.get<{ items: Event[] }>(`${list}via=mcp`);
      expect(data.items.map(({ type, actor }) => [type, actor.apiKey, actor.agent])).to.deep.equal([
        ['tag.created', { id, name }, { via: 'mcp', tool: 'create', client: 'test assistant' }],
      ]);
    }
  });

  it('executes two calls with the same idempotency key once, and each call without one', async () => {
    const { api } = await aKey();
    const assistant = assistantOf(api);
    const make = async (name: string, idempotencyKey?: string) =>
      reasonOf(
        await assistant.call('create', { type: 'tag', fields: { name }, ...(idempotencyKey && { idempotencyKey }) }),
      );
    const [keyed, plain] = [unique(), unique()];
    expect([await make(keyed, 'k1'), await make(keyed, 'k1')]).to.deep.equal(['success', 'success']);
    expect(await make(unique(), 'k1')).to.equal('idempotency-key-reused');
    expect([await make(plain), await make(plain)]).to.deep.equal(['success', 'tag-name-taken']);
  });

  it('has tools for resources of your own', async () => {
    const assistant = assistantOf(service.admin);
    const fields = { name: unique(), colour: '#aabbcc', rank: 1, isShown: true, size: 'small' };
    const made = await assistant.call('create', { type: 'teamLabel', fields });
    const { id, version } = made.structuredContent;
    expect(
      (await assistant.call('list', { type: 'teamLabel', parameters: { size: 'small' } })).structuredContent.total,
    ).to.equal(1);
    const wrong = await assistant.call('update', { type: 'teamLabel', id, version, fields: { size: 'huge' } });
    expect(reasonOf(wrong)).to.equal('validation-failed');
    expect(textOf(wrong)).to.include('size');
    expect(reasonOf(await assistant.call('delete', { type: 'teamLabel', id, version }))).to.equal('success');
    const create = (await assistant.tools()).find(({ name }) => name === 'create');
    expect(JSON.stringify(create?.inputSchema)).to.include('teamLabel: entry').and.include('# and six');
  });

  describe('refuses', () => {
    it('a request without a key, with another origin, and with more than 1 MB', async () => {
      const without = await anAssistant(service.server.url, undefined).send('tools/list');
      expect([without.status, without.headers.get('WWW-Authenticate')]).to.deep.equal([401, 'Bearer']);
      const assistant = assistantOf(service.admin);
      const statusFrom = async (from: string) => (await assistant.send('tools/list', {}, { Origin: from })).status;
      expect([await statusFrom(origin), await statusFrom('https://evil.example.com')]).to.deep.equal([200, 403]);
      const large = await assistant.send('tools/call', {
        name: 'search',
        arguments: { text: 'x'.repeat(1024 * 1024) },
      });
      expect(large.status).to.equal(413);
    });

    it('a key from the request on in which it has ended', async () => {
      const { id, api, owner } = await aKey();
      expect((await assistantOf(api).send('tools/list')).status).to.equal(200);
      await expectSuccess(owner.delete(`/api-keys/${id}`));
      expect((await assistantOf(api).send('tools/list')).status).to.equal(401);
    });

    it('a key from an address that it does not allow, also for the requests of the tools', async () => {
      const { api } = await aKey({ allowedAddresses: ['192.0.2.0/24'] });
      expect((await assistantOf(api).send('tools/list')).status).to.equal(401);
      const { api: allowed } = await aKey({ allowedAddresses: ['127.0.0.1'] });
      expect(reasonOf(await assistantOf(allowed).call('list', { type: 'content' }))).to.equal('success');
    });

    it('more than 16 requests of a key at once', async () => {
      const [{ api }, { api: other }] = [await aKey(), await aKey()];
      const { hostname, port } = new URL(service.server.url);
      const headers = {
        Authorization: `Bearer ${api.token}`,
        'Content-Type': 'application/json',
        'Content-Length': '100',
      };
      const waiting = Array.from({ length: 16 }, () =>
        request({ hostname, port, path: '/mcp', method: 'POST', headers }),
      );
      for (const sent of waiting) sent.on('error', () => undefined).flushHeaders();
      const statusOf = async (caller: Api) => (await assistantOf(caller).send('tools/list')).status;
      await until('too many requests', async () => (await statusOf(api)) === 429);
      expect(await statusOf(other)).to.equal(200);
      for (const sent of waiting) sent.destroy();
      await until('free again', async () => (await statusOf(api)) === 200);
    });

    it('sessions, and ends streams at once, because nothing is kept between requests', async () => {
      const headers = { Authorization: `Bearer ${service.admin.token}`, Accept: 'text/event-stream' };
      for (const method of ['GET', 'DELETE'])
        expect((await fetch(`${service.server.url}/mcp`, { method, headers })).status, method).to.equal(405);
      const notifications = { toolsListChanged: true };
      const listen = await assistantOf(service.admin).send('subscriptions/listen', { notifications });
      expect(await listen.text()).to.include('"resultType":"complete"');
    });
  });

  describe('and the HTTP API', () => {
    const callers: readonly (readonly [who: string, caller: () => Promise<Api>])[] = [
      ['a user', async () => (await aPerson(service)).api],
      ['a moderator', async () => (await aPerson(service, ['MODERATOR'])).api],
      ['an administrator', async () => (await anAdministrator(service)).api],
      ['a key with all permissions', async () => (await aKey()).api],
      ['a key that can only read', async () => (await aKey({ readOnly: true })).api],
      ['a key that can only create articles', async () => (await aKey({ permissions: ['content.create'] })).api],
    ];
    for (const [who, caller] of callers) {
      it(`decide in the same way for ${who} about every operation of the tools`, async () => {
        const api = await caller();
        const assistant = assistantOf(api);
        const { data: allowed } = await api.get<{ id: string }[]>('/auth/operations');
        const ids = new Set(allowed.map(({ id }) => id));
        const listed = new Set(
          (await assistant.tools()).flatMap(({ name, inputSchema: { properties } }) =>
            properties.type.enum.map((type) => `${name} ${type}`),
          ),
        );
        let calls = 0;
        for (const { tool, type, action, operation } of await operationsOfTools()) {
          const { verb, path, id } = operation;
          const isRead = verb === 'get';
          const query = tool === 'search' ? (id === 'searchContents' ? '?q=x' : '?search=x') : '';
          const version = { 'If-Match': '"1"' };
          const body = tool === 'what_if' ? { change: `${type}.${action}`, [`${type}Id`]: unknownId, limit: 20 } : {};
          const direct = await api.send(
            verb.toUpperCase(),
            `${path.slice('/api'.length).replaceAll(/\{\w+\}/g, unknownId)}${query}`,
            isRead ? undefined : body,
            isRead ? {} : version,
          );
          const args = { type, action, id: unknownId, version: 1, fields: {}, ...(tool === 'search' && { text: 'x' }) };
          const upload = tool === 'upload' ? { name: 'x', base64: 'AAAA' } : {};
          const result = await assistant.call(tool, { ...args, ...upload });
          // The form of an upload is written only by the client, so that only the access checks can be compared.
          const reason = tool === 'upload' && direct.status !== 403 ? reasonOf(result) : (direct.reason ?? 'success');
          expect(reasonOf(result), `${tool} ${type} ${action}`).to.equal(reason);
          const isForbidden = direct.status === 403;
          if (ids.has(id)) expect([...listed], id).to.include(`${tool} ${type}`);
          else expect(isForbidden, id).to.equal(true);
          calls += 1;
        }
        expect(calls).to.be.greaterThan(60);
      });
    }
  });

  it('survives hostile arguments: none becomes an error of the service, and nothing is written', async () => {
    const assistant = assistantOf((await anAdministrator(service)).api);
    const events = async () =>
      (await service.admin.get<{ items: { position: number }[] }>('/events?limit=1')).data.items[0]?.position;
    const before = await events();
    const deep = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);
    const texts = [
      '..',
      '../../users',
      '%2e%2e',
      "' OR 1=1 --",
      '\0',
      '\ud800',
      '<script>',
      '🙂'.repeat(3000),
      '__proto__',
      'constructor',
      '{{7*7}}',
      '\r\nX: y',
    ];
    const values: readonly unknown[] = [
      ...texts,
      {},
      [],
      null,
      -1,
      1.5,
      2 ** 60,
      true,
      [[]],
      deep,
      JSON.parse('{"__proto__":{"admin":true}}'),
    ];
    const names = [
      'type',
      'action',
      'id',
      'version',
      'text',
      'fields',
      'parameters',
      'cursor',
      'field',
      'from',
      'idempotencyKey',
      'base64',
      'name',
    ];
    const tools = [
      'search',
      'list',
      'read',
      'create',
      'update',
      'publish',
      'schedule',
      'delete',
      'upload',
      'manage_access',
      'explain_access',
      'what_if',
    ];
    const args = { type: 'content', id: unknownId, version: 1, text: 'x' };
    let calls = 0;
    for (const name of names) {
      for (const [index, value] of values.entries()) {
        const tool = tools[calls % tools.length] ?? '';
        const response = await assistant.send('tools/call', { name: tool, arguments: { ...args, [name]: value } });
        const text = await response.text();
        expect(response.status, `${tool} ${name} ${index}: ${text.slice(0, 300)}`).to.be.below(500);
        expect(text, `${tool} ${name} ${index}`).not.to.match(/HTTP 5\d\d|internal-error/);
        calls += 1;
      }
    }
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"jsonrpc":"2.0"}',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '['.repeat(50_000),
    ]) {
      const { status } = await fetch(`${service.server.url}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${service.admin.token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body,
      });
      expect(status, body.slice(0, 50)).to.be.within(400, 499);
      calls += 1;
    }
    expect(calls).to.be.greaterThan(200);
    const { data } = await service.admin.get<{ items: Event[] }>(`/events?after=${before}&via=mcp`);
    expect(data.items).to.deep.equal([]);
  });

  describe('by standard input', () => {
    const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));

    /** Runs the command with these lines of input, and returns its lines of output. */
    async function run(key: string, messages: readonly object[], url = service.server.url) {
      const child = spawn(process.execPath, [cli, 'mcp', '--url', url], {
        env: { PATH: process.env['PATH'] ?? '', PORTCULLIS_KEY: key },
      });
      const errors: string[] = [];
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      const answers: Answer[] = [];
      child.stdin.on('error', () => undefined);
      for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const expected = messages.filter((message) => 'id' in message).length;
      for await (const line of createInterface(child.stdout)) {
        answers.push(JSON.parse(line));
        if (answers.length === expected) child.stdin.end();
      }
      return { answers, errors: errors.join(''), exitCode: await ended };
    }

    it('has the same tools, and sends the same requests', async () => {
      const { api } = await aKey({ permissions: ['tag.manage'] });
      const clientInfo = { name: 'a program', version: '1' };
      const { answers, errors, exitCode } = await run(api.token ?? '', [
        { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/list' },
        {
          id: 3,
          method: 'tools/call',
          params: { name: 'create', arguments: { type: 'tag', fields: { name: unique() } } },
        },
      ]);
      const byId = (id: number) => answers.find((answer) => answer.id === id)?.result;
      expect(byId(1)).to.include({ protocolVersion: '2025-11-25' });
      expect(byId(2)?.tools).to.deep.equal(await assistantOf(api).tools());
      expect(byId(3)?.structuredContent).to.include({ type: 'tag', version: 1 });
      expect({ errors, exitCode }).to.deep.equal({ errors: '', exitCode: 0 });
      const { data } = await service.admin.get<{ items: Event[] }>('/events?via=mcp&limit=1');
      expect(data.items[0]?.actor.agent).to.deep.equal({ via: 'mcp', tool: 'create', client: 'a program' });
    });

    it('says at once that a key is missing or wrong', async () => {
      expect(await run('', [])).to.deep.include({ exitCode: 2 });
      const wrong = await run('ptc_wrong', []);
      expect(wrong.exitCode).to.equal(1);
      expect(wrong.errors).to.include('key');
    });

    it('names the address that does not answer, and why', async () => {
      const { errors, exitCode } = await run('ptc_any', [], 'http://127.0.0.1:41999/path');
      expect(errors).to.include('http://127.0.0.1:41999 ').and.include('ECONNREFUSED');
      expect(exitCode).to.equal(1);
    });
  });
});

interface OfferedOperation {
  readonly tool: string;
  readonly type: string;
  readonly action: string;
  readonly operation: { readonly verb: string; readonly path: string; readonly id: string };
}

/** Returns the operations of all tools, which this test reads from the package itself. */
async function operationsOfTools(): Promise<readonly OfferedOperation[]> {
  const source = new URL('../../../../packages/mcp/dist/src/', import.meta.url);
  const { readApi } = await import(new URL('document.js', source).href);
  const { tools, typesOf, operationsOf } = await import(new URL('tools.js', source).href);
  const { describedRoutesOf } = await import('../src/wiring/routes.ts');
  const { openApiDocumentOf } = await import('@portcullis/adapters-http/internal/openapi/documentation');
  const api = readApi(await openApiDocumentOf(describedRoutesOf([ownLabels])));
  return tools.flatMap((tool: { name: string }) =>
    typesOf(tool, api).flatMap((type: string) =>
      [...operationsOf(tool, type, api)].map(([action, operation]) => ({ tool: tool.name, type, action, operation })),
    ),
  );
}

describe('The limit MCP_RATE', () => {
  it('is one of each caller', async () => {
    const service = await startService({ MCP: 'on', MCP_RATE: '2' });
    try {
      const responses = async ({ token }: Api) => {
        const sent: Response[] = [];
        for (let call = 0; call < 3; call += 1)
          sent.push(await anAssistant(service.server.url, token).send('tools/list'));
        return sent;
      };
      const [, , third] = await responses(service.admin);
      expect(third?.status).to.equal(429);
      expect(Number(third?.headers.get('Retry-After'))).to.be.within(1, 60);
      const [first] = await responses((await aPerson(service)).api);
      expect(first?.status).to.equal(200);
    } finally {
      await service.stop();
    }
  });
});

describe('Without MCP=on', () => {
  it('there is no endpoint for assistants, and none of its libraries is loaded', async () => {
    const hook = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(
      "export async function resolve(name, context, next) { const found = await next(name, context); if (found.url.includes('modelcontextprotocol') || found.url.includes('packages/mcp')) process._rawDebug('loaded ' + found.url); return found; }"))`;
    const script = `
      const { startService } = await import(${JSON.stringify(new URL('support/service.js', import.meta.url).href)});
      const service = await startService({ MCP: process.env.CHOSEN });
      const response = await fetch(service.server.url + '/mcp', { method: 'POST', headers: { Authorization: 'Bearer ' + service.admin.token }, body: '{}' });
      console.log('status ' + response.status);
      await service.stop();
      process.exit(0);`;
    const outputWith = async (chosen: string): Promise<string> => {
      const child = spawn(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, '-e', `(async () => {${script}})()`],
        { env: { ...process.env, CHOSEN: chosen, MOCHA_WORKER_ID: '' } },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await new Promise((resolve) => child.once('close', resolve));
      return output;
    };
    const [off, on] = [await outputWith('off'), await outputWith('on')];
    expect(off, off).to.include('status 404').and.not.include('loaded ');
    expect(on).to.include('loaded ').and.not.include('status 404');
  });
});
