/**
 * The store of vben. Like the plugin `pinia-plugin-persistedstate`, it stores its whole state after any change, a
 * little later, and reads the stored state only when the page is loaded.
 */
const stores = `
  const key = 'core-access';
  const initial = { accessToken: null, refreshToken: null, accessCodes: [] };
  const state = { ...initial, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  const change = (values) => {
    Object.assign(state, values);
    Promise.resolve().then(() => localStorage.setItem(key, JSON.stringify(state)));
  };
  export const store = {
    isAccessChecked: true,
    get accessToken() { return state.accessToken; },
    get refreshToken() { return state.refreshToken; },
    setAccessToken: (accessToken) => change({ accessToken }),
    setRefreshToken: (refreshToken) => change({ refreshToken }),
    setAccessCodes: (accessCodes) => change({ accessCodes }),
    $hydrate: () => Object.assign(state, JSON.parse(localStorage.getItem(key) ?? '{}')),
    $reset: () => change(initial),
  };
  export const useAccessStore = () => store;`;

/** The two request clients of vben, with the interceptors in the order of the changed \`api/request.ts\`. */
const request = `
  import { store } from '@vben/stores';
  import { refreshTokenApi } from '#/api/core/auth';
  import { currentAccessToken, repeatWithNewToken, storedTokens } from '#/portcullis/tokens';

  async function send(method, path, data, headers = {}) {
    const init = { method, headers, body: data && JSON.stringify(data) };
    const response = await fetch(new Request('/api' + path, init));
    return { status: response.status, data: await response.json() };
  }

  async function logOut() {
    if ((!store.accessToken && !store.isAccessChecked) || storedTokens()) return;
    store.isAccessChecked = false;
    store.$reset();
  }

  const client = { isRefreshing: false, queue: [], request: call };
  const late = repeatWithNewToken(client);

  async function authenticate(error) {
    const { config, response } = error;
    if (response?.status !== 401) throw error;
    if (config.isRetry) { await logOut(); throw error; }
    if (client.isRefreshing) {
      return new Promise((resolve) => client.queue.push(() => resolve(call(config.url, { ...config }))));
    }
    client.isRefreshing = true;
    config.isRetry = true;
    const continueOthers = () => { for (const next of client.queue.splice(0)) next(); };
    try {
      const { data } = await refreshTokenApi();
      store.setAccessToken(data);
      continueOthers();
      return call(config.url, { ...config });
    } catch (failure) {
      continueOthers();
      await logOut();
      throw failure;
    } finally {
      client.isRefreshing = false;
    }
  }

  async function call(url, config) {
    const headers = { ...config.headers, Authorization: 'Bearer ' + currentAccessToken() };
    const sent = { ...config, url, headers };
    const { status, data } = await send(sent.method, url, sent.data, headers);
    if (status === 200) return data.data;
    const refused = { config: sent, response: { status, data } };
    try {
      return await late.rejected(refused);
    } catch (error) {
      try {
        return await authenticate(error);
      } catch (failure) {
        throw failure.response ? failure.response.data : failure;
      }
    }
  }

  export const requestClient = {
    get: (url) => call(url, { method: 'GET' }),
    post: (url, data) => call(url, { method: 'POST', data }),
    request: call,
  };
  export const baseRequestClient = {
    post: async (path, data) => {
      const response = await send('POST', path, data);
      if (response.status !== 200) throw response.data;
      return response;
    },
  };`;

/** Modules that imitate those of vben itself, and the module for the buttons of a page, for the files of its kit. */
export const vbenModules = {
  '@vben/stores': stores,
  '#/api/request': request,
  '#/portcullis/can': 'export const setOperations = () => undefined;',
};
