import { preferences } from '@vben/preferences';
import { useAccessStore, useTabbarStore } from '@vben/stores';

import { getAccessCodesApi } from '#/api/core/auth';

/** The pause before a broken stream is opened again, in milliseconds: at least, and at most as much more. */
const pause = { least: 2000, spread: 8000 };

let apiURL = '';
let lastEventId = '';
let source: EventSource | undefined;
let isOpening = false;

/** Reads the rights, menus and routes again, and leaves pages that are not granted any more. */
async function refreshAccess() {
  const [{ router }, { useAuthStore }] = await Promise.all([
    import('#/router'),
    import('#/store'),
  ]);
  const store = useAccessStore();
  if (!store.accessToken) return;
  await useAuthStore().fetchUserInfo();
  // The guard adds the routes of all menus again, and removes none by itself.
  router
    .getRoutes()
    .find(({ path }) => path === '/')
    ?.children.splice(0);
  store.setIsAccessChecked(false);
  await router.replace({
    force: true,
    path: router.currentRoute.value.fullPath,
  });
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
  // A failed call has shown its message.
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

/** Does not use the client for requests, which would show an error when the service cannot be reached. */
async function ticketOf(accessToken: string): Promise<string> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${apiURL}/me/stream/ticket`, {
    headers,
    method: 'POST',
  });
  // A call renews an expired token, or logs out.
  if (response.status === 401) await getAccessCodesApi();
  if (!response.ok) throw new Error('There is no ticket.');
  const { data } = await response.json();
  return data.ticket;
}

/** A ticket opens one connection, so the browser must not open it again by itself. */
async function open() {
  const { accessToken } = useAccessStore();
  if (source || isOpening || document.hidden || !accessToken) return;
  isOpening = true;
  try {
    const query = new URLSearchParams({
      ticket: await ticketOf(accessToken),
      ...(lastEventId && { lastEventId }),
    });
    source = new EventSource(`${apiURL}/me/stream?${query}`);
    // With this id, what an interruption hides before the first message is read again.
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

/** Keeps the menu as the service grants it, while the page is visible: browsers open few connections to a host for all tabs. */
export function followAccess(url: string) {
  if (apiURL === '') {
    document.addEventListener('visibilitychange', () =>
      document.hidden ? close() : open(),
    );
  }
  apiURL = url;
  void open();
}
