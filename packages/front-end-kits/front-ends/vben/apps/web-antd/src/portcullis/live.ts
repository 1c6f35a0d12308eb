import type { RouteLocationNormalized } from 'vue-router';

import { preferences } from '@vben/preferences';
import { useAccessStore, useTabbarStore } from '@vben/stores';

import { getAccessCodesApi } from '#/api/core/auth';

import { storedTokens } from './tokens';

/** The pause before a broken stream is opened again, in milliseconds: `least` plus a random part of `spread`. */
const pause = { least: 2000, spread: 8000 };

let apiURL = '';
let lastEventId = '';
let source: EventSource | undefined;
let isOpening = false;
let unfinishedNavigation: RouteLocationNormalized | undefined;

/** Reads the rights, menus and routes again, and leaves pages that are no longer granted. */
async function refreshAccess() {
  const [{ router }, { useAuthStore }] = await Promise.all([
    import('#/router'),
    import('#/store'),
  ]);
  const store = useAccessStore();
  if (!store.accessToken) return;
  await useAuthStore().fetchUserInfo();
  // The guard of the router adds the routes of all menus again, but does not remove old routes.
  router
    .getRoutes()
    .find(({ path }) => path === '/')
    ?.children.splice(0);
  store.setIsAccessChecked(false);
  // This navigation cancels an unfinished one, so it must have the same target.
  const { hash, path, query } =
    unfinishedNavigation ?? router.currentRoute.value;
  await router.replace({ force: true, hash, path, query });
  if (router.currentRoute.value.name === 'FallbackNotFound') {
    await router.replace(preferences.app.defaultHomePath);
  }
  const tabbar = useTabbarStore();
  const lost = tabbar.getTabs.filter(
    ({ name }) => !name || !router.hasRoute(name),
  );
  await Promise.all(lost.map((tab) => tabbar.closeTab(tab, router)));
}

async function heard(message: Event) {
  if (message instanceof MessageEvent) lastEventId = message.lastEventId;
  // If the call fails, its message is already shown.
  await refreshAccess().catch(() => undefined);
}

function close() {
  source?.close();
  source = undefined;
}

function again() {
  close();
  setTimeout(open, pause.least + Math.random() * pause.spread);
}

/** Uses `fetch` and not `requestClient`, which would show an error if the service is unreachable. */
async function ticketOf(accessToken: string): Promise<string> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${apiURL}/me/stream/ticket`, {
    headers,
    method: 'POST',
  });
  // This call refreshes an expired token, or logs the user out if the session has ended.
  if (response.status === 401) await getAccessCodesApi();
  if (!response.ok) throw new Error('There is no ticket.');
  const { data } = await response.json();
  return data.ticket;
}

/** A ticket opens only one connection, so the automatic reconnection of EventSource is not used. */
async function open() {
  const { accessToken } = storedTokens() ?? {};
  if (source || isOpening || document.hidden || !accessToken) return;
  isOpening = true;
  try {
    const query = new URLSearchParams({
      ticket: await ticketOf(accessToken),
      ...(lastEventId && { lastEventId }),
    });
    source = new EventSource(`${apiURL}/me/stream?${query}`);
    // If the connection breaks before the first message, the next connection uses this id. The service then sends all
    // recent messages or `reset`, so nothing is missed.
    lastEventId ||= '0';
    for (const type of [
      'access.changed',
      'profile.changed',
      'reset',
      'session.ended',
    ]) {
      source.addEventListener(type, heard);
    }
    source.addEventListener('error', again);
  } catch {
    again();
  } finally {
    isOpening = false;
  }
}

async function followNavigation() {
  const { router } = await import('#/router');
  const end = (to: RouteLocationNormalized) => {
    if (unfinishedNavigation === to) unfinishedNavigation = undefined;
  };
  router.beforeEach((to) => {
    unfinishedNavigation = to;
  });
  router.afterEach(end);
  router.onError((_error, to) => end(to));
}

/**
 * Keeps the menu current while the page is visible. A hidden page has no stream, because browsers limit connections per
 * host.
 */
export function followAccess(url: string) {
  if (apiURL === '') {
    document.addEventListener('visibilitychange', () =>
      document.hidden ? close() : open(),
    );
    void followNavigation();
  }
  apiURL = url;
  void open();
}
