import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { sharedService } from './support/service.ts';

const assets = join(root, 'apps/console/dist/site/assets');

/** Operations that no screen of the console calls, and why. */
const absent: Readonly<Record<string, string>> = {};

/** Operations that the methods `login` and `logout` of the client, and the renewal of its tokens, call. */
const calledByTheClient = ['POST /api/auth/login', 'POST /api/auth/logout', 'POST /api/auth/refresh'];

/** @returns the calls in the built console, which holds only what a screen reaches, such as `GET /api/users/{id}`. */
function calledOperations(): ReadonlySet<string> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const source = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
  const calls = [...source.matchAll(/\.(get|post|put|patch|delete)\(\s*["'`](\/api\/[^"'`?]+)/g)];
  return new Set([...calls.map(([, verb = '', path]) => `${verb.toUpperCase()} ${path}`), ...calledByTheClient]);
}

describe('The operations of the API', () => {
  it('are all called by a screen of the console, or listed as absent with the reason', async () => {
    const { server } = await sharedService();
    const response = await fetch(`${server.url}/api/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const called = calledOperations();
    const missing = operations.filter((operation) => !called.has(operation) && !(operation in absent));
    expect(missing, 'neither called nor listed').to.deep.equal([]);
    const outdated = Object.keys(absent).filter(
      (operation) => called.has(operation) || !operations.includes(operation),
    );
    expect(outdated, 'listed, but called or unknown').to.deep.equal([]);
    expect(
      [...called].filter((operation) => !operations.includes(operation)),
      'called, but unknown',
    ).to.deep.equal([]);
  });
});
