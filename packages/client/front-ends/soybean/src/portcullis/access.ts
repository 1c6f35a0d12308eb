import { router } from '@/router';
import { useAuthStore } from '@/store/modules/auth';
import { useRouteStore } from '@/store/modules/route';
import { useTabStore } from '@/store/modules/tab';
import { textOf } from './texts';

/** After a refusal, further refusals within this time do not cause another refresh, in milliseconds. */
const quietTime = 10_000;

let running: Promise<void> | null = null;
let lastRefusal = -quietTime;

async function reload() {
  const authStore = useAuthStore();
  const routeStore = useRouteStore();
  const tabStore = useTabStore();

  if (!authStore.isLogin) return;

  await authStore.initUserInfo();
  await routeStore.initAuthRoute();

  const lost = tabStore.tabs.filter(tab => !router.hasRoute(tab.routeKey));
  await Promise.all(lost.map(tab => tabStore.removeTab(tab.id)));

  const { name } = router.currentRoute.value;
  if (!name || !router.hasRoute(name)) await router.replace('/');
}

/**
 * Reads the rights, menus and routes of the user again. Closes the tabs of pages that are no longer granted, and leaves
 * the current page if it is no longer granted. Also call it when the service announces a change of the rights.
 */
export function refreshAccess(): Promise<void> {
  running ??= reload().finally(() => {
    running = null;
  });

  return running;
}

/**
 * Reads the rights again after the first call that the service refuses with 403, because the rights may have changed.
 */
export async function onForbidden(): Promise<void> {
  const now = performance.now();
  const isFirst = now - lastRefusal >= quietTime;
  lastRefusal = now;

  if (!isFirst) return;

  await refreshAccess();
  window.$message?.info(textOf('accessChanged'));
}
