import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient, PortcullisError } from '@portcullis/client';
import { createLog, readConfig, startServer, type RunningServer } from '@portcullis/server';
import { modules } from '../src/modules.ts';

interface Project {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
}

const password = 'first-administrator-1';
let folder: string;
let server: RunningServer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acme-'));
  const variables = {
    PORT: '0',
    DATA_DIR: folder,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE: '0s',
  };
  const config = readConfig(variables, { modules });
  server = await startServer(config, await createLog(config), { modules });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('a project is created, changed and found over HTTP', async () => {
  const portcullis = createClient({ baseUrl: server.url });
  await portcullis.login({ username: 'admin', password });
  const body = { name: 'Website', status: 'planned', members: 2 };
  const { id } = await portcullis.request<Project>('post', '/api/acme/projects', { body });

  const params = { path: { id }, header: { 'If-Match': '"1"' } };
  const change = { params, body: { status: 'active' } };
  const changed = await portcullis.request<Project>('patch', '/api/acme/projects/{id}', change);
  assert.equal(changed.version, 2);

  const query = { status: 'active', sortBy: 'name' };
  const page = await portcullis.request<{ items: Project[] }>('get', '/api/acme/projects', { params: { query } });
  assert.deepEqual(
    page.items.map(({ name }) => name),
    ['Website'],
  );
});

test('without a session, projects are not shown', async () => {
  const visitor = createClient({ baseUrl: server.url });
  const error = await visitor.request('get', '/api/acme/projects').catch((reason: unknown) => reason);
  assert.ok(error instanceof PortcullisError);
  assert.equal(error.status, 401);
});
