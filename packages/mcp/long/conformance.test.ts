import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const cli = fileURLToPath(new URL('../../../../apps/server/dist/src/cli.js', import.meta.url));
const password = 'first-administrator-1';

const fixture = 'calls a tool, or expects one in the list, that only a server made for the suite has';
const noFeature = 'tests a part of the protocol that this server does not announce';

/** The scenarios that do not apply, by the beginnings of their names, and why. All others must pass. */
const inapplicable: Readonly<Record<string, string>> = {
  'tools-call-': fixture,
  'json-schema-2020-12': fixture,
  'http-custom-header-server-validation': fixture,
  'server-sse-polling': fixture,
  'input-required-result-': fixture,
  'elicitation-': noFeature,
  'logging-set-level': noFeature,
  'completion-complete': noFeature,
  'resources-': noFeature,
  'prompts-': noFeature,
  'tasks-': noFeature,
};

/** The single checks that do not apply in scenarios that do. */
const inapplicableChecks: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': fixture,
  'sep-2575-missing-capability-http-400': fixture,
  'sep-2549-prompts-list-caching-hints': noFeature,
  'sep-2549-resources-list-caching-hints': noFeature,
  'sep-2549-resources-templates-list-caching-hints': noFeature,
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  return port;
}

/** The suite sends no credentials, so this server adds them. */
function proxyTo(port: number, token: () => string): Server {
  return createServer((received, response) => {
    const headers = { ...received.headers, authorization: `Bearer ${token()}` };
    const sent = request(
      { port, host: '127.0.0.1', method: received.method, path: received.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    sent.on('error', () => response.destroy());
    received.pipe(sent);
  });
}

describe('The public conformance suite', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-mcp-'));
  let token = '';
  let proxy: Server;
  let service: ChildProcess;

  before(async () => {
    const port = await aFreePort();
    proxy = proxyTo(port, () => token).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    service = spawn(process.execPath, [cli, 'start'], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        DATA_DIR: join(directory, 'data'),
        ADMIN_PASSWORD: password,
        MCP: 'on',
        MCP_RATE: '1000000',
        CORS_ORIGINS: `http://localhost:${portOf(proxy)}`,
      },
    });
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/api/health/ready`)
        .then(({ ok }) => ok)
        .catch(() => false);
    while (!(await isReady())) await sleep(200);
    const body = JSON.stringify({ username: 'admin', password });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
    token = JSON.parse(await response.text()).data.token.accessToken;
  });
  after(async () => {
    proxy.close();
    service.kill();
    await once(service, 'exit');
    rmSync(directory, { recursive: true, force: true });
  });

  for (const version of ['2025-11-25', '2026-07-28']) {
    it(`passes for the version ${version}, except for scenarios that do not apply`, async () => {
      const output = join(directory, version);
      const url = `http://localhost:${portOf(proxy)}/mcp`;
      // The suite needs Node 22.
      const args = ['-y', '-p', 'node@22', '-p', suite, 'conformance', 'server', '--url', url];
      const run = spawn('npx', [...args, '--suite', 'all', '--spec-version', version, '-o', output], {
        stdio: 'ignore',
      });
      await once(run, 'exit');
      const results = readdirSync(output).map((folder) => {
        const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(folder)?.[1] ?? folder;
        const checks: readonly Check[] = JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8'));
        return { scenario, checks };
      });
      const isInapplicable = (scenario: string): boolean =>
        Object.keys(inapplicable).some((beginning) => scenario.startsWith(beginning));
      const applicable = results.filter(({ scenario }) => !isInapplicable(scenario));
      expect(applicable.map(({ scenario }) => scenario)).to.include.members(
        ['ping', 'tools-list', 'dns-rebinding-protection'].filter(
          (each) => version === '2025-11-25' || each !== 'ping',
        ),
      );
      const failed = applicable.flatMap(({ scenario, checks }) =>
        checks
          .filter(({ id, status }) => status === 'FAILURE' && inapplicableChecks[id] === undefined)
          .map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage ?? ''}`),
      );
      expect(failed).to.deep.equal([]);
      const passed = applicable.flatMap(({ checks }) => checks.filter(({ status }) => status === 'SUCCESS'));
      process.stdout.write(`${version}: ${passed.length} checks in ${applicable.length} scenarios pass\n`);
    });
  }
});
