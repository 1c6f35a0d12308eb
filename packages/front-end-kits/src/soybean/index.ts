export type { ProfileForm } from './account-calls.ts';
export { soybeanApi, type FrontEnd } from './api.ts';
export type { Answer, ResponseWithHeaders, Request, RequestConfig, CallResult, RowVersion } from './calls.ts';
export type { GrantCalls, GrantOption, Grants } from './grant-calls.ts';
export { axiosSettings, challengeAfter, codeOf, conflictOf, messageOf } from './http.ts';
export { listenForChanges, type LiveOptions } from './live.ts';
export { toListQueries, toRecords, type ListParams, type Page, type Records } from './lists.ts';
export { fromMenuForm, toMenuChoice, toMenuRow, type MenuChoice, type MenuForm, type MenuRow } from './menus.ts';
export {
  fromRoleForm,
  toPermissionTree,
  toRoleRow,
  type PermissionGroup,
  type RoleForm,
  type RoleRow,
} from './roles.ts';
export { homeOf, toConstantRoutes, toUserRoutes, type SoybeanRoute } from './routes.ts';
export { formRules } from './rules.ts';
export { toLoginToken, toUserInfo, type LoginToken, type UserInfo } from './session.ts';
export { renewTokens, storeLoginToken, type TokenRenewal, type TokenStorage } from './token-renewal.ts';
export { omitUncompiledPages, type CompiledComponents } from './usable.ts';
export { fromUserForm, toUserRow, type UserForm, type UserRow } from './users.ts';
export { anyNames, changedFields, type EnableStatus, type Names, type QueryPair } from './values.ts';
