import type { RouteRecordStringComponent } from '@vben/types';

import type { ServiceMenu } from '#/portcullis/menus';

import { useAppConfig } from '@vben/hooks';

import { requestClient } from '#/api/request';
import { $t } from '#/locales';
import { followAccess } from '#/portcullis/live';
import { routesOf } from '#/portcullis/menus';

const { apiURL } = useAppConfig(import.meta.env, import.meta.env.PROD);
const views = Object.keys(import.meta.glob('../../views/**/*.vue'));

/** The menus of the user as routes, with the pages of this front end that need no menu. */
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
      title: $t('page.auth.profile'),
    },
    name: 'Profile',
    path: '/profile',
  };
  const home: RouteRecordStringComponent = {
    component: '/portcullis/home',
    meta: { hideInMenu: true, title: $t('route.home') },
    name: 'PortcullisHome',
    path: '/home',
  };
  // Every user is sent to /home after the login, also those who have no such menu.
  return [
    ...routes,
    profile,
    ...(routes.some(({ path }) => path === '/home') ? [] : [home]),
  ];
}
