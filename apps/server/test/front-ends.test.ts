import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { build } from 'esbuild';
import { root } from './architecture/files.ts';
import { aPerson, sharedService, type Person, type Service } from './support/service.ts';
import { sessionEndedResult, accessTokenResult } from './support/sessions.ts';

/** The source code of fake modules of a front end, by module name. */
type StandIns = Readonly<Record<string, string>>;

/** Runs a file for a front end with these fake modules, and returns its exports. */
async function running(text: string, standIns: StandIns, define: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-'));
  try {
    const { outputFiles } = await build({
      stdin: { contents: text, loader: 'ts', resolveDir: join(root, 'apps/server') },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      define,
      plugins: [
        {
          name: 'stand-ins',
          setup: (bundler) => {
            bundler.onResolve({ filter: /.*/ }, ({ path }) =>
              path in standIns ? { path, namespace: 'stand-in' } : undefined,
            );
            bundler.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: standIns[path] ?? '' }));
          },
        },
      ],
    });
    const file = join(folder, 'file.mjs');
    await writeFile(file, outputFiles[0]?.text ?? '');
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('The files for front ends', () => {
  let service: Service;
  let person: Person;

  before(async () => {
    service = await sharedService();
    person = await aPerson(service, ['MODERATOR']);
  });

  // The compilers of the front ends refuse import paths that end in `.ts`.
  it('import each other without file extensions', async () => {
    const folder = join(root, 'packages/client/front-ends');
    const names = await readdir(folder, { recursive: true });
    const withExtension: string[] = [];
    for (const name of names.filter((file) => /\.(ts|vue)$/.test(file))) {
      if (/from '[^']*\.ts'/.test(await readFile(join(folder, name), 'utf8'))) withExtension.push(name);
    }
    expect(names.length).to.be.above(40);
    expect(withExtension).to.deep.equal([]);
  });

  it('soybean-admin: the file supports all calls, and sends no request while it is loaded', async () => {
    const file = await readFile(join(root, 'packages/client/front-ends/soybean/src/service/api/portcullis.ts'), 'utf8');
    const exported = await running(
      file,
      {
        '../request': `export const request = async (config) => ({ data: config, error: null });`,
        '@/router/elegant/imports': `export const layouts = {}; export const views = { home: 1, alova_request: 1 };`,
        '@/router/elegant/transform': `export const getRoutePath = () => '/';`,
        '@/router/routes': `export const createStaticRoutes = () => ({ constantRoutes: [] });`,
        '@/locales': `export const $t = String;`,
        '@/portcullis/i18n-keys': `export const isI18nKey = Boolean;`,
        '@/portcullis/dropped-menus': `export const reportDroppedMenus = Boolean;`,
        '@/portcullis/live': `export const followAccess = Boolean;`,
      },
      { 'import.meta.env.VITE_ROUTE_HOME': '"home"' },
    );
    const { menuGrants, permissionGrants, ...functions } = exported;
    const all = [functions, menuGrants, permissionGrants].flatMap((calls) => Object.values(calls));
    expect(all.every((call) => typeof call === 'function')).to.equal(true);
    const { anyNames, soybeanApi } = await import('@portcullis/client/soybean');
    const request = () => expect.fail('a request was sent while the file was loaded');
    const own = { constantRoutes: request, compiled: request, translate: String, onDropped: request };
    const calls = soybeanApi({ request, home: 'home', ...own, ...anyNames });
    expect(Object.keys(exported)).to.have.members([...Object.keys(calls), 'fetchCustomBackendError']);
    expect(await exported.fetchGetAllPages()).to.deep.equal({ data: ['home'], error: null });
    expect((await exported.fetchLogout()).data).to.deep.equal({ url: '/auth/logout', method: 'post' });
  });

  describe('vben', () => {
    /**
     * Returns fakes of the store and of the two HTTP clients of the front end vben. `baseRequestClient` adds no token
     * and returns the status and the complete body. `requestClient` sends the token and returns the `data` of the
     * envelope.
     */
    const standIns = (): StandIns => ({
      '@vben/stores': `
        export const stored = { refreshToken: null };
        export const store = {
          accessToken: null,
          refreshToken: null,
          accessCodes: [],
          setAccessCodes: (codes) => { store.accessCodes = codes; },
          setRefreshToken: (token) => { store.refreshToken = stored.refreshToken = token; },
          $hydrate: () => { store.refreshToken = stored.refreshToken; },
        };
        export const useAccessStore = () => store;`,
      '#/api/request': `
        import { store } from '@vben/stores';
        const call = async (method, path, body, { headers } = {}) => {
          const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) };
          const response = await fetch('${service.server.url}/api' + path, init);
          const answer = { data: await response.json(), status: response.status };
          // The client of vben throws the body of an error response.
          if (!response.ok) throw answer.data;
          return answer;
        };
        const token = () => ({ headers: { Authorization: 'Bearer ' + store.accessToken } });
        export const baseRequestClient = { post: (path, body, config) => call('POST', path, body, config) };
        export const requestClient = {
          get: async (path) => (await call('GET', path, undefined, token())).data.data,
          post: async (path, body) => (await call('POST', path, body, token())).data.data,
        };`,
    });

    it('logs in, reads the profile and the permissions, refreshes, and logs out', async () => {
      const folder = join(root, 'packages/client/front-ends/vben/apps/web-antd/src/api/core');
      const [auth, user] = await Promise.all(
        ['auth.ts', 'user.ts'].map((name) => readFile(join(folder, name), 'utf8')),
      );
      const both = `${auth}${user?.replaceAll(/^import \{ (?:requestClient|useAccessStore) .*$/gm, '')}
        export { store, stored } from '@vben/stores';`;
      const vben = await running(both, standIns());
      const { username, password } = person;
      const first = await vben.loginApi({ username, password });
      vben.store.accessToken = first.accessToken;
      expect(await vben.getAccessCodesApi()).to.include('user.update');
      expect(vben.store.accessCodes).to.deep.equal([]);
      expect(await vben.getUserInfoApi()).to.deep.include({
        userId: person.id,
        username,
        realName: username,
        roles: ['MODERATOR'],
      });
      expect(vben.store.accessCodes).to.include('user.update');
      // This tab has an old token, and another tab has stored a newer one.
      vben.store.refreshToken = 'an older token';
      const { data, status } = await vben.refreshTokenApi();
      expect([typeof data, status]).to.deep.equal(['string', 200]);
      expect(vben.store.refreshToken).not.to.equal(first.refreshToken);
      vben.store.accessToken = data;
      await vben.logoutApi();
      expect(await accessTokenResult(service.api, { ...first, accessToken: data })).to.deep.equal(sessionEndedResult);
      const refusal = await vben.refreshTokenApi().catch((error: unknown) => error);
      expect(refusal.response.status).to.equal(401);
      vben.store.accessToken = null;
      expect(await vben.logoutApi()).to.equal(undefined);
    });
  });
});
