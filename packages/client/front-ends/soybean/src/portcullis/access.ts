import { router } from '@/router';
import { useAuthStore } from '@/store/modules/auth';
import { useRouteStore } from '@/store/modules/route';
import { useTabStore } from '@/store/modules/tab';
import { textOf } from './texts';

/** Further refusals within this time are not taken for a change, in milliseconds. */
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
 * Reads the rights, menus and routes of the user again, closes the tabs of pages that are not granted any more, and leaves such a
 * page. Call it as well when the service announces a change of the rights.
 */
export function refreshAccess(): Promise<void> {
  running ??= reload().finally(() => {
    running = null;
  });

  return running;
}

/** Reads the rights again at the first call that the service refuses with 403, because they may have changed. */
export async function onForbidden(): Promise<void> {
  const now = performance.now();
  const isFirst = now - lastRefusal >= quietTime;
  lastRefusal = now;

  if (!isFirst) return;

  await refreshAccess();
  window.$message?.info(textOf('accessChanged'));
}
