export { soybeanApi, type Answer, type FrontEnd, type RequestConfig } from './api.ts';
export { axiosSettings, codeOf, messageOf } from './http.ts';
export { toListQuery, toRecords, type ListParams, type Page, type Records } from './lists.ts';
export { fromMenuForm, toMenuChoice, toMenuRow, type MenuChoice, type MenuForm, type MenuRow } from './menus.ts';
export { fromRoleForm, toRoleRow, type RoleForm } from './roles.ts';
export { homeOf, toConstantRoutes, toUserRoutes, type SoybeanRoute } from './routes.ts';
export { toLoginToken, toUserInfo, type LoginToken, type UserInfo } from './session.ts';
export { fromUserForm, toUserRow, type UserForm } from './users.ts';
export type { EnableStatus, QueryPair } from './values.ts';
