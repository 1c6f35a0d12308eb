import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, readConfig, startServer, type RunningServer } from '@portcullis/server';
import { expect } from 'chai';
import { greetings } from '../src/greetings.ts';

interface Envelope {
  readonly code: number;
  readonly data: { readonly text: string; readonly at: string; readonly token: { readonly accessToken: string } };
}

describe('An endpoint that is added without forking the service', () => {
  const password = 'first-administrator-1';
  let directory: string;
  let server: RunningServer;
  let token: string;

  async function call(path: string, init: RequestInit = {}): Promise<Envelope> {
    const envelope: Envelope = JSON.parse(await (await fetch(`${server.url}/api${path}`, init)).text());
    return envelope;
  }
  const greeting = (query = ''): Promise<Envelope> =>
    call(`/greeting${query}`, { headers: { Authorization: `Bearer ${token}` } });

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portcullis-'));
    const config = readConfig({ PORT: '0', DATA_DIR: directory, ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' });
    server = await startServer(config, await createLog(config), { modules: [greetings] });
    const { data } = await call('/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    token = data.token.accessToken;
  });
  after(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  it('returns its data in the envelope', async () => {
    const { data } = await greeting('?name=Ada');
    expect(data.text).to.equal('Hello, Ada.');
    expect(Date.parse(data.at)).to.be.closeTo(Date.now(), 60_000);
    expect((await greeting()).data.text).to.equal('Hello, world.');
  });

  it('requires a token, and refuses invalid parameters', async () => {
    expect((await call('/greeting')).code).to.equal(1001);
    expect((await greeting(`?name=${'x'.repeat(51)}`)).code).to.equal(1005);
  });

  it('is part of the API document', async () => {
    const document: { paths: object } = JSON.parse(await (await fetch(`${server.url}/api/openapi.json`)).text());
    expect(document.paths).to.have.property('/api/greeting');
  });
});
