import type { RouteRecordStringComponent } from '@vben/types';

import type { ServiceMenu } from '#/portcullis/menus';

import { useAppConfig } from '@vben/hooks';

import { requestClient } from '#/api/request';
import { followAccess } from '#/portcullis/live';
import { routesOf } from '#/portcullis/menus';

const { apiURL } = useAppConfig(import.meta.env, import.meta.env.PROD);
const views = Object.keys(import.meta.glob('../../views/**/*.vue'));

/** Returns the menus of the user as routes, and the pages of this front end that need no menu. */
export async function getAllMenusApi(): Promise<RouteRecordStringComponent[]> {
  const menus = await requestClient.get<ServiceMenu[]>('/menus/user-routes');
  followAccess(apiURL);
  const { dropped, routes } = routesOf(menus, views);
  if (dropped.length > 0) {
    console.warn(
      `These menus have no page in src/views and are left out: ${dropped.join(', ')}`,
    );
  }
  const profile: RouteRecordStringComponent = {
    component: '/_core/profile/index',
    meta: {
      hideInMenu: true,
      icon: 'lucide:user',
      title: 'page.auth.profile',
    },
    name: 'Profile',
    path: '/profile',
  };
  const home: RouteRecordStringComponent = {
    component: '/portcullis/home',
    meta: { hideInMenu: true, title: 'route.home' },
    name: 'PortcullisHome',
    path: '/home',
  };
  // After the login every user is redirected to /home, so the route must exist even if the user has no menu for it.
  return [
    ...routes,
    profile,
    ...(routes.some(({ path }) => path === '/home') ? [] : [home]),
  ];
}
