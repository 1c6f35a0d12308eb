import { router } from '@/router';
import { useAuthStore } from '@/store/modules/auth';
import { useRouteStore } from '@/store/modules/route';
import { useTabStore } from '@/store/modules/tab';
import { textOf } from './texts';

/**
 * After a refusal with 403, the rights are read again. If the previous refusal was less than this number of
 * milliseconds ago, the rights are not read.
 */
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
 * the current page if it is no longer granted. Call this function also when the service announces a change of the
 * rights.
 */
export function refreshAccess(): Promise<void> {
  running ??= reload().finally(() => {
    running = null;
  });

  return running;
}

/**
 * Call this function when the service refuses a call with 403. The function reads the rights again, because they may
 * have changed. If the previous call of this function was less than `quietTime` ago, the function does nothing.
 */
export async function onForbidden(): Promise<void> {
  const now = performance.now();
  const isFirst = now - lastRefusal >= quietTime;
  lastRefusal = now;

  if (!isFirst) return;

  await refreshAccess();
  window.$message?.info(textOf('accessChanged'));
}
