import type { AxiosError, AxiosResponse } from 'axios';
import type { LastLevelRouteKey } from '@elegant-router/types';
import { type Answer, type RequestConfig, soybeanApi } from '@portcullis/front-end-kits/soybean';
import { layouts, views } from '@/router/elegant/imports';
import { getRoutePath } from '@/router/elegant/transform';
import { createStaticRoutes } from '@/router/routes';
import { $t } from '@/locales';
import { isI18nKey } from '@/portcullis/i18n-keys';
import { reportDroppedMenus } from '@/portcullis/dropped-menus';
import { followAccess } from '@/portcullis/live';
import { request } from '../request';

type Envelope = App.Service.Response;

function call<Data>(config: RequestConfig): Promise<Answer<Data, AxiosError<Envelope>, AxiosResponse<Envelope>>> {
  return request<Data>(config);
}

/** Demo pages that need the mock service of soybean-admin. Menus with these pages are omitted. */
const demoPages = ['alova_request', 'alova_scenes', 'function_request', 'function_toggle-auth'];

const api = soybeanApi({
  request: call,
  constantRoutes: () => createStaticRoutes().constantRoutes,
  compiled: () => ({
    layouts: Object.keys(layouts),
    views: Object.keys(views).filter(name => !demoPages.includes(name))
  }),
  isKnown: (name): name is LastLevelRouteKey => getRoutePath(name as LastLevelRouteKey) !== undefined,
  isI18nKey,
  translate: key => $t(key),
  home: import.meta.env.VITE_ROUTE_HOME,
  onDropped: reportDroppedMenus
});

export const {
  fetchLogin,
  loginWithFactor,
  fetchProviders,
  exchangeTicket,
  fetchRefreshToken,
  fetchLogout,
  fetchGetUserInfo,
  fetchCanRegister,
  register,
  requestPasswordReset,
  confirmPasswordReset,
  fetchProfile,
  saveProfile,
  changePassword,
  fetchSessions,
  endSession,
  fetchGetConstantRoutes,
  fetchIsRouteExist,
  fetchGetRoleList,
  fetchGetAllRoles,
  saveRole,
  removeRole,
  fetchRoleStats,
  menuGrants,
  permissionGrants,
  fetchGetUserList,
  fetchUser,
  fetchUserAccess,
  saveUser,
  removeUser,
  fetchGetMenuList,
  saveMenu,
  removeMenu,
  fetchGetAllPages
} = api;

/**
 * Reads the routes of the user, and begins to listen for changes of the rights. Listening begins here, because the
 * front end calls this function after each login and when the page is loaded.
 */
export async function fetchGetUserRoutes() {
  const routes = await api.fetchGetUserRoutes();

  if (!routes.error) followAccess(api.fetchProfile);

  return routes;
}

/** Replaces an operation of the mock service. Only a demo page calls it, and users cannot open that page. */
export async function fetchCustomBackendError(code: string, message: string) {
  return { data: null, error: Object.assign(new Error(message), { code }) };
}
