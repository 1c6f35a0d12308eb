import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { root } from '../../architecture/files.ts';
import type { ModelBrowser, Tab } from './browser.ts';
import { vbenModules } from './vben-modules.ts';

/** The code of a front end that runs in a page. */
export interface Page {
  readonly logIn: () => Promise<unknown>;
  /** Continues the session of an earlier page or of another tab. */
  readonly load: () => Promise<unknown>;
  /** Makes a call. @throws {Error} `The page is logged out.` */
  readonly call: () => Promise<unknown>;
  /** Changes other data that the page stores. */
  readonly change: () => Promise<unknown>;
}

/** Opens a page of a front end in a tab. */
export type OpenPage = (browser: ModelBrowser, tab: Tab) => Page;

/** The names of the global variables that a page gets from `ModelBrowser.globalsOf`. */
const globals = [
  'localStorage',
  'sessionStorage',
  'navigator',
  'globalThis',
  'window',
  'document',
  'crypto',
  'fetch',
  'setTimeout',
  'Request',
  'Date',
  'BroadcastChannel',
  'AbortSignal',
] as const;

/** Modules that replace those of a front end, by the name with which they are imported. */
type Modules = Readonly<Record<string, string>>;

const replacing = (modules: Modules, resolveDir: string): Plugin => ({
  name: 'replaced modules',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^[#@]/ }, ({ path }) =>
      path in modules ? { path, namespace: 'replaced' } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'replaced' }, ({ path }) => ({
      contents: modules[path] ?? '',
      loader: 'ts',
      resolveDir,
    }));
  },
});

/** Bundles the real code of a front end. `exported` is a module that exports a `Page` with the name `page`. */
async function bundle(folder: string, exported: string, modules: Modules = {}): Promise<OpenPage> {
  const resolveDir = join(root, folder);
  const { outputFiles } = await build({
    stdin: { contents: exported, loader: 'ts', resolveDir },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'exported',
    platform: 'browser',
    define: { 'import.meta.env': '{ "VITE_APP_NAMESPACE": "vben" }' },
    plugins: [replacing(modules, resolveDir)],
  });
  const open = compileFunction(`${outputFiles[0]?.text ?? ''}; return exported.page;`, [...globals]);
  return (browser, tab) => {
    const values = browser.globalsOf(tab);
    const page: Page = open(...globals.map((name) => values[name]));
    return page;
  };
}

const clientPage = `
  import { createClient, tokensIn } from '@portcullis/client';
  let isOut = false;
  const client = createClient({ tokens: tokensIn(localStorage), fetch, onSessionEnded: () => { isOut = true; } });
  const call = async () => {
    await client.get('/api/auth/profile');
    if (isOut) throw new Error('The page is logged out.');
  };
  export const page = {
    logIn: () => client.login({ username: 'model', password: 'model' }),
    load: call,
    call,
    change: async () => undefined,
  };`;

const consolePage = (keep: boolean): string => `
  import { api, logIn, restoreSession, sessionState } from './src/session/session.ts';
  const mustBeIn = () => {
    if (sessionState.value !== 'in') throw new Error('The page is logged out.');
  };
  // The console shows no screen before this has ended.
  let loading;
  export const page = {
    logIn: () => logIn({ username: 'model', password: 'model' }, ${keep}),
    load: () => (loading = restoreSession()),
    call: async () => {
      await loading;
      // If the token expires again and again while the page is loaded, the person has to load it once more.
      if (sessionState.value === 'out') await (loading = restoreSession());
      mustBeIn();
      await api.get('/api/auth/profile');
      mustBeIn();
    },
    change: async () => undefined,
  };`;

/** The parts of soybean-admin that its plan of changes leaves: storage, sending of requests, and single flight. */
const soybeanPage = `
  import { renewTokens, storeLoginToken } from '@portcullis/front-end-kits/soybean';
  const storage = {
    get: (name) => JSON.parse(localStorage.getItem(name)),
    set: (name, value) => localStorage.setItem(name, JSON.stringify(value)),
  };
  const send = async (method, path, body, headers = {}) => {
    const response = await fetch(new Request('/api' + path, { method, headers, body: body && JSON.stringify(body) }));
    return response.json();
  };
  const exchange = async (refreshToken) => {
    const { code, data } = await send('POST', '/auth/refresh', { refreshToken });
    isOut ||= code === 1103;
    return code === 0 ? { token: data.token.accessToken, refreshToken: data.token.refreshToken } : null;
  };
  let isOut = false;
  let renewing = null;
  const call = async () => {
    const sent = 'Bearer ' + storage.get('token');
    const { code } = await send('GET', '/auth/profile', undefined, { Authorization: sent });
    if (code === 0) return;
    isOut ||= code !== 1102;
    if (isOut) throw new Error('The page is logged out.');
    renewing ??= renewTokens({ storage, refused: sent, exchange }).finally(() => { renewing = null; });
    const isRenewed = await renewing;
    if (isOut) throw new Error('The page is logged out.');
    if (!isRenewed) throw new Error('The call failed.');
    await call();
  };
  export const page = {
    logIn: async () => {
      const { data } = await send('POST', '/auth/login', {});
      storeLoginToken(storage, { token: data.token.accessToken, refreshToken: data.token.refreshToken });
    },
    load: call,
    call,
    change: async () => localStorage.setItem('lang', 'en'),
  };`;

const vbenPage = `
  import { store } from '@vben/stores';
  import { loginApi } from '#/api/core/auth';
  import { getProfileApi, getUserInfoApi } from '#/api/core/user';
  import { currentAccessToken } from '#/portcullis/tokens';
  currentAccessToken();
  const mustBeIn = () => {
    if (!store.accessToken) throw new Error('The page is logged out.');
  };
  export const page = {
    logIn: async () => store.setAccessToken((await loginApi({ username: 'model', password: 'model' })).accessToken),
    load: async () => { mustBeIn(); await getUserInfoApi(); mustBeIn(); },
    call: async () => { await getProfileApi(); mustBeIn(); },
    change: async () => store.setAccessCodes(['code ' + Math.random()]),
  };`;

/** The front ends that keep the tokens of a session. */
export const pageNames = [
  'the client with tokensIn(localStorage)',
  'the console, in a session of the browser',
  'the console, in a session of its tabs',
  'soybean-admin',
  'vben',
] as const;

export async function bundlePages(): Promise<Readonly<Record<(typeof pageNames)[number], OpenPage>>> {
  const kit = 'packages/front-end-kits/front-ends/vben/apps/web-antd/src';
  const source = (file: string): Promise<string> => readFile(join(root, kit, file), 'utf8');
  return {
    'the client with tokensIn(localStorage)': await bundle('apps/server', clientPage),
    'the console, in a session of the browser': await bundle('apps/console', consolePage(true)),
    'the console, in a session of its tabs': await bundle('apps/console', consolePage(false)),
    'soybean-admin': await bundle('apps/server', soybeanPage),
    vben: await bundle('apps/server', vbenPage, {
      ...vbenModules,
      '#/api/core/auth': await source('api/core/auth.ts'),
      '#/api/core/user': await source('api/core/user.ts'),
      '#/portcullis/tokens': await source('portcullis/tokens.ts'),
    }),
  };
}
