import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './architecture/files.ts';
import { describedRoutes } from './support/contract.ts';
import { sharedService } from './support/service.ts';

const assets = join(root, 'apps/console/dist/site/assets');

/** Operations that no screen of the console calls, and why. */
const absent: Readonly<Record<string, string>> = {
  'GET /api/auth/registration': 'for the registration forms of front ends; the console has none',
  'POST /api/auth/register': 'for people who register themselves in a product; operators create users',
  'GET /api/auth/oidc/{provider}/start': 'opened in the browser',
  'GET /api/auth/oidc/{provider}/callback': 'opened by the provider',
  'GET /api/auth/permissions': 'part of the profile, which the console reads',
  'GET /api/roles/{id}/permissions/count': 'part of GET /api/roles/{id}/stats',
  'GET /api/users/{id}/role-grants': 'part of GET /api/users/{id}',
  'PUT /api/users/{id}/roles': 'the screen of a user calls PUT /api/users/{id}/role-grants, which also sets times',
  'GET /api/menus': 'the same menus as in GET /api/menus/tree, as a list',
  'GET /api/menus/constant-routes': 'for front ends: their routes before the log-in',
  'GET /api/menus/user-routes': 'for front ends: their routes after the log-in',
  'GET /api/menus/route-exists': 'for front ends: tells a missing page from a forbidden one',
  'GET /api/contents/slug/{slug}': 'for the pages of visitors',
  'GET /api/previews/{token}': 'the same as POST /api/previews, for programs',
  'GET /api/categories': 'the same categories as in GET /api/categories/tree, as a list',
  'GET /api/categories/slug/{slug}': 'for the pages of visitors',
  'GET /api/tags/popular': 'for the pages of visitors',
  'GET /api/tags/slug/{slug}': 'for the pages of visitors',
  'GET /api/me/stream': 'the console uses the stream of the client',
  'GET /media/{id}/{name}': 'for the pages of visitors',
  'GET /api/feeds/contents.atom': 'for feed readers',
  'GET /api/feeds/contents.json': 'for feed readers',
  'GET /api/feeds/sitemap.xml': 'for search engines',
  'POST /api/access/filter': 'for services that filter their own data',
  'GET /api/access/forward': 'for gateways',
  'GET /api/access/routes': 'a file of the installation of the gateway, which a program sends',
  'PUT /api/access/routes': 'a file of the installation of the gateway, which a program sends',
  'GET /api/audit-logs': 'the activity has the same changes, and more about each of them',
  'GET /api/audit-logs/{id}': 'the activity has the same changes, and more about each of them',
  'GET /api/api-keys/{id}': 'the same key as in GET /api/api-keys',
  'POST /access/v1/evaluation': 'for other services and gateways',
  'POST /access/v1/evaluations': 'for other services and gateways',
  'GET /.well-known/authzen-configuration': 'for other services and gateways',
  'GET /api/health/live': 'for probes',
  'GET /api/health/ready': 'for probes',
  'GET /api/openapi.json': 'for programs',
  'GET /api/docs': 'a separate page; the navigation of the console has a link to it',
  'GET /api/docs/{asset}': 'files of that page',
};

/** Operations that the client calls in special methods such as `login` and `can`, or to refresh its tokens. */
const calledByTheClient = [
  'POST /api/auth/login',
  'POST /api/auth/login/factor',
  'POST /api/auth/passkey-login',
  'POST /api/auth/logout',
  'GET /api/auth/providers',
  'POST /api/auth/oidc/exchange',
  'POST /api/auth/refresh',
  'GET /api/auth/operations',
  'POST /api/media',
];

/** Returns the paths of the resources whose forms read and change them. */
const editedIn = (source: string): readonly string[] =>
  [...source.matchAll(/\bresource:\s*["'`](\/api\/[^"'`]+)/g)].map(([, path = '']) => path);

/** @returns the API calls in the built console, such as `GET /api/users/{id}`; the build omits unused code */
function calledOperations(): ReadonlySet<string> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const source = scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n');
  const calls = [...source.matchAll(/\.(get|post|put|patch|delete)\(\s*["'`](\/api\/[^"'`?]+)/g)];
  const edited = editedIn(source).flatMap((path) => [`GET ${path}`, `PATCH ${path}`]);
  const called = calls.map(([, verb = '', path]) => `${verb.toUpperCase()} ${path}`);
  return new Set([...called, ...edited, ...calledByTheClient]);
}

const screens = join(root, 'apps/console/src/screens');

/** The restricted operations by the calls of the client, such as `get /api/users`. */
const restricted = new Map(
  describedRoutes
    .filter(({ access }) => access === 'authorized')
    .map(({ method, path, operation }) => [
      `${method.toLowerCase()} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      operation,
    ]),
);

/** Returns the restricted operations that a folder of the console calls, but about which its code never asks. */
function unguardedIn(sources: readonly string[]): readonly string[] {
  const source = sources.join('\n');
  const calls = [...source.matchAll(/\bapi\.(get|post|put|patch|delete)\(\s*'([^']+)'/g)];
  const called = calls.map(([, verb = '', path = '']) => `${verb} ${path}`);
  const edited = editedIn(source).flatMap((path) => [`get ${path}`, `patch ${path}`]);
  const operations = new Set([...called, ...edited].flatMap((call) => restricted.get(call) ?? []));
  return [...operations].filter((operation) => !source.includes(`'${operation}'`));
}

/** The declarations of the screens, which say who may open them. */
const declared = readFileSync(join(root, 'apps/console/src/screens.ts'), 'utf8');

/** Returns the declarations of the screens in a folder. */
const declaredIn = (folder: string): readonly string[] =>
  declared.split(/^ {2}(?=\{|opened\()/m).filter((entry) => entry.includes(`'./screens/${folder}/`));

describe('The operations that only some people may call', () => {
  for (const folder of readdirSync(screens)) {
    it(`are hidden from the others by the screens of ${folder}`, () => {
      const files = readdirSync(join(screens, folder));
      const sources = files.map((name) => readFileSync(join(screens, folder, name), 'utf8'));
      expect(unguardedIn([...sources, ...declaredIn(folder)])).to.deep.equal([]);
    });
  }

  it('are hidden from the others by everything that several screens use', () => {
    const folders = ['forms', 'resources', 'navigation', 'layout'].map((name) => join(root, 'apps/console/src', name));
    const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    expect(unguardedIn(files.map((file) => readFileSync(file, 'utf8')))).to.deep.equal([]);
  });

  it('are found if nothing asks about them', () => {
    const planted = "await api.delete('/api/users/{id}', { params }); can('updateUser');";
    expect(unguardedIn([planted])).to.deep.equal(['deleteUser']);
    expect(unguardedIn([planted, "can('deleteUser')"])).to.deep.equal([]);
    expect(unguardedIn(["useResourceForm({ resource: '/api/menus/{id}' })"])).to.deep.equal(['getMenu', 'updateMenu']);
  });

  it('are not guessed from roles and permissions', () => {
    const files = readdirSync(join(root, 'apps/console/src'), { recursive: true, encoding: 'utf8' });
    const guessing = files
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('language/texts/'))
      .filter((name) =>
        /roles(?:\.value)?\.(?:includes|some)\('|'(?:ADMIN|MODERATOR)'|permissions\.includes\('/.test(
          readFileSync(join(root, 'apps/console/src', name), 'utf8'),
        ),
      );
    expect(guessing).to.deep.equal([]);
  });
});

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
    expect(missing, 'not called and not listed').to.deep.equal([]);
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
