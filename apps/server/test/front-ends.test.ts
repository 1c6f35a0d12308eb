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
            bundler.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({
              contents: standIns[path] ?? '',
              loader: 'ts',
              resolveDir: join(root, 'apps/server'),
            }));
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
    const folder = join(root, 'packages/front-end-kits/front-ends');
    const names = await readdir(folder, { recursive: true });
    const withExtension: string[] = [];
    for (const name of names.filter((file) => /\.(ts|vue)$/.test(file))) {
      if (/from '[^']*\.ts'/.test(await readFile(join(folder, name), 'utf8'))) withExtension.push(name);
    }
    expect(names.length).to.be.above(40);
    expect(withExtension).to.deep.equal([]);
  });

  it('soybean-admin: the file supports all calls, and sends no request while it is loaded', async () => {
    const file = await readFile(
      join(root, 'packages/front-end-kits/front-ends/soybean/src/service/api/portcullis.ts'),
      'utf8',
    );
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
    const { anyNames, soybeanApi } = await import('@portcullis/front-end-kits/soybean');
    const request = () => expect.fail('a request was sent while the file was loaded');
    const own = { constantRoutes: request, compiled: request, translate: String, onDropped: request };
    const calls = soybeanApi({ request, home: 'home', ...own, ...anyNames });
    expect(Object.keys(exported)).to.have.members([...Object.keys(calls), 'fetchCustomBackendError']);
    expect(await exported.fetchGetAllPages()).to.deep.equal({ data: ['home'], error: null });
    expect((await exported.fetchLogout()).data).to.deep.equal({ url: '/auth/logout', method: 'post' });
  });

  describe('vben', () => {
    const folder = join(root, 'packages/front-end-kits/front-ends/vben/apps/web-antd/src');
    const source = (file: string): Promise<string> => readFile(join(folder, file), 'utf8');
    const environment = { 'import.meta.env': '{ "VITE_APP_NAMESPACE": "vben" }' };

    /** Returns the file that stores the tokens, with a storage of its own. */
    const tokensModule = async (): Promise<string> => `
      const navigator = {};
      const stored = {};
      const localStorage = {
        getItem: (key) => stored[key] ?? null,
        setItem: (key, value) => { stored[key] = value; },
        removeItem: (key) => { delete stored[key]; },
      };
      ${await source('portcullis/tokens.ts')}`;

    const stores = `
      export const store = {
        accessToken: null,
        accessCodes: [],
        setAccessToken: (token) => { store.accessToken = token; },
        setAccessCodes: (codes) => { store.accessCodes = codes; },
      };
      export const useAccessStore = () => store;`;

    /**
     * Returns fakes of the store and of the two HTTP clients of the front end vben. `baseRequestClient` adds no token
     * and returns the status and the complete body. `requestClient` sends the token and returns the `data` of the
     * envelope.
     */
    const standIns = async (): Promise<StandIns> => ({
      '@vben/stores': stores,
      '#/portcullis/tokens': await tokensModule(),
      '#/portcullis/can': 'export const setOperations = () => undefined;',
      '#/api/request': `
        import { currentAccessToken } from '#/portcullis/tokens';
        const call = async (method, path, body, { headers } = {}) => {
          const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) };
          const received = await fetch('${service.server.url}/api' + path, init);
          const response = { data: await received.json(), status: received.status };
          // The client of vben throws the body of an error response.
          if (!received.ok) throw response.data;
          return response;
        };
        const token = () => ({ headers: { Authorization: 'Bearer ' + currentAccessToken() } });
        export const baseRequestClient = { post: (path, body, config) => call('POST', path, body, config) };
        export const requestClient = {
          get: async (path) => (await call('GET', path, undefined, token())).data.data,
          post: async (path, body) => (await call('POST', path, body, token())).data.data,
        };`,
    });

    it('logs in, reads the profile and the permissions, refreshes, and logs out', async () => {
      const [auth, user] = await Promise.all(['auth.ts', 'user.ts'].map((name) => source(`api/core/${name}`)));
      const both = `${auth}${user?.replaceAll(/^import \{ requestClient .*$/gm, '')}
        export { store } from '@vben/stores';`;
      const vben = await running(`${both}; export { storeTokens, storedTokens };`, await standIns(), environment);
      const { storedTokens, storeTokens } = vben;
      const { username, password } = person;
      const first = await vben.loginApi({ username, password });
      expect(storedTokens()).to.deep.equal(first);
      // Another tab has written its whole state, with an old token, to the store of vben.
      vben.store.accessToken = 'an older token';
      expect(await vben.getAccessCodesApi()).to.include('user.update');
      expect(vben.store).to.deep.include({ accessToken: first.accessToken, accessCodes: [] });
      expect(await vben.getUserInfoApi()).to.deep.include({
        userId: person.id,
        username,
        realName: username,
        roles: ['MODERATOR'],
      });
      expect(vben.store.accessCodes).to.include('user.update');
      const { data, status } = await vben.refreshTokenApi();
      expect([data, status]).to.deep.equal([storedTokens().accessToken, 200]);
      expect(storedTokens().refreshToken).not.to.equal(first.refreshToken);
      const { refreshToken } = storedTokens();
      storeTokens({ ...first, refreshToken: 'older' }, first.refreshToken);
      expect(storedTokens().refreshToken).to.equal(refreshToken);
      await vben.logoutApi();
      expect(storedTokens()).to.equal(undefined);
      expect(await accessTokenResult(service.api, { ...first, accessToken: data })).to.deep.equal(sessionEndedResult);
      const refusal = await vben.refreshTokenApi().catch((error: unknown) => error);
      expect(refusal.response.status).to.equal(401);
      expect(await vben.logoutApi()).to.equal(undefined);
    });

    it('keeps the session if a refresh gets no response or the service is busy, and ends it if it is refused', async () => {
      let failure: unknown;
      const modules = {
        ...(await standIns()),
        '#/api/request': `
          export const requestClient = {};
          export const baseRequestClient = { post: () => Promise.reject(globalThis.failure()) };`,
      };
      Object.assign(globalThis, { failure: () => failure });
      const auth = `${await source('api/core/auth.ts')}; export { storeTokens, storedTokens };`;
      const vben = await running(auth, modules, environment);
      const tokens = { accessToken: 'access', refreshToken: 'refresh' };
      vben.storeTokens(tokens);
      for (failure of [new Error('Network Error'), { code: 2003, message: 'busy' }]) {
        const error = await vben.refreshTokenApi().catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(Error);
        expect(error.response?.status).to.equal(undefined);
        expect(vben.storedTokens()).to.deep.equal(tokens);
      }
      failure = { code: 1103 };
      const error = await vben.refreshTokenApi().catch((reason: unknown) => reason);
      expect(error.response).to.deep.equal({ data: { code: 1103 }, status: 401 });
      expect(vben.storedTokens()).to.equal(undefined);
      Reflect.deleteProperty(globalThis, 'failure');
    });

    it('repeats a call whose refusal arrives after the refresh has ended', async () => {
      const vben = await running(await tokensModule(), { '@vben/stores': stores }, environment);
      const { rejected } = vben.repeatWithNewToken({ request: async (url: string) => `repeated ${url}` });
      const refused = (token: string, status: number) => ({
        config: { url: '/x', headers: { Authorization: `Bearer ${token}` } },
        response: { status },
      });
      const thrown = (error: object): unknown => {
        try {
          return rejected(error);
        } catch (reason) {
          return reason;
        }
      };
      const [old, current, forbidden] = [refused('old', 401), refused('new', 401), refused('old', 403)];
      expect(thrown(old), 'without tokens').to.equal(old);
      vben.storeTokens({ accessToken: 'new', refreshToken: 'refresh' });
      expect(await rejected(old)).to.equal('repeated /x');
      for (const other of [current, forbidden, new Error('offline')]) expect(thrown(other)).to.equal(other);
    });

    it('gives vben the keys of labels, so that they follow a change of the language', async () => {
      const locales = `export const $te = (key) => key === 'route.home';`;
      const vben = await running(await source('portcullis/menus.ts'), { '@vben/locales': locales });
      const menu = (i18nKey: string | null) => ({
        children: [],
        component: 'view.home',
        fixedIndexInTab: null,
        href: null,
        i18nKey,
        menuType: 2,
        query: null,
        routeName: 'home',
        routePath: '/home',
        title: 'The name',
      });
      const { routes } = vben.routesOf(['route.home', 'route.unknown', null].map(menu), [
        '../../views/portcullis/home.vue',
      ]);
      expect(routes.map(({ meta }: { meta: { title: string } }) => meta.title)).to.deep.equal([
        'route.home',
        'The name',
        'The name',
      ]);
      expect(await source('api/core/menu.ts')).not.to.include('$t(');
    });
  });
});
